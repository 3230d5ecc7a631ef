import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeConditionalRead } from '../helpers/etags.ts'
import { expectForeignLooksMissing } from '../helpers/foreign.ts'
import { faultsOf } from '../helpers/faults.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { webhooks } from '../helpers/data/webhooks.ts'

let service: TestService
let path: string
let created: Awaited<ReturnType<ReturnType<typeof webhooks>['read']>>
beforeAll(async () => {
  service = await startTestService({}, { lookup: async () => [] })
  const { body } = await webhooks(service).create()
  created = await webhooks(service).read(body.id)
  path = `/instances/acme/webhooks/${body.id}`
})
afterAll(() => service.close())

describeConditionalRead(() => ({ service, path, body: created.body, etag: created.etag }))

describe('400', () => {
  test('an identifier that cannot be one is refused', async () => {
    expect(faultsOf(await service.request('/instances/acme/webhooks/a%20b'))).toEqual(['path /webhookId pattern'])
  })
})

describe('404', () => {
  test('a webhook of another instance looks the same as a missing one', async () => {
    await expectForeignLooksMissing(service, `webhooks/${created.body.id}`, 'webhook_not_found')
  })
})
