import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../helpers/service.ts'
import { webhooks } from '../helpers/data/webhooks.ts'

let service: TestService
beforeAll(async () => {
  // No host has an address: nothing is sent.
  service = await startTestService({}, { lookup: async () => [] })
})
afterEach(() => webhooks(service).deleteAll())
afterAll(() => service.close())

const replace = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  webhooks(service).send(`/${id}`, { method: 'PUT', body, headers })

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
