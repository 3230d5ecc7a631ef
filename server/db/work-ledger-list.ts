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
    : { ...(await selectOfMany(db, instanceId, filter, page)), total: countedRows + 1, totalIsExact: false }
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
  const some = matchingEntries(db, instanceId, filter).limit(countedRows + 1)
  return selectPage<{ id: string }>(db, collect(db, some, page), page, {
    counted: db('collected').select('id'),
  })
}

/**
 * The page is looked for among the next entries of the sort, where many matches are close together, and only then in all
 * of them, which are sorted: 120,000 matches of a search take a second.
 */
async function selectOfMany(db: Knex, instanceId: string, filter: WorkLedgerFilter, page: PageRequest) {
  const entries = inRangeOfSort(db('work_ledger_entries').where({ instance_id: instanceId }), filter, page)
  const next = inOrder(entries, page).select(indexedColumns).limit(REACH)
  const near = await selectRows<{ id: string }>(db, filterNext(db, next, filter), page)
  if (near.end || !(await inOrder(entries, page).offset(REACH).first('id'))) return near
  return selectRows<{ id: string }>(db, collect(db, matchingEntries(db, instanceId, filter), page), page)
}

/** From where the range of what is sorted by begins, to where it ends: the index leads there. */
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

/** What the sort's index holds sorts entries out before a row is read for its text. */
function filterNext(db: Knex, next: Knex.QueryBuilder, filter: WorkLedgerFilter): Knex.QueryBuilder {
  const matching = filterValues(db.from(next.as('next')), filter).select('id')
  if (filter.search === undefined && filter.entityId === undefined) return matching
  const row = db('work_ledger_entries').whereRaw('instance_id = next.instance_id and id = next.id')
  // Without the offset, which changes nothing, PostgreSQL may join all texts that are found first.
  return matching.whereRaw('exists (? offset 0)', [filterTexts(row, filter).select(db.raw('1'))])
}

/** Ids alone: the sort's index holds them and all that is filtered but for texts, and no row is read on the way. */
function selectIds(db: Knex, instanceId: string, filter: WorkLedgerFilter, page: PageRequest) {
  return selectRows<{ id: string }>(db, matchingEntries(db, instanceId, filter).select('id'), page)
}

/** Whatever index finds them: they are sorted afterwards. */
function collect(db: Knex, entries: Knex.QueryBuilder, { sort }: PageRequest): Knex.QueryBuilder {
  const columns = entries.clone().select('id', sort.expression)
  return db.withMaterialized('collected', columns).from('collected').select('id')
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

/** Some 0.1 s of work, and 2 s where each has to be read for its text. */
const REACH = 200_000

/** What the index of every sort holds. */
const indexedColumns =
  'instance_id id status type policy_status actors model_name cost active_time created_at updated_at'.split(
    ' ',
  )
