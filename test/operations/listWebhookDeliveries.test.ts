import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListWebhookDeliveriesQuery, WebhookDelivery } from '../../sdk/src/index.ts'
import { toDelivery, type DeliveryRow } from '../../server/db/webhook-deliveries.ts'
import { faultsOf } from '../helpers/faults.ts'
import { describeList, inOrder } from '../helpers/lists.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

const statuses = ['pending', 'delivered', 'failed'] as const

const sorts = ['createdAt,asc', 'createdAt,desc'] as const

const rows: DeliveryRow[] = Array.from({ length: 12 }, (_, at) => ({
  instance_id: 'acme',
  webhook_id: 'hook',
  body: '{}',
  id: `d-${(at * 5) % 12}`,
  type: at % 2 ? 'agent.created' : 'webhook.test',
  sequence: at % 2 ? at : null,
  status: statuses[at % 3] ?? 'pending',
  attempts: at,
  failure: at % 3 === 2 ? 'timeout' : null,
  http_status: at % 3 === 1 ? 204 : null,
  duration_ms: at % 3 ? at : null,
  created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, 0, at % 4)).toISOString(),
  last_attempt_at: at % 3 ? new Date(Date.UTC(2026, 0, 2)).toISOString() : null,
  next_attempt_at: at % 3 ? null : new Date(Date.UTC(2026, 0, 3)).toISOString(),
}))

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  for (const instance_id of ['acme', 'other'])
    for (const id of ['hook', 'empty'])
      await service.db('webhooks').insert({
        instance_id,
        id,
        url: 'https://hooks.example.test',
        events: ['agent.created'],
        enabled: false,
        secrets: {},
        position: 0,
      })
  await service.db('webhook_deliveries').insert(rows)
})
afterAll(() => service.close())

const list = (query: ListWebhookDeliveriesQuery = {}) => service.acme().webhooks.deliveries.list('hook', query)

function expected({ status, sort = 'createdAt,desc' }: ListWebhookDeliveriesQuery = {}): WebhookDelivery[] {
  const found = rows.map(toDelivery).filter((delivery) => status === undefined || delivery.status === status)
  return inOrder(found, sort)
}

describeList<ListWebhookDeliveriesQuery, WebhookDelivery>({
  service: () => service,
  path: '/instances/acme/webhooks/hook/deliveries',
  list,
  listElsewhere: (query) => service.other().webhooks.deliveries.list('hook', query),
  expected,
  anyQuery: fc.record(
    {
      status: fc.constantFrom(...statuses),
      sort: fc.constantFrom(...sorts),
    },
    { requiredKeys: [] },
  ),
  sorted: sorts.map((sort) => ({ sort })),
  walked: {
    query: { sort: 'createdAt,asc' },
    others: [{ sort: 'createdAt,desc' }, { sort: 'createdAt,asc', status: 'failed' }],
  },
})

describe('200', () => {
  test('a webhook without deliveries has an empty list', async () => {
    expect((await service.acme().webhooks.deliveries.list('empty')).items).toEqual([])
  })
})

describe('400', () => {
  test('an unknown status is refused', async () => {
    const refused = await service.request('/instances/acme/webhooks/hook/deliveries?status=lost')
    expect(faultsOf(refused)).toEqual(['query /status enum'])
  })
})
