import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelPrices } from '../helpers/data/model-prices.ts'
import { describeConditionalChange } from '../helpers/etags.ts'
import { faultsOf } from '../helpers/faults.ts'
import { expectForeignLooksMissing } from '../helpers/foreign.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

function remove(id: string, headers: Record<string, string> = {}) {
  return service.request(`/instances/acme/model-prices/${id}`, { method: 'DELETE', role: 'Editor', headers })
}

describeConditionalChange({
  create: () => modelPrices(service).create(),
  changeElsewhere: (id) => modelPrices(service).replace(id, { input: 7 }),
  read: (id) => modelPrices(service).read(id),
  send: remove,
  success: 204,
})

describe('204', () => {
  test('a price that was set for a wrong day is gone, and only that one', async () => {
    const { set } = modelPrices(service)
    const { body: kept } = await set({ model: 'kept' })
    const { body: wrong } = await set({ model: 'kept', validFrom: '2062-11-01' })
    expect(await remove(wrong.id)).toMatchObject({ status: 204, text: '' })
    expect((await service.acme().modelPrices.list({ model: 'kept' })).items).toEqual([kept])
    expect((await remove(wrong.id)).status).toBe(404)
  })
})

describe('400', () => {
  test('an identifier that cannot be one is refused', async () => {
    expect(faultsOf(await remove('a%20b'))).toEqual(['path /priceId pattern'])
  })
})

describe('404', () => {
  test('a price of another instance looks the same as a missing one, and stays', async () => {
    const { body } = await modelPrices(service).create()
    const options = { method: 'DELETE' }
    await expectForeignLooksMissing(service, `model-prices/${body.id}`, 'model_price_not_found', options)
    expect((await modelPrices(service).read(body.id)).body).toEqual(body)
  })
})
