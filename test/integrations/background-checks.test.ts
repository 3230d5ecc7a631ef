import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Knex } from 'knex'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Integration } from '../../sdk/src/index.ts'
import type { Config } from '../../server/config/config.ts'
import type { Lookup } from '../../server/integrations/outbound/guard.ts'
import type { JobTimings } from '../../server/db/connection/jobs.ts'
import { asObject, asString } from '../../contract/json.ts'
import { startService } from '../../server/service.ts'
import { closeDatabase } from '../helpers/close-database.ts'
import { integrations, slack, zendesk } from '../helpers/data/integrations.ts'
import { environment } from '../helpers/programs/server-process.ts'
import { trigger } from '../helpers/schedules.ts'
import { preparedOnce, startTestService, testConfig, type TestService } from '../helpers/service.ts'
import { interceptVendors, nock } from '../helpers/vendors.ts'

const lookup: Lookup = () => Promise.resolve(['93.184.215.14'])
const jobTimings = { pollSeconds: 0.5, schedulePollSeconds: 0.5 }
const accepted = [200, { ok: true }] as const
const refused = [200, { ok: false, error: 'invalid_auth' }] as const

interceptVendors()
afterEach(() => nock.cleanAll())

/** What Slack answers from now on, and the tokens that it was asked with. */
function slackAnswers(answer: () => Answer | Promise<Answer>): string[] {
  nock.cleanAll()
  const tokens: string[] = []
  nock('https://slack.com')
    .persist()
    .post('/api/auth.test')
    .reply(function () {
      tokens.push(String(this.req.headers['authorization']).replace('Bearer ', ''))
      return answer()
    })
  return tokens
}

/** Slack keeps everybody waiting until it is told to let go. */
function slackHolds() {
  const gate = createGate()
  let running = 0
  let most = 0
  slackAnswers(async () => {
    most = Math.max(most, ++running)
    await gate.opened
    running--
    return accepted
  })
  return { running: () => running, most: () => most, letGo: gate.open }
}

type Answer = readonly [number, object | string]

const rateLimited = 'secret-rate-limit'

/** Answers that say nothing about the credentials, each for the integration with this token. */
const transient: Record<string, () => Answer | Promise<Answer>> = {
  [rateLimited]: () => [429, 'later'],
  'secret-failure': () => [503, 'sorry'],
  'secret-connection': () => Promise.reject(new Error('read ECONNRESET')),
  'secret-redirect': () => [302, ''],
}

const failing = Object.fromEntries(Object.entries(transient).filter(([token]) => token !== rateLimited))

/** A promise that the test settles, for vendors that keep a check waiting. */
function createGate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: () => resolve() }
}

async function until(condition: () => Promise<void> | void): Promise<void> {
  await vi.waitFor(condition, { timeout: 60_000, interval: 50 })
}

async function untilStatus(service: TestService, id: string, status: Integration['status']) {
  await until(async () => {
    expect(await rowOf(service, id)).toMatchObject({ status })
  })
  return (await integrations(service).read(id)).body
}

async function rowOf({ db }: Pick<TestService, 'db'>, id: string) {
  const row: unknown = await db('integrations').where({ id }).first('*')
  return asObject(row)
}

const checkJobs = (db: Knex) => db('pgboss.job').where({ name: 'background-checks' })

/** Checks that wait or run. */
async function pendingJobs({ db }: Pick<TestService, 'db'>): Promise<number> {
  const rows: unknown[] = await checkJobs(db).whereRaw(`state <= 'active'`)
  return rows.length
}

/** One scheduled check, from due to done. */
async function recheck(service: TestService, ...ids: string[]): Promise<void> {
  await makeDue(service, ...ids)
  const due = service.db('integrations').whereIn('id', ids)
  await until(async () => {
    await trigger(service.db, 'enqueue-due-checks')
    expect(await due.clone().where('next_check_at', '<=', service.db.fn.now())).toEqual([])
    expect(await pendingJobs(service)).toBe(0)
  })
}

async function makeDue({ db }: TestService, ...ids: string[]): Promise<void> {
  await db('integrations')
    .whereIn('id', ids)
    .update({ next_check_at: db.raw(`now() - interval '1 s'`) })
}

/** Another server on the database of a test's service. */
async function startAnother(service: TestService, pace: Partial<JobTimings> = {}) {
  const config = await sharedConfig(service)
  const started = await startService(config, {
    prepared: await preparedOnce(),
    lookup,
    jobTimings: { ...jobTimings, ...pace },
  })
  if (!started.ok) throw new Error(started.message)
  return started
}

async function sharedConfig({ db, issuer }: TestService): Promise<Config> {
  const row: unknown = await db.select(db.raw('current_database() as name')).first()
  const url = new URL(inject('databaseUrl'))
  url.pathname = asString(asObject(row)['name'])
  return { ...testConfig(url.href, issuer.url), checkIntervalMinutes: 15 }
}

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
      const checked = await untilStatus(service, created.id, 'active')
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

    test.each(Object.entries(failing))(
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
      for (const [minutesInError, wait] of [
        [0, 1],
        [4, 4],
        [40, 15],
      ] as const) {
        const since = service.db.raw(`now() - ${minutesInError} * interval '1 minute'`)
        await service.db('integrations').where({ id: body.id }).update({ updated_at: since })
        await recheck(service, body.id)
        await expectNextCheck(body.id, wait * 60_000)
      }
    })

    /** Next checks are spread by a tenth. */
    async function expectNextCheck(id: string, ms: number) {
      const { next_check_at } = await rowOf(service, id)
      const wait = Date.parse(String(next_check_at)) - Date.now()
      expect(wait).toBeGreaterThan(0.9 * ms - 20_000)
      expect(wait).toBeLessThan(1.1 * ms + 20_000)
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
    test('make an error at once of what proves the configuration wrong, and active again after one success', async () => {
      slackAnswers(() => accepted)
      const { create, read } = integrations(service)
      const { body } = await create()
      await untilStatus(service, body.id, 'active')
      const statuses = []
      for (const answer of [refused, refused, accepted, [404, ''], [403, ''], [400, ''], accepted] as const) {
        slackAnswers(() => answer)
        await recheck(service, body.id)
        const { body: now } = await read(body.id)
        statuses.push(`${now.status} ${now.isHealthy} ${now.consecutiveFailures}`)
      }
      expect(statuses).toEqual([
        'error false 1',
        'error false 2',
        'active true 0',
        'error false 1',
        'error false 2',
        'error false 3',
        'active true 0',
      ])
    })

    test('make an error after three failures in a row that may pass by themselves, and each leaves its time', async () => {
      const failures = Object.entries(failing)
      slackAnswers(() => accepted)
      const { create, read } = integrations(service)
      const { body } = await create()
      let before = await untilStatus(service, body.id, 'active')
      const statuses = []
      for (const [, answer] of [...failures, ...failures]) {
        slackAnswers(answer)
        await recheck(service, body.id)
        const { body: now } = await read(body.id)
        expect(now.lastHealthCheck).not.toBe(before.lastHealthCheck)
        statuses.push(`${now.status} ${now.isHealthy} ${now.consecutiveFailures}`)
        before = now
      }
      expect(statuses).toEqual([
        'active false 1',
        'active false 2',
        'error false 3',
        'error false 4',
        'error false 5',
        'error false 6',
      ])
      slackAnswers(() => [429, 'later'])
      await recheck(service, body.id)
      expect((await read(body.id)).body).toMatchObject({ status: 'error', consecutiveFailures: 6 })
    })

    test('that meet a rate limit move lastHealthCheck and lastTest only, however often', async () => {
      slackAnswers(() => accepted)
      const { create, read } = integrations(service)
      const { body: created } = await create()
      const before = await untilStatus(service, created.id, 'active')
      slackAnswers(() => [429, 'later'])
      for (let round = 0; round < 4; round++) await recheck(service, created.id)
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
      const times: string[] = await service.db('integrations').whereIn('id', ids).pluck('next_check_at')
      const due = times.map((time) => Date.parse(time))
      for (const at of due) {
        expect(at - Date.now()).toBeGreaterThan(13 * 60_000)
        expect(at - Date.now()).toBeLessThan(17 * 60_000)
      }
      expect(new Set(due.map((at) => Math.round(at / 1000))).size).toBeGreaterThan(1)
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

describe('several servers', () => {
  let service: TestService
  let another: Awaited<ReturnType<typeof startAnother>>
  beforeAll(async () => {
    service = await startTestService({ checkIntervalMinutes: 15 }, { lookup, jobTimings })
    another = await startAnother(service)
  })
  afterAll(async () => {
    await another.stop()
    await service.close()
  })

  test('check each integration once a round between them', async () => {
    const tokens = slackAnswers(() => accepted)
    const { create } = integrations(service)
    const wanted = Array.from({ length: 12 }, (_, at) => `secret-bot-token-${at}`)
    const created = await Promise.all(wanted.map((botToken) => create({ ...slack, metadata: { botToken } })))
    const ids = created.map(({ body }) => body.id)
    for (const id of ids) await untilStatus(service, id, 'active')
    for (let round = 0; round < 2; round++) await recheck(service, ...ids)
    expect(tokens.toSorted()).toEqual([...wanted, ...wanted, ...wanted].toSorted())
    expect(await checksOf(service.managementUrl)).toBeGreaterThan(0)
    expect(await checksOf(another.managementUrl)).toBeGreaterThan(0)
  })

  test('leave alone a host that has as many checks as is allowed, and check other hosts meanwhile', async () => {
    const vendor = slackHolds()
    nock('https://acme.zendesk.com').get(/.*/).reply(200, { users: [] })
    const { create } = integrations(service)
    const first = await Promise.all([create(), create()])
    await until(() => expect(vendor.running()).toBe(2))
    const waiting = await Promise.all(Array.from({ length: 4 }, () => create()))
    const { body: elsewhere } = await create(zendesk)
    await untilStatus(service, elsewhere.id, 'active')
    expect(vendor.running()).toBe(2)
    vendor.letGo()
    for (const { body } of [...first, ...waiting]) await untilStatus(service, body.id, 'active')
  })
})

describe('a server that ends', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({}, { lookup })
  })
  afterAll(() => service.close())

  test('gives its running checks back at once, and another server does them', async () => {
    const stopping = await startAnother(service)
    const tokens = slackAnswers(() => new Promise<never>(() => {}))
    const { body } = await integrations(service).create()
    await makeDue(service, body.id)
    await until(async () => {
      await trigger(service.db, 'enqueue-due-checks')
      expect(tokens).toHaveLength(1)
    })
    await stopping.stop()
    // Waiting for the vendor would have ended in a timeout, after 10 s, and in a check that is done.
    expect(await rowOf(service, body.id)).toMatchObject({ last_health_check: null })
    slackAnswers(() => accepted)
    const next = await startAnother(service)
    await untilStatus(service, body.id, 'active')
    await next.stop()
  })

  test('by kill -9 loses no check', async () => {
    const { body } = await integrations(service).create()
    await makeDue(service, body.id)
    const config = await sharedConfig(service)
    const stuck = fork(fileURLToPath(new URL('../helpers/programs/stuck-server.ts', import.meta.url)), {
      env: environment({
        DATABASE_URL: config.databaseUrl ?? '',
        OIDC_ISSUER: config.oidcIssuer ?? '',
        DATA_DIR: config.dataDir,
        PORT: '0',
        MANAGEMENT_PORT: '0',
        LOG_LEVEL: 'error',
      }),
    })
    try {
      await until(async () => {
        await trigger(service.db, 'enqueue-due-checks')
        expect(await activeJobs(service)).toBe(1)
      })
    } finally {
      stuck.kill('SIGKILL')
    }
    await once(stuck, 'exit')
    expect(await rowOf(service, body.id)).toMatchObject({ status: 'connecting' })

    const tokens = slackAnswers(() => accepted)
    const next = await startAnother(service, { leaseSeconds: 5, superviseSeconds: 1 })
    await untilStatus(service, body.id, 'active')
    expect(tokens).toHaveLength(1)
    await next.stop()
  })
})

async function activeJobs({ db }: TestService): Promise<number> {
  const rows: unknown[] = await checkJobs(db).where({ state: 'active' })
  return rows.length
}

async function checksOf(managementUrl: string): Promise<number> {
  const metrics = await (await fetch(`${managementUrl}/metrics`)).text()
  return Number(/^integration_checks_total\{outcome="ok"\} (\d+)/m.exec(metrics)?.[1] ?? 0)
}
