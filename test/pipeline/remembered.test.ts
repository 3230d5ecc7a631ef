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

test('a key that was read a moment too late is asked for again, and one that is nowhere is told from it', async () => {
  const service = await startTestService()
  stopCalendar(0)
  const ask = async (sub: string, kid?: string) => {
    const claims = { sub, client_id: sub, instances: ['acme'], roles: ['Viewer'] }
    const token = await service.issuer.sign(claims, kid === undefined ? {} : { kid })
    return service.request('/instances/acme/agents', { headers: { Authorization: `Bearer ${token}` } })
  }
  expect((await ask('ann')).status).toBe(200)
  service.issuer.renameKey('newer')
  const early = await ask('ben')
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1'])
  expect((await ask('ben', 'made up')).status).toBe(503)

  // Whoever asks first, also with a name that is made up, has the keys read again for all.
  stopCalendar(2001)
  expect((await ask('eve', 'made up')).status).toBe(401)
  expect((await ask('ben')).status).toBe(200)
  expect((await ask('eve', 'made up')).status).toBe(401)
  expect((await ask('eve', 'never seen')).status).toBe(503)
  await service.close()
})
