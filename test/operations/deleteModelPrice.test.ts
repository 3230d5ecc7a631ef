import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelPrices } from '../helpers/data/model-prices.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

function remove(id: string) {
  return service.request(`/instances/acme/model-prices/${id}`, { method: 'DELETE', role: 'Editor' })
}

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
