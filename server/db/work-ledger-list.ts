import type { Knex } from 'knex'
import { countedRows } from '../../contract/rules/pages.ts'
import { inOrder, selectPage, selectRows, type PageOfRows, type PageRequest } from './pages.ts'
import { countEntries } from './work-ledger-days.ts'
import { findWorkLedgerEntries, type WorkLedgerEntryRow } from './work-ledger-entries.ts'
import {
  filterRange,
  filterTexts,
  filterValues,
  hasOnlyExactValues,
  matchingEntries,
  type WorkLedgerFilter,
} from './work-ledger-filter.ts'

export const workLedgerSortKeys = {
  createdAt: { expression: 'created_at', type: 'timestamptz' },
  updatedAt: { expression: 'updated_at', type: 'timestamptz' },
  cost: { expression: 'cost', type: 'float8' },
  activeTime: { expression: 'active_time', type: 'float8' },
} as const

/**
 * One page of an instance's ledger. Up to 10,000 matches are collected and sorted, which also counts them. With more
 * matches, the page is read in the order of the sort's index. PostgreSQL's planner would read that index for rare matches,
 * too, because it expects them evenly spread: for 20 matches at the end of the index, all 5 million entries.
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
    : { ...(await selectOfMany(db, instanceId, filter, page)), total: countedRows + 1, totalIsExact: false }
  return { ...found, rows: await readEntries(db, instanceId, found.rows) }
}

/** One page without a total, for callers who read page after page until `end` is null. */
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

/** When the total is not exact, there are more matches than are collected: the rows are then not the page. */
function sortFew(db: Knex, instanceId: string, filter: WorkLedgerFilter, page: PageRequest) {
  const some = matchingEntries(db, instanceId, filter).limit(countedRows + 1)
  return selectPage<{ id: string }>(db, collect(db, some, page), page, {
    counted: db('collected').select('id'),
  })
}

/**
 * First looks for the page among the next `REACH` entries of the sort, where common matches are close together. Otherwise
 * collects and sorts all matches: 120,000 matches of a search take a second.
 */
async function selectOfMany(db: Knex, instanceId: string, filter: WorkLedgerFilter, page: PageRequest) {
  const entries = inRangeOfSort(db('work_ledger_entries').where({ instance_id: instanceId }), filter, page)
  const next = inOrder(entries, page).select(indexedColumns).limit(REACH)
  const near = await selectRows<{ id: string }>(db, filterNext(db, next, filter), page)
  if (near.end || !(await inOrder(entries, page).offset(REACH).first('id'))) return near
  return selectRows<{ id: string }>(db, collect(db, matchingEntries(db, instanceId, filter), page), page)
}

/** Limits the entries to the filter's range of the sorted column, so that the index leads to the beginning of the range. */
function inRangeOfSort(
  entries: Knex.QueryBuilder,
  { costMin, costMax, timeMin, timeMax, createdFrom, createdTo }: WorkLedgerFilter,
  { sort }: PageRequest,
): Knex.QueryBuilder {
  if (sort.expression === 'created_at') return filterRange(entries, 'created_at', createdFrom, createdTo)
  if (sort.expression === 'cost') return filterRange(entries, 'cost', costMin, costMax)
  if (sort.expression === 'active_time') return filterRange(entries, 'active_time', timeMin, timeMax)
  return entries
}

/** Filters by the columns of the sort's index first, and reads a row only for filters by text. */
function filterNext(db: Knex, next: Knex.QueryBuilder, filter: WorkLedgerFilter): Knex.QueryBuilder {
  const matching = filterValues(db.from(next.as('next')), filter).select('id')
  if (filter.search === undefined && filter.entityId === undefined) return matching
  const row = db('work_ledger_entries').whereRaw('instance_id = next.instance_id and id = next.id')
  // `offset 0` changes no result. Without it, PostgreSQL may first search the texts of all entries and then join them.
  return matching.whereRaw('exists (? offset 0)', [filterTexts(row, filter).select(db.raw('1'))])
}

/** Selects only ids. The sort's index holds them and all filtered columns except texts, so rows are not read. */
function selectIds(db: Knex, instanceId: string, filter: WorkLedgerFilter, page: PageRequest) {
  return selectRows<{ id: string }>(db, matchingEntries(db, instanceId, filter).select('id'), page)
}

/** Collects the matches by any index. They are sorted afterwards. */
function collect(db: Knex, entries: Knex.QueryBuilder, { sort }: PageRequest): Knex.QueryBuilder {
  const columns = entries.clone().select('id', sort.expression)
  return db.withMaterialized('collected', columns).from('collected').select('id')
}

/** The entries in the order of `ids`, without those that were deleted since. */
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

/** Filtering so many entries takes 0.1 s by the index alone, and 2 s when every row is read for its text. */
const REACH = 200_000

/** The columns in the index of every sort. */
const indexedColumns =
  'instance_id id status type policy_status actors model_name cost active_time created_at updated_at'.split(
    ' ',
  )
