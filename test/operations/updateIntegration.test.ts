import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IntegrationInput, IntegrationUpdate } from '../../sdk/src/index.ts'
import { faultsOf } from '../helpers/faults.ts'
import {
  amazonConnect,
  integrations,
  putInStatus,
  salesforce,
  slack,
  storedConfiguration,
  zendesk,
} from '../helpers/data/integrations.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { countLockWaits } from '../helpers/lock-waits.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

function update(id: string, input: IntegrationUpdate, ifMatch?: string) {
  return service.acme('Editor').integrations.update(id, input, { ifMatch }).withResponse()
}

/** What the SDK would not send, or its types do not know. */
function put(id: string, body: unknown, headers: Record<string, string> = {}) {
  return service.request(`/instances/acme/integrations/${id}`, {
    method: 'PUT',
    role: 'Editor',
    body,
    headers,
  })
}

/** Created and then healthy, so that a fall back to `connecting` shows. */
async function createActive(input: IntegrationInput) {
  const { create, read } = integrations(service)
  const { body } = await create(input)
  await putInStatus(service, body.id, 'active')
  return read(body.id)
}

/** Holds an integration until both of two changes have begun and wait for it. */
async function whileLocked<Answer>(id: string, sendTwo: () => Promise<Answer>): Promise<Answer> {
  const transaction = await service.db.transaction()
  await transaction('integrations').where({ instance_id: 'acme', id }).forUpdate().select('id')
  const sent = sendTwo()
  try {
    await until(async () => expect(await countLockWaits(service.db)).toBe(2))
  } finally {
    await transaction.rollback()
  }
  return sent
}

describe('200', () => {
  test('a new name and description leave secrets, status and health alone', async () => {
    const { body: before, etag: etagBefore } = await createActive(amazonConnect)
    const stored = await storedConfiguration(service, before.id)
    const { secretAccessKey: _secret, sessionToken: _other, ...metadata } = amazonConnect.metadata
    const { body, etag } = await integrations(service).update(before.id, {
      name: 'Contact center EU',
      description: 'Telephone.',
      type: 'AMAZON_CONNECT',
      metadata,
    })
    expect(body).toEqual({
      ...before,
      name: 'Contact center EU',
      description: 'Telephone.',
      etag: body.etag,
      updatedAt: body.updatedAt,
    })
    expect(body.updatedAt >= before.updatedAt).toBe(true)
    expect(etag).not.toBe(etagBefore)
    expect(await storedConfiguration(service, before.id)).toEqual(stored)
    expect(await integrations(service).read(before.id)).toMatchObject({ body, etag })
  })

  test('a description that is left out is gone', async () => {
    const { body } = await integrations(service).create({ ...slack, description: 'Posts hand-overs.' })
    const { description: _left, ...rest } = slack
    expect((await integrations(service).update(body.id, rest)).body.description).toBeNull()
  })

  test('a changed field makes it connecting and unhealthy, and keeps the secrets', async () => {
    const { body: before } = await createActive(zendesk)
    const { secrets } = await storedConfiguration(service, before.id)
    const { apiToken: _secret, ...plain } = zendesk.metadata
    const metadata = { ...plain, email: 'other@example.com' }
    const { body } = await integrations(service).update(before.id, { ...zendesk, metadata })
    expect(body).toEqual({
      ...before,
      metadata,
      status: 'connecting',
      isHealthy: false,
      etag: body.etag,
      updatedAt: body.updatedAt,
    })
    expect((await storedConfiguration(service, before.id)).secrets).toEqual(secrets)
  })

  test('a field that is left out is gone', async () => {
    const input = {
      name: 'Own API',
      type: 'HTTP',
      metadata: { baseUrl: 'https://api.example.com', testPath: '/health', authType: 'none' },
    } satisfies IntegrationInput
    const { body: before } = await createActive(input)
    const { testPath: _left, ...rest } = input.metadata
    const { body } = await integrations(service).update(before.id, { ...input, metadata: rest })
    expect(body).toMatchObject({ metadata: rest, status: 'connecting' })
    expect(body.metadata).not.toHaveProperty('testPath')
  })

  test('a new secret takes the place of the old one, sealed, and must prove itself', async () => {
    const { body: before } = await createActive(zendesk)
    const { secrets } = await storedConfiguration(service, before.id)
    const metadata = { ...zendesk.metadata, apiToken: 'secret-api-token-2' }
    const { body } = await integrations(service).update(before.id, { ...zendesk, metadata })
    expect(body).toMatchObject({
      metadata: before.metadata,
      configuredSecrets: ['apiToken'],
      status: 'connecting',
    })
    const { secrets: replaced } = await storedConfiguration(service, before.id)
    expect(replaced['apiToken']).toMatch(/^v1\./)
    expect(replaced['apiToken']).not.toBe(secrets['apiToken'])
    expect(JSON.stringify([body, replaced])).not.toContain('secret-api-token')
  })

  test('null clears an optional secret', async () => {
    const { body: before } = await createActive(amazonConnect)
    const { secrets } = await storedConfiguration(service, before.id)
    const { secretAccessKey: _kept, ...plain } = amazonConnect.metadata
    const metadata = { ...plain, sessionToken: null }
    const { body } = await integrations(service).update(before.id, { ...amazonConnect, metadata })
    expect(body).toMatchObject({ configuredSecrets: ['secretAccessKey'], status: 'connecting' })
    expect(await storedConfiguration(service, before.id)).toEqual({
      metadata: before.metadata,
      secrets: { secretAccessKey: secrets['secretAccessKey'] },
    })
  })

  test('a secret of a choice that is no longer made is dropped', async () => {
    const input = {
      name: 'Own API',
      type: 'HTTP',
      metadata: { baseUrl: 'https://api.example.com', authType: 'bearer', token: 'secret-token-1' },
    } satisfies IntegrationInput
    const { body: before } = await createActive(input)
    const { body } = await integrations(service).update(before.id, {
      ...input,
      metadata: { baseUrl: 'https://api.example.com', authType: 'none' },
    })
    expect(body).toMatchObject({ configuredSecrets: [], status: 'connecting' })
    expect((await storedConfiguration(service, before.id)).secrets).toEqual({})
  })

  test('another host is accepted together with all the secrets', async () => {
    const { body: before } = await createActive(salesforce)
    const metadata = { ...salesforce.metadata, instanceUrl: 'https://other.my.salesforce.com' }
    const { body } = await integrations(service).update(before.id, { ...salesforce, metadata })
    expect(body).toMatchObject({
      metadata: { ...before.metadata, instanceUrl: 'https://other.my.salesforce.com' },
      configuredSecrets: ['consumerSecret', 'password'],
      status: 'connecting',
    })
  })

  test('a slash at the end of a URL is no other host', async () => {
    const { body: before } = await createActive(salesforce)
    const { consumerSecret: _secret, password: _other, ...plain } = salesforce.metadata
    const metadata = { ...plain, instanceUrl: 'https://acme.my.salesforce.com/' }
    const { body } = await integrations(service).update(before.id, { ...salesforce, metadata })
    expect(body.configuredSecrets).toEqual(['consumerSecret', 'password'])
  })

  test('an inactive integration stays inactive whatever changes, and is unhealthy until it is tested', async () => {
    const { body: created } = await createActive(zendesk)
    await integrations(service).disable(created.id)
    const metadata = { ...zendesk.metadata, subdomain: 'other' }
    const { body } = await integrations(service).update(created.id, { ...zendesk, metadata })
    expect(body).toMatchObject({ metadata: { subdomain: 'other' }, status: 'inactive', isHealthy: false })
  })

  test('an integration in error stays so until its configuration changes', async () => {
    const { body: created } = await integrations(service).create(zendesk)
    await putInStatus(service, created.id, 'error')
    const { apiToken: _secret, ...metadata } = zendesk.metadata
    const rename = { ...zendesk, name: 'Renamed', metadata }
    expect((await integrations(service).update(created.id, rename)).body.status).toBe('error')
    expect((await integrations(service).update(created.id, zendesk)).body.status).toBe('connecting')
  })

  test.each<[string, (etag: string) => string]>([
    ['the current ETag', (etag) => etag],
    ['a list with the current ETag', (etag) => `"77", ${etag}`],
    ['*', () => '*'],
  ])('If-Match may be %s', async (_what, ifMatch) => {
    const { body, etag } = await integrations(service).create()
    expect((await put(body.id, slack, { 'If-Match': ifMatch(etag) })).status).toBe(200)
  })
})

describe('400', () => {
  test('beside a fault of the contract, those of the type are told, but nothing of what may be stored', async () => {
    const { body: integration } = await integrations(service).create(amazonConnect)
    const put = (metadata: object) =>
      service.request(`/instances/acme/integrations/${integration.id}`, {
        method: 'PUT',
        body: { ...integration, name: '', metadata: { ...integration.metadata, ...metadata } },
      })
    expect(faultsOf(await put({ sessionToken: null, region: 'nowhere' }))).toEqual([
      'body /metadata/region malformed',
      'body /name minLength',
    ])
    expect(faultsOf(await put({ instanceId: undefined }))).toEqual([
      'body /metadata/instanceId missing',
      'body /name minLength',
    ])
  })

  test('every fault of the body is named with its pointer, and nothing changes', async () => {
    const { body } = await integrations(service).create()
    const refused = await put(body.id, {
      name: '',
      description: 5,
      metadata: 'secret-bot-token-2',
      healthy: true,
    })
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'body /description type',
      'body /healthy additionalProperties',
      'body /metadata type',
      'body /name minLength',
      'body /type required',
    ])
    expect(refused.text).not.toContain('secret-bot-token')
    expect((await integrations(service).read(body.id)).body).toEqual(body)
  })
})

describe('412', () => {
  test('of two changes at the same time that are based on the same state, one wins', async () => {
    const { body, etag } = await integrations(service).create()
    const [one, other] = await whileLocked(body.id, () =>
      Promise.all(['One', 'Other'].map((name) => put(body.id, { ...slack, name }, { 'If-Match': etag }))),
    )
    const [winner, loser] = one?.status === 200 ? [one, other] : [other, one]
    expect(winner?.status).toBe(200)
    expect(loser?.status).toBe(412)
    expect(loser?.headers.get('etag')).toBe(winner?.headers.get('etag'))
    expect((await integrations(service).read(body.id)).body).toEqual(winner?.json)
  })

  test('a connection test is such a change too', async () => {
    const { body, etag } = await integrations(service).create()
    await service.db('integrations').where({ id: body.id }).update({ type: 'FORGOTTEN' })
    await integrations(service).test(body.id)
    await service.db('integrations').where({ id: body.id }).update({ type: 'SLACK' })
    await expect(update(body.id, slack, etag)).rejects.toMatchObject({ status: 412 })
  })
})

describe('422', () => {
  test('the type cannot change', async () => {
    const { body } = await integrations(service).create()
    await expect(update(body.id, zendesk)).rejects.toMatchObject({
      status: 422,
      code: 'invalid_integration',
      errors: [
        {
          in: 'body',
          pointer: '/type',
          code: 'fixed',
          message: 'The type of an integration cannot change. Create another integration.',
        },
      ],
    })
    expect((await integrations(service).read(body.id)).body).toEqual(body)
  })

  test('an unknown type is pointed at', async () => {
    const { body } = await integrations(service).create()
    const refused = await put(body.id, { ...slack, type: 'CARRIER_PIGEON' })
    expect(refused.status).toBe(422)
    expect(faultsOf(refused)).toEqual(['body /type unknown'])
  })

  test('another host asks for every secret again, and changes nothing without them', async () => {
    const { body, etag } = await createActive(salesforce)
    const stored = await storedConfiguration(service, body.id)
    const { consumerSecret: _secret, password: _other, ...plain } = salesforce.metadata
    const metadata = { ...plain, instanceUrl: 'https://other.my.salesforce.com' }
    const refused = await refusal(update(body.id, { ...salesforce, metadata }))
    expect(refused).toMatchObject({ status: 422, code: 'invalid_integration' })
    expect(refused.errors).toEqual([
      {
        in: 'body',
        pointer: '/metadata/consumerSecret',
        code: 'secret_required',
        message: 'Consumer Secret must be sent again, because Instance URL changes.',
      },
      {
        in: 'body',
        pointer: '/metadata/password',
        code: 'secret_required',
        message: 'Password + Security Token must be sent again, because Instance URL changes.',
      },
    ])
    expect(await integrations(service).read(body.id)).toMatchObject({ body, etag })
    expect(await storedConfiguration(service, body.id)).toEqual(stored)
  })

  test('one of two secrets is not enough for another host', async () => {
    const { body } = await integrations(service).create(salesforce)
    const { consumerSecret: _left, ...kept } = salesforce.metadata
    const metadata = { ...kept, instanceUrl: 'https://other.my.salesforce.com' }
    const refused = await refusal(update(body.id, { ...salesforce, metadata }))
    expect(faultsOf(refused)).toEqual(['body /metadata/consumerSecret secret_required'])
  })

  test('a default host that is left behind is another host too', async () => {
    const input = {
      name: 'Code',
      type: 'GITLAB',
      metadata: { accessToken: 'secret-access-token-1' },
    } satisfies IntegrationInput
    const { body } = await integrations(service).create(input)
    const metadata = { baseUrl: 'https://git.example.com' }
    const refused = await refusal(update(body.id, { ...input, metadata }))
    expect(faultsOf(refused)).toEqual(['body /metadata/accessToken secret_required'])
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['a mask that is sent back', { secretAccessKey: '********' }, '/metadata/secretAccessKey masked'],
    ['null for a required secret', { secretAccessKey: null }, '/metadata/secretAccessKey malformed'],
    ['null for a field in clear', { accessKeyId: null }, '/metadata/accessKeyId malformed'],
    ['a field of another type', { botToken: 'secret-bot-token-1' }, '/metadata/botToken unknown'],
  ])('%s is refused, and changes nothing', async (_what, changes, fault) => {
    const { body } = await integrations(service).create(amazonConnect)
    const stored = await storedConfiguration(service, body.id)
    const refused = await put(body.id, { ...amazonConnect, metadata: { ...body.metadata, ...changes } })
    expect(refused).toMatchObject({ status: 422, json: { code: 'invalid_integration' } })
    expect(faultsOf(refused)).toEqual([`body ${fault}`])
    expect((await integrations(service).read(body.id)).body).toEqual(body)
    expect(await storedConfiguration(service, body.id)).toEqual(stored)
  })

  test('a secret that was never stored cannot be left out', async () => {
    const input = {
      name: 'Own API',
      type: 'HTTP',
      metadata: { baseUrl: 'https://api.example.com', authType: 'none' },
    } satisfies IntegrationInput
    const { body } = await integrations(service).create(input)
    const refused = await put(body.id, { ...input, metadata: { ...input.metadata, authType: 'bearer' } })
    expect(faultsOf(refused)).toEqual(['body /metadata/token missing'])
  })
})
