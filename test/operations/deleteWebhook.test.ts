import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { describeConditionalChange } from '../helpers/etags.ts'
import { faultsOf } from '../helpers/faults.ts'
import { expectForeignLooksMissing } from '../helpers/foreign.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { webhooks } from '../helpers/data/webhooks.ts'

let service: TestService
beforeAll(async () => {
  // No host has an address: nothing is sent.
  service = await startTestService({}, { lookup: async () => [] })
})
afterEach(() => webhooks(service).deleteAll())
afterAll(() => service.close())

describeConditionalChange({
  create: () => webhooks(service).create(),
  changeElsewhere: (id) => webhooks(service).replace(id, { description: 'Theirs' }),
  read: (id) => webhooks(service).read(id),
  send: (id, headers) => webhooks(service).send(`/${id}`, { method: 'DELETE', headers }),
  success: 204,
})

describe('204', () => {
  test('a webhook is gone with its deliveries', async () => {
    const { body } = await webhooks(service).create()
    await service.acme().webhooks.test(body.id)
    await service.acme().webhooks.delete(body.id)
    await expect(service.acme().webhooks.get(body.id)).rejects.toMatchObject({ status: 404 })
    expect(await service.db('webhook_deliveries').where({ webhook_id: body.id })).toEqual([])
  })
})

describe('400', () => {
  test('an identifier that cannot be one is refused', async () => {
    const refused = await webhooks(service).send('/a%20b', { method: 'DELETE' })
    expect(faultsOf(refused)).toEqual(['path /webhookId pattern'])
  })
})

describe('404', () => {
  test('a webhook of another instance looks the same as a missing one, and stays', async () => {
    const { body } = await webhooks(service).create()
    await expectForeignLooksMissing(service, `webhooks/${body.id}`, 'webhook_not_found', { method: 'DELETE' })
    expect((await webhooks(service).read(body.id)).body.id).toBe(body.id)
  })
})
