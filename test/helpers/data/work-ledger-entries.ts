import * as fc from 'fast-check'
import type { WorkLedgerFilter } from '../../../server/db/work-ledger-filter.ts'
import { toWorkLedgerRow, type WorkLedgerEntryRow } from '../../../server/db/work-ledger-entries.ts'
import { generateEntries } from '../../../sdk/src/testing/world/generate-entries.ts'
import { writeEntries } from '../../../server/ledger/write-entries.ts'
import type { components } from '../../../spec/gen/openapi.gen.ts'
import type { TestService } from '../service.ts'

/** An entry as in a line of an import. Its description has characters that need escapes. */
export const ledgerEntry: components['schemas']['WorkLedgerEntry'] = {
  id: 'entry-1',
  title: 'Refund order 48-1177',
  description: 'Checked the order.\n\tPaid the amount back: C:\\refunds \\N 😀',
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
}

/** A row with a value in every column; `columns` replace the values that matter to a test. */
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
    model_id: null,
    model_version: null,
    started_at: null,
    outcomes: null,
    missed_policies: null,
    review: null,
    agents: null,
    more_agents: null,
    without_cost: null,
    reported_by: null,
    created_at: '2026-11-20T08:14:03.120Z',
    updated_at: '2026-11-20T08:16:41.007Z',
    ...columns,
  }
}

/** Writes rows that the API cannot create. */
export async function insertLedgerRows({ db }: Pick<TestService, 'db'>, rows: WorkLedgerEntryRow[]): Promise<void> {
  for (const instance of new Set(rows.map((row) => row.instance_id))) {
    await writeEntries(
      db,
      instance,
      rows.filter((row) => row.instance_id === instance),
    )
  }
}

/** Writes entries with the function of the import, all together. */
export async function insertLedgerEntries(
  { db }: Pick<TestService, 'db'>,
  instanceId: string,
  entries: readonly components['schemas']['WorkLedgerEntry'][],
): Promise<void> {
  const rows = entries.map((entry) => toWorkLedgerRow(instanceId, entry))
  await writeEntries(db, instanceId, rows)
}

/** Generated entries, the same in every call. */
export function generatedEntries(count: number): components['schemas']['WorkLedgerEntry'][] {
  return [...generateEntries({ seed: 4, count, until: new Date('2026-11-21T00:00:00.000Z') })]
}

/** Arbitrary filters of the list. Most of them match some of these entries. */
export function ledgerFilters(
  entries: readonly components['schemas']['WorkLedgerEntry'][],
): fc.Arbitrary<WorkLedgerFilter> {
  const entry = fc.constantFrom(...entries)
  const sometimes = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 })
  const several = <Value>(read: (entry: components['schemas']['WorkLedgerEntry']) => Value) =>
    sometimes(fc.uniqueArray(entry.map(read), { minLength: 1, maxLength: 2 }))
  const range = (read: (entry: components['schemas']['WorkLedgerEntry']) => number) =>
    sometimes(fc.tuple(entry, entry).map((pair) => pair.map(read).sort((a, b) => a - b)))
  return fc
    .record({
      search: sometimes(entry.map(({ title }) => title.slice(2, 6).toUpperCase())),
      status: several(({ status }) => status),
      type: sometimes(entry.map(({ type }) => type)),
      policyStatus: several(({ policyStatus }) => policyStatus),
      actors: sometimes(fc.subarray(['AI', 'HUMAN', 'HYBRID'], { minLength: 1 })),
      modelName: sometimes(entry.map(({ modelName }) => modelName)),
      entityId: sometimes(entry.map(({ entityId }) => entityId)),
      created: sometimes(fc.tuple(entry, entry).map((pair) => pair.map(({ createdAt }) => createdAt).sort())),
      cost: range(({ cost }) => cost),
      time: range(({ activeTime }) => activeTime),
    })
    .map(({ cost: [costMin, costMax] = [], time: [timeMin, timeMax] = [], created = [], ...values }) => {
      const [createdFrom, createdTo] = created
      const filter = { ...values, costMin, costMax, timeMin, timeMax, createdFrom, createdTo }
      return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
    })
}
