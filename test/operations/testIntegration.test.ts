import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { IntegrationInput } from '../../sdk/src/index.ts'
import type { Lookup } from '../../server/integrations/outbound/guard.ts'
import { now } from '../helpers/clock.ts'
import { replayed } from '../helpers/idempotency.ts'
import { amazonConnect, integrations, slack, zendesk } from '../helpers/data/integrations.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { interceptVendors, nock } from '../helpers/vendors.ts'

const vendorText = 'text of the vendor'
const publicHost: Lookup = () => Promise.resolve(['93.184.215.14'])

interceptVendors()

let service: TestService
let lookup: Lookup
beforeAll(async () => {
  service = await startTestService({}, { lookup: (hostname) => lookup(hostname) })
})
beforeEach(() => {
  lookup = publicHost
})
afterEach(() => {
  const unused = nock.pendingMocks()
  nock.cleanAll()
  expect(unused).toEqual([])
})
afterAll(async () => {
  await service.close()
})

/** The clock of the database. */
async function databaseTime(): Promise<string> {
  const { rows } = await service.db.raw<{ rows: { at: Date }[] }>('select clock_timestamp() as at')
  return new Date(rows[0]?.at ?? NaN).toISOString()
}

function slackApi(): nock.Interceptor {
  return nock('https://slack.com').post('/api/auth.test')
}

function send(id: string, idempotencyKey?: string) {
  const acme = idempotencyKey === undefined ? service.keyless('Editor') : service.acme('Editor')
  return acme.integrations.test(id, { idempotencyKey }).withResponse()
}

/** Tests an integration and runs `meanwhile` after the test has begun and before the vendor is asked. */
async function whileTesting<Answer>(
  meanwhile: () => Promise<unknown>,
  sendTest: () => Promise<Answer>,
): Promise<Answer> {
  const begun = Promise.withResolvers<void>()
  const mayGoOn = Promise.withResolvers<void>()
  lookup = async (hostname) => {
    begun.resolve()
    await mayGoOn.promise
    return publicHost(hostname)
  }
  const sent = sendTest()
  await begun.promise
  await meanwhile().finally(() => mayGoOn.resolve())
  return sent
}

describe('200', () => {
  test('credentials that the vendor accepts make the integration active and healthy', async () => {
    nock('https://acme.zendesk.com')
      .get('/api/v2/users.json?per_page=1&page=1')
      .basicAuth({ user: 'agent@example.com/token', pass: 'secret-api-token-1' })
      .reply(200, { users: [], note: vendorText })
    const { create, read, test } = integrations(service)
    const { body: before, etag: etagBefore } = await create(zendesk)
    const startedAt = await databaseTime()
    const { body } = await test(before.id)
    expect(body).toEqual({
      outcome: 'ok',
      message: 'The connection to Zendesk Support works.',
      testedAt: body.testedAt,
      durationMs: body.durationMs,
      errors: [],
      steps: body.steps,
      integration: {
        ...before,
        status: 'active',
        isHealthy: true,
        lastHealthCheck: body.testedAt,
        lastTest: { outcome: 'ok', message: 'The connection to Zendesk Support works.', at: body.testedAt },
        etag: body.integration.etag,
        updatedAt: body.integration.updatedAt,
      },
    })
    expect(body.durationMs).toBeGreaterThanOrEqual(0)
    expect(body.testedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(body.testedAt >= startedAt && body.testedAt <= (await databaseTime())).toBe(true)
    const { body: after, etag } = await read(before.id)
    expect(after).toEqual(body.integration)
    expect(etag).not.toBe(etagBefore)
  })

  test.each([-600_000, 600_000])(
    'its time is that of the database where the clock of a server is %d ms off',
    async (ms) => {
      const { create, test } = integrations(service)
      const { body: created } = await create(slack)
      nock('https://slack.com').post('/api/auth.test').reply(200, { ok: true })
      const before = await databaseTime()
      vi.useFakeTimers({ toFake: ['Date'], now: now() + ms })
      const { body } = await test(created.id).finally(() => vi.useRealTimers())
      expect(body.testedAt >= before && body.testedAt <= (await databaseTime())).toBe(true)
      expect(body.integration.lastHealthCheck).toBe(body.testedAt)
    },
  )

  test('credentials that the vendor refuses make it an error, and the next good test active again', async () => {
    const { create, test } = integrations(service)
    const { body: before } = await create()
    slackApi().reply(200, { ok: false, error: 'invalid_auth' })
    expect((await test(before.id)).body).toMatchObject({
      outcome: 'bad_credentials',
      message: 'Slack did not accept the credentials. Check Bot User OAuth Token and repeat the test.',
      errors: [
        {
          in: 'body',
          pointer: '/metadata/botToken',
          code: 'bad_credentials',
          message: 'Check Bot User OAuth Token. Slack did not accept the credentials.',
        },
      ],
      integration: { status: 'error', isHealthy: false, lastTest: { outcome: 'bad_credentials' } },
    })
    slackApi().reply(200, { ok: true })
    expect((await test(before.id)).body.integration).toMatchObject({ status: 'active', isHealthy: true })
  })

  test('the secrets of the last update are the ones that are tried', async () => {
    const { create, update, test } = integrations(service)
    const { body } = await create()
    await update(body.id, { ...slack, metadata: { botToken: 'secret-bot-token-2' } })
    await update(body.id, { ...slack, name: 'Renamed', metadata: {} })
    slackApi().matchHeader('authorization', 'Bearer secret-bot-token-2').reply(200, { ok: true })
    expect((await test(body.id)).body.outcome).toBe('ok')
  })

  test('a changed configuration must prove itself again', async () => {
    const { create, update, test } = integrations(service)
    const { body } = await create()
    slackApi().reply(200, { ok: true })
    const { body: tested } = await test(body.id)
    const { body: changed } = await update(body.id, slack)
    expect(changed).toMatchObject({
      status: 'connecting',
      isHealthy: false,
      lastHealthCheck: tested.testedAt,
    })
  })

  test.each<[string, IntegrationInput, () => void, string]>([
    [
      'a missing permission',
      amazonConnect,
      () => {
        const headers = { 'x-amzn-errortype': 'AccessDeniedException' }
        nock('https://connect.eu-central-1.amazonaws.com').get(/.*/).reply(403, vendorText, headers)
      },
      'missing_permission',
    ],
    ['a limit on requests', slack, () => void slackApi().reply(429, vendorText), 'rate_limited'],
    ['a failure of the vendor', slack, () => void slackApi().reply(503, vendorText), 'vendor_unavailable'],
    ['an unknown answer', slack, () => void slackApi().reply(200, vendorText), 'unexpected_response'],
    [
      'a redirect, which is not followed',
      slack,
      () => void slackApi().reply(302, vendorText, { Location: 'https://slack.com/api/other' }),
      'unexpected_response',
    ],
  ])('%s is an outcome without the words of the vendor', async (_what, input, answer, outcome) => {
    answer()
    const { body } = await integrations(service).create(input)
    const { data } = await send(body.id)
    expect(data).toMatchObject({ outcome, integration: { status: 'error', isHealthy: false } })
    expect(JSON.stringify(data)).not.toContain(vendorText)
    expect(JSON.stringify(data)).not.toMatch(/secret-(bot-token|access-key|session-token)/)
  })

  test('without a network there is an outcome too', async () => {
    const { body } = await integrations(service).create()
    lookup = () => Promise.reject(new Error('getaddrinfo ENOTFOUND slack.com'))
    expect((await send(body.id)).data).toMatchObject({
      outcome: 'network_error',
      integration: { status: 'error', isHealthy: false },
    })
    lookup = publicHost
    slackApi().replyWithError(`connect ECONNREFUSED ${vendorText}`)
    const { data } = await send(body.id)
    expect(data.outcome).toBe('network_error')
    expect(JSON.stringify(data)).not.toContain(vendorText)
  })

  test.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1'])(
    'a host that resolves to %s is never called',
    async (address) => {
      const { body } = await integrations(service).create()
      lookup = () => Promise.resolve(['93.184.215.14', address])
      expect((await send(body.id)).data.outcome).toBe('blocked_host')
    },
  )

  test.each([
    ['ok', true],
    ['bad_credentials', false],
  ] as const)('an inactive integration stays inactive after %s, and its health is known', async (outcome, ok) => {
    const { create, disable, test } = integrations(service)
    const { body: created } = await create()
    await disable(created.id)
    slackApi().reply(200, ok ? { ok } : { ok, error: 'invalid_auth' })
    const { body } = await test(created.id)
    expect(body).toMatchObject({
      outcome,
      integration: { status: 'inactive', isHealthy: ok, lastHealthCheck: body.testedAt },
    })
  })

  test('an integration that is disabled during its test stays inactive', async () => {
    const { create, disable } = integrations(service)
    const { body } = await create()
    slackApi().reply(200, { ok: true })
    const tested = await whileTesting(
      () => disable(body.id),
      () => send(body.id),
    )
    expect(tested.data).toMatchObject({
      outcome: 'ok',
      integration: { status: 'inactive', isHealthy: true },
    })
  })

  test('a result is not recorded when the secret was changed during the test', async () => {
    const { create, update, read } = integrations(service)
    const { body } = await create()
    slackApi().matchHeader('authorization', 'Bearer secret-bot-token-1').reply(200, { ok: true })
    const tested = await whileTesting(
      () => update(body.id, { ...slack, metadata: { botToken: 'secret-bot-token-2' } }),
      () => send(body.id),
    )
    const { body: current } = await read(body.id)
    expect(tested.data).toMatchObject({ outcome: 'ok', integration: current })
    expect(current).toMatchObject({ status: 'connecting', isHealthy: false, lastHealthCheck: null })
  })

  test('a result is recorded when only the name was changed during the test', async () => {
    const { create, update } = integrations(service)
    const { body } = await create()
    slackApi().reply(200, { ok: true })
    const tested = await whileTesting(
      () => update(body.id, { ...slack, name: 'Renamed', metadata: {} }),
      () => send(body.id),
    )
    expect(tested.data.integration).toMatchObject({ name: 'Renamed', status: 'active' })
  })

  test('secrets that no longer open are an invalid configuration, and nobody is called', async () => {
    const { create, test } = integrations(service)
    const [{ body: one }, { body: other }] = [await create(), await create()]
    const copied = await service
      .db('integrations')
      .where({ id: other.id })
      .first<{ secrets: Record<string, string> }>('secrets')
    await service.db('integrations').where({ id: one.id }).update(copied)
    expect((await test(one.id)).body).toMatchObject({
      outcome: 'invalid_configuration',
      message: 'The stored secrets cannot be read any more. Enter them again.',
      integration: { status: 'error', isHealthy: false, configuredSecrets: ['botToken'] },
    })
  })

  test('a type that the server no longer knows is an invalid configuration', async () => {
    const { create, test } = integrations(service)
    const { body } = await create()
    await service.db('integrations').where({ id: body.id }).update({ type: 'FORGOTTEN' })
    expect((await test(body.id)).body).toMatchObject({
      outcome: 'invalid_configuration',
      message: 'This server does not know the integration type FORGOTTEN.',
      integration: { status: 'error', isHealthy: false },
    })
  })

  test('no transaction is open while the vendor is asked, with an Idempotency-Key neither', async () => {
    const { body } = await integrations(service).create()
    slackApi().reply(200, { ok: true })
    const tested = await whileTesting(
      async () => {
        const open: unknown[] = await service
          .db('pg_stat_activity')
          .whereRaw("datname = current_database() and state like 'idle in transaction%'")
          .select('query')
        expect(open).toEqual([])
      },
      () => send(body.id, 'slow'),
    )
    expect(tested.data.outcome).toBe('ok')
  })

  test('a repeat with the same Idempotency-Key gets the first answer without calling the vendor', async () => {
    const { body } = await integrations(service).create()
    let calls = 0
    nock('https://slack.com')
      .persist()
      .post('/api/auth.test')
      .reply(() => {
        calls += 1
        return [200, { ok: true }]
      })
    const first = await send(body.id, 'once')
    const again = await send(body.id, 'once')
    expect([again.response.status, again.data]).toEqual([200, first.data])
    expect([replayed(first), replayed(again)]).toEqual([null, 'true'])
    expect(calls).toBe(1)
    expect(replayed(await send(body.id, 'twice'))).toBeNull()
    expect(calls).toBe(2)
  })
})

describe('the record of changes', () => {
  test('has a test that found something else, with what it found, and none that found the same', async () => {
    const { create, test, disable } = integrations(service)
    const { body } = await create()
    await disable(body.id)
    const pointersOf = async () => {
      const { items } = await service.acme().changes.list({ resourceId: body.id, operation: 'testIntegration' })
      return items.map(({ difference }) => difference.map(({ pointer }) => pointer).sort())
    }
    for (const error of ['invalid_auth', 'invalid_auth', 'an_error_of_tomorrow']) {
      slackApi().reply(200, { ok: false, error })
      await test(body.id)
    }
    // The status and the health stay as they were: the first test only added what was not known.
    expect(await pointersOf()).toEqual([['/lastHealthCheck', '/lastTest/at', '/lastTest/message', '/lastTest/outcome']])
  })
})

describe('404', () => {
  test('an integration that is deleted during its test is not found', async () => {
    const { body } = await integrations(service).create()
    slackApi().reply(200, { ok: true })
    const tested = await whileTesting(
      () => service.acme().integrations.delete(body.id),
      () => refusal(send(body.id)),
    )
    expect(tested).toMatchObject({ status: 404, code: 'integration_not_found' })
  })
})
