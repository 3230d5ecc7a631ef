import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Config } from '../../server/config/config.ts'
import type { JobTimings } from '../../server/db/connection/jobs.ts'
import { asObject, asString } from '../../contract/json.ts'
import { startService } from '../../server/service.ts'
import { integrations, slack, zendesk } from '../helpers/data/integrations.ts'
import { environment } from '../helpers/programs/server-process.ts'
import { trigger } from '../helpers/schedules.ts'
import { development, preparedOnce, startTestService, testConfig, type TestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { nock } from '../helpers/vendors.ts'
import {
  accepted,
  answerForVendors,
  failing,
  jobTimings,
  lookup,
  makeDue,
  recheck,
  refused,
  rowOf,
  slackAnswers,
  slackHolds,
  statusesAfterChecks,
  untilStatus,
  waitOf,
} from './checked-vendors.ts'

answerForVendors()

/** Another server on the database of a test's service. */
async function startAnother(service: TestService, pace: Partial<JobTimings> = {}) {
  const config = await sharedConfig(service)
  const started = await startService(config, {
    development,
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

  test.each(Object.entries(failing))('makes a new integration an error after: %s', async (botToken, answer) => {
    slackAnswers(answer)
    const { body } = await integrations(service).create({ ...slack, metadata: { botToken } })
    expect(await untilStatus(service, body.id, 'error')).toMatchObject({ isHealthy: false })
    expect(await waitOf(service, body.id)).toBeLessThanOrEqual(1.1 * 60_000)
  })

  test('makes an error at once of each answer that proves the configuration wrong', async () => {
    const answers = [refused, refused, accepted, [404, ''], [403, ''], [400, ''], accepted] as const
    const { statuses } = await statusesAfterChecks(
      service,
      answers.map((answer) => () => answer),
    )
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

  test('counts failures that may pass by themselves as long as they last', async () => {
    const failures = Object.values(failing)
    expect((await statusesAfterChecks(service, [...failures, ...failures])).statuses).toEqual([
      'active false 1',
      'active false 2',
      'error false 3',
      'error false 4',
      'error false 5',
      'error false 6',
    ])
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
  const rows: unknown[] = await db('pgboss.job').where({ name: 'background-checks', state: 'active' })
  return rows.length
}

async function checksOf(managementUrl: string): Promise<number> {
  const metrics = await (await fetch(`${managementUrl}/metrics`)).text()
  return Number(/^integration_checks_total\{outcome="ok"\} (\d+)/m.exec(metrics)?.[1] ?? 0)
}
