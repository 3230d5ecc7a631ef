import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IntegrationInput } from '../../sdk/src/index.ts'
import { samples, typeOf, types } from '../integrations/connection-test/vendor.ts'
import { faultsOf } from '../helpers/faults.ts'
import { describeIdempotentCreation } from '../helpers/idempotency.ts'
import { amazonConnect, integrations, salesforce, slack, storedConfiguration } from '../helpers/data/integrations.ts'
import { refusal } from '../helpers/outcomes.ts'
import { expectReadBack } from '../helpers/creations.ts'
import { isExhaustive } from '../helpers/rounds.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const path = '/instances/acme/integrations'

function create(input: IntegrationInput, idempotencyKey?: string) {
  const acme = idempotencyKey === undefined ? service.keyless('Editor') : service.acme('Editor')
  return acme.integrations.create(input, { idempotencyKey }).withResponse()
}

/** What the SDK would not send, or its types do not know. */
function post(body: unknown, headers: Record<string, string> = {}) {
  return service.request(path, { method: 'POST', role: 'Editor', body, headers })
}

async function countIntegrations(): Promise<number> {
  const rows: unknown[] = await service.db('integrations').select('id')
  return rows.length
}

describe('201', () => {
  test('an integration begins as connecting, with its secrets named and not shown', async () => {
    const created = await integrations(service).create(amazonConnect)
    const { body } = created
    expect(body).toEqual({
      id: body.id,
      name: 'Contact center',
      description: null,
      type: 'AMAZON_CONNECT',
      metadata: {
        instanceId: '11111111-2222-3333-4444-555555555555',
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        region: 'eu-central-1',
      },
      configuredSecrets: ['secretAccessKey', 'sessionToken'],
      secretsExpireAt: null,
      status: 'connecting',
      isHealthy: false,
      lastHealthCheck: null,
      lastTest: null,
      consecutiveFailures: 0,
      createdAt: body.createdAt,
      etag: body.etag,
      updatedAt: body.createdAt,
    })
    await expectReadBack(service, 'integrations', created)
  })

  test('secrets are stored sealed, and nothing else in the database holds them', async () => {
    const created = await create(amazonConnect, 'sealed')
    const { body } = await integrations(service).create(amazonConnect)
    const { metadata, secrets } = await storedConfiguration(service, body.id)
    expect(metadata).toEqual(body.metadata)
    expect(Object.keys(secrets).sort()).toEqual(['secretAccessKey', 'sessionToken'])
    for (const envelope of Object.values(secrets)) expect(envelope).toMatch(/^v1\./)
    const rows: unknown = await Promise.all([service.db('integrations'), service.db('idempotency_keys')])
    for (const told of [rows, created.data]) {
      expect(JSON.stringify(told)).not.toContain('secret-access-key-1')
      expect(JSON.stringify(told)).not.toContain('secret-session-token-1')
    }
  })

  test.each<[string, IntegrationInput, string[]]>([
    ['only a secret', { name: 'A', type: 'GITLAB', metadata: { accessToken: 'secret-1' } }, ['accessToken']],
    ['no secret', { name: 'B', type: 'WEBHOOK', metadata: { url: 'https://hooks.example.com/in' } }, []],
  ])('optional fields may be left out: %s', async (_what, input, configuredSecrets) => {
    expect((await integrations(service).create(input)).body.configuredSecrets).toEqual(configuredSecrets)
  })

  test('two integrations may have the same name', async () => {
    const { create } = integrations(service)
    const [first, second] = await Promise.all([create(), create()])
    expect(first.body.id).not.toBe(second.body.id)
  })

  // One that has only secrets, one with a choice, and one whose secret is a token of three parts.
  const representative = ['SLACK', 'HTTP', 'RINGCENTRAL']
  test.each(isExhaustive() ? [...types.keys()] : representative)(
    'an integration can be created with every field of %s',
    async (type) => {
      const plain = samples(typeOf(type), false)
      const secret = {
        ...samples(typeOf(type), true),
        ...(type === 'RINGCENTRAL' && { jwt: 'aaaa.bbbb.cccc' }),
      }
      const created = await post({ name: type, type, metadata: { ...plain, ...secret } })
      expect(created).toMatchObject({
        status: 201,
        json: { metadata: plain, configuredSecrets: Object.keys(secret).sort() },
      })
    },
  )
})

describeIdempotentCreation({
  service: () => service,
  collection: 'integrations',
  input: (name) => ({ ...slack, name }),
  broken: { ...slack, name: '' },
})

describe('400', () => {
  test('beside a fault of the contract, those of the type are told in the same answer', async () => {
    const refused = await post({ ...slack, name: '', metadata: { botToken: 'nope', colour: 'red' } })
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'body /metadata/botToken malformed',
      'body /metadata/colour unknown',
      'body /name minLength',
    ])
    const unknown = await post({ ...slack, name: '', type: 'SLAKC' })
    expect(faultsOf(unknown)).toEqual(['body /name minLength', 'body /type unknown'])
    const malformed = await post({ ...slack, name: '', type: 'slack', metadata: [] })
    expect(faultsOf(malformed)).toEqual(['body /metadata type', 'body /name minLength', 'body /type pattern'])
  })

  test('a name that cannot be written is told once, as it was sent, beside the other faults', async () => {
    const body = String.raw`{"name":"","type":"SLACK","metadata":{"a\"b":1,"botToken":"nope","__proto__":2},"c\"d":3}`
    expect(faultsOf(await post(body))).toEqual([
      'body /c"d key',
      'body /metadata/__proto__ key',
      'body /metadata/a"b key',
      'body /metadata/botToken malformed',
      'body /name minLength',
    ])
  })

  test('every fault of the body is named with its pointer, and nothing is stored', async () => {
    const before = await countIntegrations()
    const refused = await post({
      description: 'd'.repeat(2001),
      type: 'slack',
      metadata: ['secret-bot-token-1'],
      state: 'active',
      id: 'not one',
    })
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'body /description maxLength',
      'body /metadata type',
      'body /name required',
      'body /state additionalProperties',
      'body /type pattern',
    ])
    expect(refused.text).not.toContain('secret-bot-token-1')
    expect(await countIntegrations()).toBe(before)
  })

  test.each<[string, unknown, string]>([
    ['a blank name', { ...slack, name: ' \t ' }, 'body /name pattern'],
    ['a name that is too long', { ...slack, name: 'n'.repeat(257) }, 'body /name maxLength'],
    ['no metadata', { name: 'A', type: 'SLACK' }, 'body /metadata required'],
    ['metadata that is null', { ...slack, metadata: null }, 'body /metadata type'],
    [
      'metadata of more than 64 fields',
      { ...slack, metadata: Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`f${at}`, 'v'])) },
      'body /metadata maxProperties',
    ],
    ['a NUL character', { ...slack, metadata: { botToken: 'a\0b' } }, 'body /metadata/botToken nul'],
  ])('%s is refused', async (_what, body, fault) => {
    const refused = await post(body)
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)).toEqual([fault])
  })
})

describe('422', () => {
  test('an unknown type is pointed at', async () => {
    const before = await countIntegrations()
    expect(await post({ ...slack, type: 'CARRIER_PIGEON' })).toMatchObject({
      status: 422,
      json: {
        code: 'invalid_integration',
        errors: [
          {
            in: 'body',
            pointer: '/type',
            code: 'unknown',
            message: 'There is no integration type CARRIER_PIGEON. Choose one from the list of integration types.',
          },
        ],
      },
    })
    expect(await countIntegrations()).toBe(before)
  })

  test('every field that does not fit is named by its label, no value is repeated, and nothing is stored', async () => {
    const before = await countIntegrations()
    const metadata = {
      instanceId: 'not an instance',
      accessKeyId: 1234567890123456,
      secretAccessKey: '••••••••',
      sessionToken: 'secret token with spaces',
      apiKey: 'secret-of-another-vendor',
    }
    const refused = await post({ ...amazonConnect, metadata })
    expect(refused).toMatchObject({ status: 422, json: { code: 'invalid_integration' } })
    expect(refused.json).toHaveProperty('errors', [
      {
        in: 'body',
        pointer: '/metadata/apiKey',
        code: 'unknown',
        message:
          '"apiKey" is no field of Amazon Connect. Its fields are instanceId, accessKeyId, secretAccessKey, region and sessionToken.',
      },
      {
        in: 'body',
        pointer: '/metadata/instanceId',
        code: 'malformed',
        message:
          'Instance ID is not valid (last part of the instance ARN). An example is "11111111-2222-3333-4444-555555555555".',
      },
      {
        in: 'body',
        pointer: '/metadata/accessKeyId',
        code: 'malformed',
        message: 'Access Key ID must be text.',
      },
      {
        in: 'body',
        pointer: '/metadata/secretAccessKey',
        code: 'masked',
        message: 'Secret Access Key looks like a mask. Send the secret itself, or leave it out to keep the stored one.',
      },
      { in: 'body', pointer: '/metadata/region', code: 'missing', message: 'Region is missing.' },
      {
        in: 'body',
        pointer: '/metadata/sessionToken',
        code: 'malformed',
        message:
          'Session Token must have 8 or more characters, none of them a space or beyond ASCII (only for temporary (ASIA...) keys).',
      },
    ])
    for (const value of Object.values(metadata)) expect(refused.text).not.toContain(String(value))
    expect(await countIntegrations()).toBe(before)
  })

  test.each([...types.keys()])('%s names what is missing and what it does not know', async (type) => {
    const asked = Object.keys({ ...samples(typeOf(type), false), ...samples(typeOf(type), true) })
    const required = typeOf(type).fields.filter(({ key, required, when }) => required || (when && asked.includes(key)))
    const refused = await post({ name: type, type, metadata: { noSuchField: 'x' } })
    expect(refused.status).toBe(422)
    expect(faultsOf(refused)).toEqual(
      ['noSuchField unknown', ...required.map(({ key }) => `${key} missing`)]
        .map((fault) => `body /metadata/${fault}`)
        .sort(),
    )
  })

  test.each<[string, IntegrationInput, string]>([
    ['an empty secret', { ...slack, metadata: { botToken: '' } }, 'body /metadata/botToken missing'],
    [
      'a host of somebody else',
      { ...salesforce, metadata: { ...salesforce.metadata, instanceUrl: 'https://evil.example' } },
      'body /metadata/instanceUrl malformed',
    ],
  ])('%s is refused', async (_what, input, fault) => {
    const refused = await refusal(create(input))
    expect(refused).toMatchObject({ status: 422, code: 'invalid_integration' })
    expect(faultsOf(refused)).toEqual([fault])
  })

  test.each<[string, unknown, string]>([
    ['a missing secret', { ...slack, metadata: {} }, 'body /metadata/botToken missing'],
    ['a secret that is null', { ...slack, metadata: { botToken: null } }, 'body /metadata/botToken malformed'],
    [
      'a field of a choice that was not made',
      {
        name: 'A',
        type: 'HTTP',
        metadata: { baseUrl: 'https://api.example.com', authType: 'none', token: 'secret-1' },
      },
      'body /metadata/token not_allowed',
    ],
    [
      'a missing field of the choice that was made',
      { name: 'A', type: 'HTTP', metadata: { baseUrl: 'https://api.example.com', authType: 'bearer' } },
      'body /metadata/token missing',
    ],
  ])('%s is refused', async (_what, body, fault) => {
    const refused = await post(body)
    expect(refused).toMatchObject({ status: 422, json: { code: 'invalid_integration' } })
    expect(faultsOf(refused)).toEqual([fault])
  })

  test('a key that was used with another secret is refused and creates nothing', async () => {
    await create(slack, 'reused')
    const before = await countIntegrations()
    const other = await refusal(create({ ...slack, metadata: { botToken: 'secret-2' } }, 'reused'))
    expect(other).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect(faultsOf(other)).toEqual(['header /idempotency-key reused'])
    expect(await countIntegrations()).toBe(before)
  })

  test('a refusal is replayed too', async () => {
    const send = () => post({ ...slack, metadata: {} }, { 'Idempotency-Key': 'refused' })
    const [first, again] = [await send(), await send()]
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again).toMatchObject({ status: 422, json: { code: 'invalid_integration' } })
    expect(faultsOf(again)).toEqual(faultsOf(first))
  })
})
