import * as fc from 'fast-check'
import { afterAll, beforeAll } from 'vitest'
import type { ListModelPricesQuery, ModelPrice } from '../../sdk/src/index.ts'
import { toModelPrice, type ModelPriceRow } from '../../server/db/model-prices.ts'
import { describeList, inOrder, tyingTimes } from '../helpers/lists.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

const sorts = ['model,asc', 'model,desc', 'validFrom,asc', 'validFrom,desc'] as const

const models = ['gpt-4.1', 'GPT-4.1', 'openai/gpt-4.1', 'claude-opus-4-5', '😀', '\u0001'.repeat(256)]
const days = ['0001-01-01', '2026-11-01', '9999-12-31']
const rows: ModelPriceRow[] = models.flatMap((model, at) =>
  days.map((day, of) => ({
    instance_id: 'acme',
    id: `${at % 2 ? 'a' : 'A'}-${(at * 3 + of * 7) % 18}`,
    model,
    valid_from: day,
    input: at + 0.000001,
    cached_input: 0,
    cache_write: 1e6,
    output: 1e-12,
    revision: 1,
    ...tyingTimes(at),
  })),
)

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await service.db('model_prices').insert(rows)
  await service.db('model_prices').insert(rows.slice(0, 3).map((row) => ({ ...row, instance_id: 'other' })))
})
afterAll(() => service.close())

/** What the list must be, from the same prices in memory. */
function expected({ model, sort = 'model,asc' }: ListModelPricesQuery = {}): ModelPrice[] {
  return inOrder(
    rows.map(toModelPrice).filter((price) => model === undefined || price.model === model),
    sort,
  )
}

describeList<ListModelPricesQuery, ModelPrice>({
  service: () => service,
  path: '/instances/acme/model-prices',
  list: (query = {}) => service.acme('Viewer').modelPrices.list(query),
  listElsewhere: (query) => service.other('Viewer').modelPrices.list(query),
  expected,
  anyQuery: fc.record(
    { model: fc.constantFrom(...models, 'gpt-4', '%'), sort: fc.constantFrom(...sorts) },
    { requiredKeys: [] },
  ),
  sorted: sorts.map((sort) => ({ sort })),
  walked: {
    query: { model: 'gpt-4.1', sort: 'validFrom,desc' },
    others: [{ sort: 'validFrom,desc' }, { model: 'GPT-4.1', sort: 'validFrom,desc' }, { model: 'gpt-4.1' }],
  },
})
