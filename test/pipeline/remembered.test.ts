import { afterEach, expect, test, vi } from 'vitest'
import { startTestService } from '../helpers/service.ts'

afterEach(() => vi.restoreAllMocks())

test('an issuer may publish its keys elsewhere: servers that run find them within ten minutes', async () => {
  const service = await startTestService()
  const ask = async (sub: string) => {
    const token = await service.token('Viewer', { sub, client_id: sub })
    const headers = { Authorization: `Bearer ${token}` }
    return (await service.request('/instances/acme/agents', { headers })).status
  }
  expect(await ask('ann')).toBe(200)
  service.issuer.moveKeys()
  expect(await ask('ben')).toBe(200)

  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 601_000)
  let at = 0
  await vi.waitUntil(async () => (await ask(`later-${at++}`)) === 200, { timeout: 30_000 })
  await service.close()
})
