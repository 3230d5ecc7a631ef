import { insertWorkLedgerEntries, type WorkLedgerEntryRow } from '../../server/db/work-ledger-entries.ts'
import type { TestService } from './service.ts'

/** A row with a value in every column; say what matters. */
export function ledgerRow(columns: Partial<WorkLedgerEntryRow> & { id: string }): WorkLedgerEntryRow {
  return {
    instance_id: 'acme',
    title: 'Refund order 48-1177',
    description: 'Checked the order and paid the amount back.',
    type: 'TWU',
    status: 'completed',
    entity_id: 'order-48-1177',
    related_entity: 'Order 48-1177',
    actors: 'HYBRID',
    active_time: 157.9,
    cost: 0.42,
    policy_status: 'compliant',
    model_name: 'Refund handling',
    created_at: new Date('2026-11-20T08:14:03.120Z'),
    updated_at: new Date('2026-11-20T08:16:41.007Z'),
    ...columns,
  }
}

/** Inserts rows that the API has no way to create, as many as it takes statements. */
export async function insertLedgerRows({ db }: TestService, rows: WorkLedgerEntryRow[]): Promise<void> {
  // A statement takes 65,535 values.
  for (let at = 0; at < rows.length; at += 4000) await insertWorkLedgerEntries(db, rows.slice(at, at + 4000))
}
