import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListWebhooksQuery, Webhook } from '../../sdk/src/index.ts'
import { toWebhook, type WebhookRow } from '../../server/db/webhooks.ts'
import { faultsOf } from '../helpers/faults.ts'
import { describeList, inOrder } from '../helpers/lists.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

const sorts = ['createdAt,asc', 'createdAt,desc'] as const

const rows: WebhookRow[] = Array.from({ length: 9 }, (_, at) => ({
  instance_id: 'acme',
  id: `${at % 2 ? 'a' : 'A'}-${(at * 4) % 9}`,
  url: `https://hooks.example.test/${at}`,
  events: ['agent.created'],
  description: at % 3 ? `Number ${at}` : null,
  enabled: false,
  disabled_reason: at % 2 ? 'gone' : null,
  secrets: {},
  position: 0,
  hangs: false,
  revision: 1,
  created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, 0, at % 3)).toISOString(),
  updated_at: new Date(Date.UTC(2026, 1, 1)).toISOString(),
}))

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await service.db('webhooks').insert(rows)
  await service.db('webhooks').insert(rows.slice(0, 3).map((row) => ({ ...row, instance_id: 'other' })))
})
afterAll(() => service.close())

const list = (query: ListWebhooksQuery = {}) => service.acme().webhooks.list(query)

function expected({ sort = 'createdAt,desc' }: ListWebhooksQuery = {}): Webhook[] {
  return inOrder(rows.map(toWebhook), sort)
}

describeList<ListWebhooksQuery, Webhook>({
  service: () => service,
  path: '/instances/acme/webhooks',
  list,
  listElsewhere: (query) => service.other().webhooks.list(query),
  expected,
  anyQuery: fc.record({ sort: fc.constantFrom(...sorts) }, { requiredKeys: [] }),
  sorted: sorts.map((sort) => ({ sort })),
  walked: { query: { sort: 'createdAt,asc' }, others: [{ sort: 'createdAt,desc' }] },
})

describe('400', () => {
  test('an unknown sort is refused', async () => {
    const refused = await service.request('/instances/acme/webhooks?sort=url,asc')
    expect(faultsOf(refused)).toEqual(['query /sort enum'])
  })
})
