import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { integrations, salesforce, slack, zendesk } from '../helpers/data/integrations.ts'
import { faultsOf } from '../helpers/faults.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { interceptVendors, nock } from '../helpers/vendors.ts'

interceptVendors()

let service: TestService
beforeAll(async () => {
  service = await startTestService({}, { lookup: async () => ['93.184.215.14'] })
})
afterEach(() => {
  const unused = nock.pendingMocks()
  nock.cleanAll()
  expect(unused).toEqual([])
})
afterAll(() => service.close())

const { type, metadata } = slack

function testUnsaved(body: Parameters<ReturnType<TestService['acme']>['integrations']['testUnsaved']>[0]) {
  return service.acme('Editor').integrations.testUnsaved(body)
}

function slackTakes(token: string, ok = true) {
  nock('https://slack.com')
    .post('/api/auth.test')
    .matchHeader('authorization', `Bearer ${token}`)
    .reply(200, ok ? { ok } : { ok, error: 'invalid_auth' })
}

const rowsOf = () => Promise.all(['integrations', 'idempotency_keys', 'changes'].map((table) => service.db(table)))

describe('200', () => {
  test.each([true, false])('tests what is sent, and stores nothing: %s', async (ok) => {
    const before = await rowsOf()
    slackTakes('secret-bot-token-1', ok)
    const { outcome, steps, errors } = await testUnsaved({ type, metadata })
    expect(outcome).toBe(ok ? 'ok' : 'bad_credentials')
    expect(steps.at(-1)).toMatchObject({ step: 'verdict', state: ok ? 'passed' : 'failed' })
    expect(errors.map(({ pointer }) => pointer)).toEqual(ok ? [] : ['/metadata/botToken'])
    expect(await rowsOf()).toEqual(before)
  })

  test('an Idempotency-Key does not make it stored either', async () => {
    const before = await rowsOf()
    slackTakes('secret-bot-token-1')
    const request = { method: 'POST', headers: { 'Idempotency-Key': 'a-key' }, body: { type, metadata } }
    expect(await service.request('/instances/acme/integrations/test', request)).toMatchObject({ status: 200 })
    expect(await rowsOf()).toEqual(before)
  })

  test('the stored secrets stand in for those that are left out, and the integration stays as it was', async () => {
    const { create, read } = integrations(service)
    const { body } = await create(zendesk)
    const asked = nock('https://acme.zendesk.com')
      .get(/users/)
      .basicAuth({ user: 'other@example.com/token', pass: 'secret-api-token-1' })
      .reply(200, { users: [] })
    const kept = { subdomain: 'acme', email: 'other@example.com' }
    expect(await testUnsaved({ type: 'ZENDESK', metadata: kept, integrationId: body.id })).toMatchObject({
      outcome: 'ok',
    })
    expect(asked.isDone()).toBe(true)
    expect((await read(body.id)).body).toEqual(body)
  })

  test('a secret that is sent is used in place of the stored one', async () => {
    const { body } = await integrations(service).create()
    slackTakes('secret-bot-token-2')
    const sent = { botToken: 'secret-bot-token-2' }
    expect(await testUnsaved({ type, metadata: sent, integrationId: body.id })).toMatchObject({ outcome: 'ok' })
  })
})

describe('400', () => {
  test('a body that breaks the contract is told every fault', async () => {
    const body = { type: 'slack', integrationId: 'a b', name: 'Support' }
    const refused = await service.request('/instances/acme/integrations/test', { method: 'POST', role: 'Editor', body })
    expect(faultsOf(refused).sort()).toEqual([
      'body /integrationId pattern',
      'body /metadata required',
      'body /name additionalProperties',
      'body /type pattern',
    ])
  })
})

describe('404', () => {
  test('an integration of another instance looks the same as a missing one', async () => {
    const { id } = await service.other().integrations.create(slack)
    for (const integrationId of [id, 'nothing']) {
      const refused = refusal(testUnsaved({ type, metadata: {}, integrationId }))
      expect(await refused).toMatchObject({ status: 404, code: 'integration_not_found' })
    }
  })
})

describe('422', () => {
  const pointersOf = async (sent: Promise<unknown>) => {
    const { code, errors } = await refusal(sent)
    return [code, ...errors.map(({ pointer, code }) => `${pointer} ${code}`)]
  }

  test('what could not be saved is not tested', async () => {
    const sent = { instanceUrl: 'https://acme.example', colour: 'red' }
    expect(await pointersOf(testUnsaved({ type: 'SALESFORCE', metadata: sent }))).toEqual([
      'invalid_integration',
      '/metadata/colour unknown',
      '/metadata/instanceUrl malformed',
      ...['consumerKey', 'consumerSecret', 'username', 'password'].map((key) => `/metadata/${key} missing`),
    ])
    expect(await pointersOf(testUnsaved({ type: 'SLAKC', metadata: {} }))).toContain('/type unknown')
  })

  test('another host, or another type, never gets a stored secret', async () => {
    const { body } = await integrations(service).create(salesforce)
    const { consumerSecret: _secret, password: _password, ...plain } = salesforce.metadata
    const moved = { ...plain, instanceUrl: 'https://other.my.salesforce.com' }
    const integrationId = body.id
    expect(await pointersOf(testUnsaved({ type: 'SALESFORCE', metadata: moved, integrationId }))).toEqual([
      'invalid_integration',
      '/metadata/consumerSecret secret_required',
      '/metadata/password secret_required',
    ])
    expect(await pointersOf(testUnsaved({ type, metadata: {}, integrationId }))).toContain('/integrationId other_type')
  })
})
