import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
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

test('200: an event waits to be sent; where it gets nowhere, the delivery says so', async () => {
  const { body } = await webhooks(service).create()
  const { webhooks: acme } = service.acme()
  const delivery = await acme.test(body.id)
  expect(delivery).toMatchObject({ type: 'webhook.test', sequence: null, status: 'pending', attempts: 0 })
  await expect
    .poll(async () => (await acme.deliveries.list(body.id)).items, { timeout: 8000 })
    .toMatchObject([{ id: delivery.id, attempts: 1, failure: 'network_error', httpStatus: null }])
})

test('400: an identifier that cannot be one, or a body, is refused', async () => {
  expect(faultsOf(await webhooks(service).send('/a%20b/test'))).toEqual(['path /webhookId pattern'])
})

test('404: a webhook of another instance looks the same as a missing one', async () => {
  const { body } = await webhooks(service).create()
  await expectForeignLooksMissing(service, `webhooks/${body.id}/test`, 'webhook_not_found', { method: 'POST' })
})

test('409: nothing is sent to a disabled webhook', async () => {
  const { body } = await webhooks(service).create({ enabled: false })
  expect(await webhooks(service).send(`/${body.id}/test`)).toMatchObject({ json: { code: 'webhook_disabled' } })
})

describe('429', () => {
  let limited: TestService
  beforeAll(async () => {
    limited = await startTestService({ connectionTestsPerMinute: 2 }, { lookup: async () => [] })
  })
  afterAll(() => limited.close())

  test.each(['/test', '/replay', '/deliveries/any/redeliver'])('%s has a limit of its own', async (action) => {
    const { body } = await webhooks(limited).create()
    const send = () =>
      webhooks(limited).send(`/${body.id}${action}`, { ...(action === '/replay' && { body: { from: 1, to: 2 } }) })
    const statuses = [await send(), await send(), await send()].map(({ status }) => status)
    expect(statuses.map((status) => status === 429)).toEqual([false, false, true])
  })
})
