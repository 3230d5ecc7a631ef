import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDatabase } from '../helpers/close-database.ts'
import { integrations, slack } from '../helpers/data/integrations.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import {
  accepted,
  answerForVendors,
  createGate,
  failing,
  jobTimings,
  lookup,
  pendingJobs,
  recheck,
  refused,
  rowOf,
  slackAnswers,
  slackHolds,
  statusesAfterChecks,
  untilStatus,
  waitOf,
  wakeWorkers,
} from './checked-vendors.ts'

answerForVendors()
wakeWorkers()

describe('one server', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ checkIntervalMinutes: 15 }, { lookup, jobTimings })
  })
  afterAll(() => service.close())

  describe('the first check', () => {
    test('makes a new integration active when the vendor accepts the credentials', async () => {
      slackAnswers(() => accepted)
      const { body: created, etag } = await integrations(service).create()
      expect(created).toMatchObject({ status: 'connecting', lastHealthCheck: null })
      // Nobody wakes the workers here: they look for new jobs by themselves.
      await until(async () => expect(await rowOf(service, created.id)).toMatchObject({ status: 'active' }))
      const { body: checked } = await integrations(service).read(created.id)
      expect(checked.isHealthy).toBe(true)
      expect(checked.lastHealthCheck).not.toBeNull()
      expect((await integrations(service).read(created.id)).etag).not.toBe(etag)
    })

    test('makes it an error when the vendor refuses them, and says why', async () => {
      slackAnswers(() => refused)
      const { body } = await integrations(service).create()
      const checked = await untilStatus(service, body.id, 'error')
      expect(checked.isHealthy).toBe(false)
      expect(checked.lastTest).toMatchObject({ outcome: 'bad_credentials', at: checked.lastHealthCheck })
      const { message, steps } = await service.acme('Viewer').integrations.lastTest.get(body.id)
      expect(message).toBe(checked.lastTest?.message)
      expect(steps.at(-1)).toMatchObject({ step: 'verdict', state: 'failed', message })
      expect(checked.lastHealthCheck).not.toBeNull()
    })

    test.each(Object.entries(failing).slice(0, 1))(
      'makes it an error after any other outcome, too, and is repeated in a minute: %s',
      async (botToken, answer) => {
        slackAnswers(answer)
        const { body: created } = await integrations(service).create({ ...slack, metadata: { botToken } })
        const checked = await untilStatus(service, created.id, 'error')
        expect(checked).toMatchObject({ isHealthy: false })
        expect(checked.lastHealthCheck).not.toBeNull()
        await expectNextCheck(created.id, 60_000)
        slackAnswers(() => accepted)
        await recheck(service, created.id)
        expect((await integrations(service).read(created.id)).body).toMatchObject({ status: 'active', isHealthy: true })
        await expectNextCheck(created.id, 15 * 60_000)
      },
    )

    test('that meets a rate limit leaves it connecting, and is repeated in a minute', async () => {
      slackAnswers(() => [429, 'later'])
      const { body } = await integrations(service).create()
      await until(async () => {
        expect((await integrations(service).read(body.id)).body.lastTest).toMatchObject({ outcome: 'rate_limited' })
      })
      const { body: checked } = await integrations(service).read(body.id)
      expect(checked).toMatchObject({ status: 'connecting', isHealthy: false, consecutiveFailures: 0 })
      await expectNextCheck(body.id, 60_000)
      slackAnswers(() => accepted)
      await recheck(service, body.id)
      await untilStatus(service, body.id, 'active')
    })

    test('that failed is repeated at growing intervals, up to the usual one', async () => {
      slackAnswers(() => refused)
      const { body } = await integrations(service).create()
      await untilStatus(service, body.id, 'error')
      for (const [minutesInError, least, most] of [
        [0, 1, 15],
        [4, 4, 15],
        [40, 15, 15],
      ] as const) {
        const since = service.db.raw(`now() - ${minutesInError} * interval '1 minute'`)
        await service.db('integrations').where({ id: body.id }).update({ updated_at: since })
        await recheck(service, body.id)
        const { updated_at, last_health_check } = await rowOf(service, body.id)
        const inError = (Date.parse(String(last_health_check)) - Date.parse(String(updated_at))) / 60_000
        expect(inError).toBeGreaterThanOrEqual(minutesInError)
        await expectNextCheck(body.id, Math.min(Math.max(inError, least), most) * 60_000)
      }
    })

    /** So long after the last check, spread by a tenth. */
    async function expectNextCheck(id: string, ms: number) {
      const wait = await waitOf(service, id)
      expect(wait).toBeGreaterThanOrEqual(0.9 * ms)
      expect(wait).toBeLessThanOrEqual(1.1 * ms)
    }

    test('is enqueued with the integration or not at all', async () => {
      const tokens = slackAnswers(() => accepted)
      // The last statement of the transaction, which stores the answer, fails.
      await service.db.raw('alter table idempotency_keys add constraint refuse check (answer is null) not valid')
      const before: unknown = await service.db('pgboss.job').count()
      const answer = await service.request('/instances/acme/integrations', {
        method: 'POST',
        headers: { 'Idempotency-Key': 'rolled-back' },
        body: { ...slack, name: 'Rolled back' },
      })
      await service.db.raw('alter table idempotency_keys drop constraint refuse')
      expect(answer.status).toBe(500)
      expect(await service.db('integrations').where({ name: 'Rolled back' })).toEqual([])
      expect(await service.db('pgboss.job').count()).toEqual(before)
      expect(tokens).toEqual([])
    })

    test('follows a change of the metadata too, with the new secret, and not a change of the name', async () => {
      const tokens = slackAnswers(() => accepted)
      const { create, update } = integrations(service)
      const { body } = await create()
      await untilStatus(service, body.id, 'active')
      await until(async () => expect(await pendingJobs(service)).toBe(0))
      await update(body.id, { ...slack, name: 'Renamed', metadata: {} })
      expect(await pendingJobs(service)).toBe(0)
      await update(body.id, { ...slack, metadata: { botToken: 'secret-bot-token-2' } })
      await untilStatus(service, body.id, 'active')
      expect(tokens).toEqual(['secret-bot-token-1', 'secret-bot-token-2'])
    })

    test('of a configuration that changes during it is made again, for the new one', async () => {
      const gate = createGate()
      const tokens = slackAnswers(async () => {
        await gate.opened
        return tokens.at(-1) === 'secret-bot-token-2' ? accepted : refused
      })
      const { create, update } = integrations(service)
      const { body } = await create()
      await until(() => expect(tokens).toEqual(['secret-bot-token-1']))
      await update(body.id, { ...slack, metadata: { botToken: 'secret-bot-token-2' } })
      gate.open()
      await untilStatus(service, body.id, 'active')
      expect(tokens).toEqual(['secret-bot-token-1', 'secret-bot-token-2'])
    })

    test('is made when an integration is enabled again; a disabled one is never checked', async () => {
      const tokens = slackAnswers(() => accepted)
      const { create, disable, enable } = integrations(service)
      const { body } = await create()
      await untilStatus(service, body.id, 'active')
      await disable(body.id)
      await service.db('integrations').where({ id: body.id }).update({ next_check_at: '2026-01-01' })
      const { body: other } = await create()
      await untilStatus(service, other.id, 'active')
      expect(tokens).toHaveLength(2)
      await enable(body.id)
      await untilStatus(service, body.id, 'active')
      expect(tokens).toHaveLength(3)
    })
  })

  describe('later checks', () => {
    // background-checks.heavy.test.ts has all answers that are read so.
    test('make an error at once of what proves the configuration wrong, and active again after one success', async () => {
      const { statuses } = await statusesAfterChecks(service, [() => refused, () => [404, ''], () => accepted])
      expect(statuses).toEqual(['error false 1', 'error false 2', 'active true 0'])
    })

    test('make an error after three failures in a row that may pass by themselves, and each leaves its time', async () => {
      const { id, statuses } = await statusesAfterChecks(service, Object.values(failing))
      expect(statuses).toEqual(['active false 1', 'active false 2', 'error false 3'])
      slackAnswers(() => [429, 'later'])
      await recheck(service, id)
      expect((await integrations(service).read(id)).body).toMatchObject({ status: 'error', consecutiveFailures: 3 })
    })

    test('that meet a rate limit move lastHealthCheck and lastTest only, however often', async () => {
      slackAnswers(() => accepted)
      const { create, read } = integrations(service)
      const { body: created } = await create()
      const before = await untilStatus(service, created.id, 'active')
      slackAnswers(() => [429, 'later'])
      for (let round = 0; round < 2; round++) await recheck(service, created.id)
      const { body: after } = await read(created.id)
      const { lastHealthCheck, lastTest, etag } = after
      expect(after).toEqual({ ...before, lastHealthCheck, lastTest, etag })
      expect(lastTest).toMatchObject({ outcome: 'rate_limited', at: lastHealthCheck })
      expect(after.lastHealthCheck).not.toBe(before.lastHealthCheck)
    })

    test('that confirm what is known move lastHealthCheck and the ETag, and not updatedAt', async () => {
      slackAnswers(() => accepted)
      const { create, read } = integrations(service)
      const { body: created } = await create()
      const before = await untilStatus(service, created.id, 'active')
      const { etag } = await read(created.id)
      await recheck(service, created.id)
      const { body: after, etag: later } = await read(created.id)
      const { lastHealthCheck, lastTest } = after
      expect(after).toEqual({ ...before, etag: later, lastHealthCheck, lastTest })
      expect(lastTest).toEqual({ ...before.lastTest, at: lastHealthCheck })
      expect(after.lastHealthCheck).not.toBe(before.lastHealthCheck)
      expect(later).not.toBe(etag)
    })

    test('are counted by outcome, and spread over the time', async () => {
      slackAnswers(() => accepted)
      const { create } = integrations(service)
      const ids = (await Promise.all(Array.from({ length: 5 }, () => create()))).map(({ body }) => body.id)
      for (const id of ids) await untilStatus(service, id, 'active')
      const metrics = await (await fetch(`${service.managementUrl}/metrics`)).text()
      expect(metrics).toMatch(/^integration_checks_total\{outcome="ok"\} [1-9]/m)
      expect(metrics).toMatch(/^integration_checks_total\{outcome="bad_credentials"\} [1-9]/m)
      const waits = await Promise.all(ids.map((id) => waitOf(service, id)))
      for (const wait of waits) {
        expect(wait).toBeGreaterThanOrEqual(13.5 * 60_000)
        expect(wait).toBeLessThanOrEqual(16.5 * 60_000)
      }
      expect(new Set(waits.map((wait) => Math.round(wait / 1000))).size).toBeGreaterThan(1)
    })
  })

  test('many checks of one host that are due at once are made two at a time', async () => {
    slackAnswers(() => accepted)
    const { create } = integrations(service)
    const created = await Promise.all(Array.from({ length: 6 }, () => create()))
    const ids = created.map(({ body }) => body.id)
    for (const id of ids) await untilStatus(service, id, 'active')
    const vendor = slackHolds()
    const checked = recheck(service, ...ids)
    await until(() => expect(vendor.running()).toBe(2))
    vendor.letGo()
    await checked
    expect(vendor.most()).toBe(2)
  })

  test('ten explicit tests at once ask the vendor once and get the same answer', async () => {
    slackAnswers(() => accepted)
    const { body } = await integrations(service).create()
    await untilStatus(service, body.id, 'active')
    const gate = createGate()
    const tokens = slackAnswers(async () => {
      await gate.opened
      return refused
    })
    const path = `/instances/acme/integrations/${body.id}`
    const sendTest = () => service.request(`${path}/test`, { method: 'POST', role: 'Editor' })
    const sent = Array.from({ length: 10 }, sendTest)
    await until(() => expect(tokens).toHaveLength(1))
    // What was sent after them is answered, so they have all found the first under way.
    for (let later = 0; later < 10; later++) await service.request(path)
    gate.open()
    const answers = await Promise.all(sent)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]).toMatchObject({
      status: 200,
      json: { outcome: 'bad_credentials', integration: { status: 'error' } },
    })
    expect(tokens).toHaveLength(1)
  })

  test('a database that goes away and comes back stops nothing', async () => {
    slackAnswers(() => accepted)
    const { body } = await integrations(service).create()
    await untilStatus(service, body.id, 'active')
    const open = await closeDatabase(service)
    await open()
    await until(async () => void (await service.db.raw('select 1')))
    await until(async () => {
      slackAnswers(() => refused)
      await recheck(service, body.id)
    })
    expect(await rowOf(service, body.id)).toMatchObject({ is_healthy: false })
  })
})
