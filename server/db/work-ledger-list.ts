import type { Knex } from 'knex'
import { countedRows } from '../../contract/rules/pages.ts'
import { selectPage, selectRows, type PageOfRows, type PageRequest } from './pages.ts'
import { countEntries } from './work-ledger-days.ts'
import { findWorkLedgerEntries, type WorkLedgerEntryRow } from './work-ledger-entries.ts'
import { hasOnlyExactValues, matchingEntries, type WorkLedgerFilter } from './work-ledger-filter.ts'

export const workLedgerSortKeys = {
  createdAt: { expression: 'created_at', type: 'timestamptz' },
  updatedAt: { expression: 'updated_at', type: 'timestamptz' },
  cost: { expression: 'cost', type: 'float8' },
  activeTime: { expression: 'active_time', type: 'float8' },
} as const

/**
 * One page of an instance's ledger. Up to 10,000 matches are collected and sorted, which also counts them. Of more, the
 * page is read in the order of the sort's index. Were that left to the planner, it would read the index of the sort for
 * rare matches too, since it expects them anywhere in it: all 5 million entries, for 20 that lie at its end.
 */
export async function listWorkLedgerEntries(
  db: Knex,
  instanceId: string,
  filter: WorkLedgerFilter,
  page: PageRequest,
): Promise<PageOfRows<WorkLedgerEntryRow>> {
  const few = (await areKnownToBeMany(db, instanceId, filter))
    ? null
    : await sortFew(db, instanceId, filter, page)
  const found = few?.totalIsExact
    ? few
    : { ...(await selectIds(db, instanceId, filter, page)), total: countedRows + 1, totalIsExact: false }
  return { ...found, rows: await readEntries(db, instanceId, found.rows) }
}

/** The same without a total, for those who go on from `end` until there is none. */
export async function readWorkLedgerEntries(
  db: Knex,
  instanceId: string,
  filter: WorkLedgerFilter,
  page: PageRequest,
): Promise<Pick<PageOfRows<WorkLedgerEntryRow>, 'rows' | 'end'>> {
  const { rows, end } = await selectIds(db, instanceId, filter, page)
  return { end, rows: await readEntries(db, instanceId, rows) }
}

async function areKnownToBeMany(db: Knex, instanceId: string, filter: WorkLedgerFilter): Promise<boolean> {
  return hasOnlyExactValues(filter) && (await countEntries(db, instanceId, filter)) > countedRows
}

/** The total is not exact where there are more than are collected: the page is no page of the list then. */
function sortFew(db: Knex, instanceId: string, filter: WorkLedgerFilter, page: PageRequest) {
  const some = matchingEntries(db, instanceId, filter)
    .select('id', page.sort.expression)
    .limit(countedRows + 1)
  const candidates = db.withMaterialized('candidates', some).from('candidates').select('id')
  return selectPage<{ id: string }>(db, candidates, page, 'id', db('candidates').select('id'))
}

/** Ids alone: the sort's index holds them and all that is filtered but for texts, and no row is read on the way. */
function selectIds(db: Knex, instanceId: string, filter: WorkLedgerFilter, page: PageRequest) {
  return selectRows<{ id: string }>(db, matchingEntries(db, instanceId, filter).select('id'), page)
}

/** In the order of `ids`. One that was deleted a moment ago is left out. */
async function readEntries(
  db: Knex,
  instanceId: string,
  ids: readonly { id: string }[],
): Promise<WorkLedgerEntryRow[]> {
  const rows = await findWorkLedgerEntries(
    db,
    instanceId,
    ids.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap(({ id }) => byId.get(id) ?? [])
}
