import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IntegrationUpdate } from '../../sdk/src/index.ts'
import { flagAllExpiringSecrets } from '../../server/integrations/flag-expiring-secrets.ts'
import { now } from '../helpers/clock.ts'
import { integrations, slack } from '../helpers/data/integrations.ts'
import { refusal } from '../helpers/outcomes.ts'
import { trigger } from '../helpers/schedules.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({}, { jobTimings: { schedulePollSeconds: 0.5 } })
})
afterAll(() => service.close())

const inDays = (days: number) => new Date(now() + days * 86_400_000).toISOString().slice(0, 10)

async function flagged(id: string) {
  const { items } = await service.acme('Manager').changes.list({ resourceId: id, sort: 'sequence,asc' })
  return items.filter(({ kind }) => kind === 'flagged')
}

/** Runs the schedule, and waits for what it does last: a record of an integration that was made just now. */
async function runSchedule(): Promise<void> {
  const { body } = await integrations(service).create({ ...slack, secretsExpireAt: inDays(0) })
  await trigger(service.db, 'flag-expiring-secrets')
  await until(async () => expect(await flagged(body.id)).toHaveLength(1))
}

test('each day that is at most 14 days away is flagged once, of disabled integrations too', async () => {
  const { create, update, disable, read } = integrations(service)
  const createUntil = async (secretsExpireAt: string | null) => (await create({ ...slack, secretsExpireAt })).body.id
  const soon = await createUntil(inDays(14))
  const ids = [await createUntil(inDays(-3)), soon, await createUntil(inDays(15)), await createUntil(null)]
  await disable(soon)
  const before = await read(soon)
  await runSchedule()
  const counts = async () => Promise.all(ids.map(async (id) => (await flagged(id)).length))
  expect(await counts()).toEqual([1, 1, 0, 0])
  const [record] = await flagged(soon)
  expect(record).toMatchObject({
    resource: { type: 'integration', id: soon, name: slack.name },
    operation: 'flag-expiring-secrets',
    actor: { type: 'service' },
    difference: [{ pointer: '/secretsExpireAt', after: inDays(14) }],
  })
  expect(await read(soon)).toMatchObject({ body: before.body, etag: before.etag })

  await runSchedule()
  expect(await counts()).toEqual([1, 1, 0, 0])

  const { name, type } = slack
  const extended: IntegrationUpdate = { name, type, metadata: {}, secretsExpireAt: inDays(7) }
  await update(soon, extended)
  await runSchedule()
  expect(await counts()).toEqual([1, 2, 0, 0])
})

test('an instance whose secrets cannot be flagged keeps no other from being flagged', async () => {
  await service.acme('Editor').integrations.create({ ...slack, name: 'Held', secretsExpireAt: inDays(1) })
  const { id } = await service.other('Editor').integrations.create({ ...slack, secretsExpireAt: inDays(1) })
  const constraint = `check (instance_id <> 'acme' or name <> 'Held' or flagged_expiry is null)`
  await service.db.raw(`alter table integrations add constraint held ${constraint}`)
  const flagging = flagAllExpiringSecrets(service.db, new AbortController().signal)
  await expect(flagging).rejects.toThrow('were not flagged')
  await service.db.raw('alter table integrations drop constraint held')
  expect(await service.db('integrations').where({ id }).pluck('flagged_expiry')).toEqual([inDays(1)])
})

test('the day is no part of the connection: it is changed and cleared without a check', async () => {
  const { create, update, read } = integrations(service)
  const { body } = await create({ ...slack, secretsExpireAt: '2027-03-31' })
  await service.db('integrations').where({ id: body.id }).update({ status: 'active' })
  const { name, type } = slack
  const changed = await update(body.id, { name, type, metadata: {}, secretsExpireAt: '2027-04-30' })
  expect(changed.body).toMatchObject({ secretsExpireAt: '2027-04-30', status: 'active' })
  await update(body.id, { name, type, metadata: {} })
  expect((await read(body.id)).body).toMatchObject({ secretsExpireAt: null, status: 'active' })
})

test.each(['2027-02-30', '2027-1-1', '31.12.2027', '2027-03-31T00:00:00Z', ''])('%j is no day', async (day) => {
  const refused = refusal(service.acme('Editor').integrations.create({ ...slack, secretsExpireAt: day }))
  expect(await refused).toMatchObject({ status: 400, errors: [{ pointer: '/secretsExpireAt' }] })
})
