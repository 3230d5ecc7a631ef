import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../helpers/service.ts'
import { insertLedgerRows, ledgerRow } from '../helpers/data/work-ledger-entries.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await insertLedgerRows(service, [
    ledgerRow({ id: 'both' }),
    ledgerRow({ id: 'ai', actors: 'AI', cost: 0, active_time: 0 }),
    ledgerRow({ id: 'human', actors: 'HUMAN', cost: 1e12, active_time: 0.1 + 0.2, description: '' }),
    ledgerRow({ id: 'both', instance_id: 'other', title: 'Not yours' }),
  ])
})
afterAll(() => service.close())

describe('200', () => {
  test('an entry has every field as it was recorded', async () => {
    const { data, version } = await service.acme('Viewer').workLedger.get('both').withResponse()
    expect(data).toEqual({
      id: 'both',
      title: 'Refund order 48-1177',
      description: 'Checked the order and paid the amount back.',
      type: 'TWU',
      status: 'completed',
      createdAt: '2026-11-20T08:14:03.120Z',
      updatedAt: '2026-11-20T08:16:41.007Z',
      entityId: 'order-48-1177',
      relatedEntity: 'Order 48-1177',
      actors: ['AI', 'HUMAN'],
      activeTime: 157.9,
      cost: 0.42,
      policyStatus: 'compliant',
      modelName: 'Refund handling',
    })
    expect(version).toMatch(/^"[^"]+"$/)
  })

  test.each([
    ['ai', { actors: ['AI'], cost: 0, activeTime: 0 }],
    ['human', { actors: ['HUMAN'], cost: 1_000_000_000_000, activeTime: 0.30000000000000004, description: '' }],
  ])('actors are a list, and numbers keep every digit: %s', async (id, fields) => {
    expect(await service.acme().workLedger.get(id)).toMatchObject(fields)
  })

  test('an identifier that two instances use is read from the caller’s own', async () => {
    expect((await service.other('Viewer').workLedger.get('both')).title).toBe('Not yours')
  })
})

test('404: an identifier in other letters is another', async () => {
  const refused = service.acme().workLedger.get('BOTH')
  await expect(refused).rejects.toMatchObject({ status: 404, code: 'ledger_entry_not_found' })
})
