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

const redeliver = (id: string, delivery: string) => webhooks(service).send(`/${id}/deliveries/${delivery}/redeliver`)

test('200: a delivery that was given up is sent again, under its id', async () => {
  const { body } = await webhooks(service).create()
  const { id } = await service.acme().webhooks.test(body.id)
  await service.db('webhook_deliveries').where({ id }).update({ status: 'failed', tries: 10, attempts: 10 })
  expect(await redeliver(body.id, id)).toMatchObject({ status: 200, json: { id, status: 'pending', attempts: 10 } })
  await until(async () =>
    expect((await service.acme().webhooks.deliveries.list(body.id)).items).toMatchObject([
      { id, status: 'pending', attempts: 11 },
    ]),
  )
})

test('404: a delivery of another webhook is none of this one', async () => {
  const [{ body: own }, { body: other }] = [await webhooks(service).create(), await webhooks(service).create()]
  const { id } = await service.acme().webhooks.test(other.id)
  expect(await redeliver(own.id, id)).toMatchObject({ status: 404, json: { code: 'webhook_delivery_not_found' } })
})

test('409: nothing is sent to a disabled webhook', async () => {
  const { body } = await webhooks(service).create()
  const { id } = await service.acme().webhooks.test(body.id)
  await service.acme().webhooks.update(body.id, { ...(await service.acme().webhooks.get(body.id)), enabled: false })
  expect(await redeliver(body.id, id)).toMatchObject({ status: 409, json: { code: 'webhook_disabled' } })
})
