import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelPrices, sonnet } from '../helpers/data/model-prices.ts'
import { faultsOf } from '../helpers/faults.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

function set(body: unknown, headers: Record<string, string> = {}) {
  return service.request('/instances/acme/model-prices', { method: 'PUT', role: 'Editor', body, headers })
}

describe('200', () => {
  test('a price for another day is another price, for the same day it is replaced', async () => {
    const { set } = modelPrices(service)
    const model = 'anthropic/claude-sonnet-4.5'
    const { body: first } = await set({ model })
    expect(first).toMatchObject({ ...sonnet, model })
    const { body: next } = await set({ model, validFrom: '2026-12-01', input: 0.0000004 })
    const { body: corrected, etag } = await set({ model, output: 14.5 })
    expect(corrected).toEqual({ ...first, output: 14.5, etag, updatedAt: corrected.updatedAt })
    expect(etag).not.toBe(first.etag)
    expect((await service.acme('Viewer').modelPrices.list({ model })).items).toEqual([corrected, next])
  })

  test('cached input costs as other input where nothing else is said, also after another price', async () => {
    const { model, validFrom } = { model: 'plain', validFrom: '2026-11-01' }
    await set({ ...sonnet, model, validFrom })
    const { json } = await set({ model, validFrom, input: 2, output: 4 })
    expect(json).toMatchObject({ input: 2, cachedInput: 2, cacheWrite: 2, output: 4 })
  })

  test('many who set the price of one day at once make one price, and each leaves a record', async () => {
    const model = 'raced'
    const prices = await Promise.all([1, 2, 3, 4, 5, 6].map((input) => modelPrices(service).set({ model, input })))
    const { items } = await service.acme().modelPrices.list({ model })
    expect(items).toHaveLength(1)
    expect(new Set(prices.map(({ body }) => body.id))).toEqual(new Set([items[0]?.id]))
    const resourceId = items[0]?.id ?? ''
    const changes = await service.acme('Manager').changes.list({ resourceId, sort: 'sequence,asc' })
    expect(changes.items.map(({ kind }) => kind)).toEqual(['created', ...Array<string>(5).fill('updated')])
    expect(changes.items[0]).toMatchObject({ resource: { type: 'model_price', name: model }, etagAfter: '"1"' })
    expect(changes.items.at(-1)?.difference).toMatchObject([{ pointer: '/input', after: items[0]?.input }])
  })
})

describe('400', () => {
  test('every fault of the body is named, and nothing is set', async () => {
    const model = 'faulty'
    const refused = await set({ model, validFrom: '2026-02-30', input: -1, cachedInput: '1', output: 1e7, cost: 1 })
    expect(faultsOf(refused)).toEqual([
      'body /cachedInput type',
      'body /cost additionalProperties',
      'body /input minimum',
      'body /output maximum',
      'body /validFrom format',
    ])
    expect((await service.acme().modelPrices.list({ model })).items).toEqual([])
  })
})

describe('412', () => {
  test('a price that somebody else has set since is not set; as it is known, it is', async () => {
    const { body: seen } = await modelPrices(service).create()
    const { body: now } = await modelPrices(service).replace(seen.id, { input: 7 })
    const refused = await set({ ...now, input: 9 }, { 'If-Match': seen.etag })
    expect(refused).toMatchObject({ status: 412, json: { code: 'precondition_failed' } })
    expect(refused.headers.get('etag')).toBe(now.etag)
    expect((await modelPrices(service).read(seen.id)).body).toEqual(now)
    expect(await set({ ...now, input: 9 }, { 'If-Match': now.etag })).toMatchObject({ status: 200, json: { input: 9 } })
  })
})

describe('404', () => {
  test('who names a state of a price that is not there sets none', async () => {
    for (const tag of ['"1"', '*']) {
      const refused = await set({ ...sonnet, model: 'never-set' }, { 'If-Match': tag })
      expect(refused).toMatchObject({ status: 404, json: { code: 'model_price_not_found' } })
    }
    expect((await service.acme().modelPrices.list({ model: 'never-set' })).items).toEqual([])
  })
})
