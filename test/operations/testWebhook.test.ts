import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
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
  await until(async () =>
    expect((await acme.deliveries.list(body.id)).items).toMatchObject([
      { id: delivery.id, attempts: 1, failure: 'network_error', httpStatus: null },
    ]),
  )
})

test('409: nothing is sent to a disabled webhook', async () => {
  const { body } = await webhooks(service).create({ enabled: false })
  expect(await webhooks(service).send(`/${body.id}/test`)).toMatchObject({ json: { code: 'webhook_disabled' } })
})
