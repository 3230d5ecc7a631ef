import { expect, test } from 'vitest'
import { stopCalendar } from '../helpers/calendar.ts'
import { startTestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

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

  stopCalendar(601_000)
  let at = 0
  await until(async () => expect(await ask(`later-${at++}`)).toBe(200))
  await service.close()
})
