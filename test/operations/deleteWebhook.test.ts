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

describe('204', () => {
  test('a webhook is gone with its deliveries', async () => {
    const { body } = await webhooks(service).create()
    await service.acme().webhooks.test(body.id)
    await service.acme().webhooks.delete(body.id)
    await expect(service.acme().webhooks.get(body.id)).rejects.toMatchObject({ status: 404 })
    expect(await service.db('webhook_deliveries').where({ webhook_id: body.id })).toEqual([])
  })
})
