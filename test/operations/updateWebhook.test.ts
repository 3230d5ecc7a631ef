import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { describeConditionalChange } from '../helpers/etags.ts'
import { faultsOf } from '../helpers/faults.ts'
import { expectForeignLooksMissing } from '../helpers/foreign.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { webhookInput, webhooks } from '../helpers/data/webhooks.ts'

let service: TestService
beforeAll(async () => {
  // No host has an address: nothing is sent.
  service = await startTestService({}, { lookup: async () => [] })
})
afterEach(() => webhooks(service).deleteAll())
afterAll(() => service.close())

const replace = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  webhooks(service).send(`/${id}`, { method: 'PUT', body, headers })

describeConditionalChange({
  create: () => webhooks(service).create(),
  changeElsewhere: (id) => webhooks(service).replace(id, { description: 'Theirs' }),
  read: (id) => webhooks(service).read(id),
  send: (id, headers) => replace(id, webhookInput({ description: 'Mine' }), headers),
  success: 200,
})

describe('200', () => {
  test('a webhook is replaced: what is left out becomes empty, and the secret stays', async () => {
    const { body: before } = await webhooks(service).create({ description: 'x' })
    const secrets = () => service.db('webhooks').where({ id: before.id }).first('secrets')
    const sealed: unknown = await secrets()
    const { body } = await webhooks(service).replace(before.id, {
      url: 'https://new.example.test/',
      events: ['user.created'],
    })
    const { secret: _secret, ...rest } = before
    expect(body).toEqual({
      ...rest,
      url: 'https://new.example.test/',
      events: ['user.created'],
      description: null,
      etag: '"2"',
      updatedAt: body.updatedAt,
    })
    expect(await secrets()).toEqual(sealed)
  })

  test('what was read may be sent back, which changes nothing', async () => {
    const { body: before } = await webhooks(service).create()
    const { body } = await webhooks(service).read(before.id)
    expect(await replace(before.id, body)).toMatchObject({ status: 200, json: body })
  })

  test('the reason of the service stays until the webhook is enabled', async () => {
    const { body } = await webhooks(service).create({ enabled: false })
    await service.db('webhooks').where({ id: body.id }).update({ disabled_reason: 'gone' })
    expect((await webhooks(service).replace(body.id, { enabled: false })).body.disabledReason).toBe('gone')
    expect((await webhooks(service).replace(body.id, { enabled: true })).body.disabledReason).toBeNull()
    expect((await webhooks(service).replace(body.id, { enabled: false })).body.disabledReason).toBeNull()
  })
})

describe('400', () => {
  test('faults of the path, a header and the body are named together', async () => {
    const refused = await replace('a%20b', { ...webhookInput(), enabled: 1 }, { 'If-Match': '' })
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)).toEqual(['body /enabled type', 'header /if-match minLength', 'path /webhookId pattern'])
  })
})

describe('404', () => {
  test('a webhook of another instance looks the same as a missing one, and stays as it is', async () => {
    const { body, etag } = await webhooks(service).create()
    const options = { method: 'PUT', body: webhookInput() }
    await expectForeignLooksMissing(service, `webhooks/${body.id}`, 'webhook_not_found', options)
    expect((await webhooks(service).read(body.id)).etag).toBe(etag)
  })
})

describe('413 and 415', () => {
  test('a body that is too large, or of another media type', async () => {
    expect((await replace('any', { ...webhookInput(), description: 'x'.repeat(70_000) })).status).toBe(413)
    expect((await replace('any', JSON.stringify(webhookInput()), { 'Content-Type': 'text/plain' })).status).toBe(415)
  })
})
