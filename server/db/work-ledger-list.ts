import type { Knex } from 'knex'
import { maxCountedInLedger, maxPageBytes } from '../../contract/rules/pages.ts'
import type { Database } from './database.ts'
import {
  describeTotal,
  whereAfter,
  isLaterPage,
  orderOf,
  selectIds,
  sortKeyOf,
  type PageOfRows,
  type PageRequest,
  type RowsOfPage,
} from './query/pages.ts'
import { withoutUndefined } from './query/conditions.ts'
import { planned } from './query/query.ts'
import { countEntries } from './work-ledger-days.ts'
import { findWorkLedgerEntries, type WorkLedgerEntryRow } from './work-ledger-entries.ts'
import {
  exactColumns,
  hasOnlyAgent,
  hasOnlyExactValues,
  hasTexts,
  selectMatches,
  whereTexts,
  whereValues,
  whereInRange,
  type WorkLedgerFilter,
} from './work-ledger-filter.ts'

/**
 * One page of an instance's ledger. Up to 10,000 matches are collected and sorted, which also counts them. With more
 * matches, the page is read in the order of the sort's index. PostgreSQL's planner would read that index for rare matches,
 * too, because it expects them evenly spread: for 20 matches at the end of the index, all 5 million entries.
 */
export async function listWorkLedgerEntries(
  db: Database,
  instanceId: string,
  filter: WorkLedgerFilter,
  page: PageRequest,
): Promise<PageOfRows<WorkLedgerEntryRow>> {
  const search = { db, instanceId, filter, page }
  if (hasOnlyAgent(filter) && page.sort.expression === 'created_at') return listOfAgent(search)
  const few = (await areKnownToBeMany(search)) ? null : await sortFew(search)
  const found = few?.totalIsExact ? few : { ...(await selectOfMany(search)), ...describeTotal(Infinity, most) }
  return { ...found, ...(await readEntries(db, instanceId, found)) }
}

/** The index of the agent's shares has what such a list needs, in its order. */
async function listOfAgent({ db, instanceId, filter, page }: Search): Promise<PageOfRows<WorkLedgerEntryRow>> {
  const entries = selectOfAgent(db, instanceId, filter)
  const total = page.total ?? describeTotal(await countSome(db, entries.clone().limit(most + 1)), most)
  return { ...total, ...(await readEntries(db, instanceId, await selectIds(db, entries, page))) }
}

/** The entries in which an agent has a share, and when they were created. */
function selectOfAgent(db: Database, instanceId: string, filter: WorkLedgerFilter): Knex.QueryBuilder {
  const shares = db('work_ledger_shares')
    .select({ id: 'entry_id' }, 'created_at')
    .where(withoutUndefined({ instance_id: instanceId, agent_id: filter.agentId, counts_for_agent: true }))
    .modify(whereInRange, 'created_at', filter)
  return db.from(shares.as('share'))
}

/** The newest entries that were reported and match, up to `size`. */
export async function findReportedEntries(
  db: Database,
  instanceId: string,
  filter: WorkLedgerFilter,
  size: number,
): Promise<WorkLedgerEntryRow[]> {
  const newest = { sort: sortKeyOf('createdAt'), descending: true, offset: 0, total: null }
  const reported = { ...filter, isReported: true } as const
  const rows: WorkLedgerEntryRow[] = []
  let after: PageRequest['after'] = null
  do {
    const page: PageRequest = { ...newest, size: size - rows.length, after }
    const found = await listWorkLedgerEntries(db, instanceId, reported, page)
    rows.push(...found.rows)
    after = found.end
  } while (after && rows.length < size)
  return rows
}

/** One page without a total, for callers who read page after page until `end` is null. */
export async function readWorkLedgerEntries(
  db: Database,
  instanceId: string,
  filter: WorkLedgerFilter,
  page: PageRequest,
): Promise<RowsOfPage<WorkLedgerEntryRow>> {
  // The sort's index holds the ids and all filtered columns except texts, so no row is read for them.
  const found = await selectIds(db, selectMatches(db, instanceId, filter), page)
  return readEntries(db, instanceId, found)
}

async function areKnownToBeMany({ db, instanceId, filter, page: { total } }: Search): Promise<boolean> {
  if (total) return !total.totalIsExact
  if (hasOnlyAgent(filter)) return (await countSome(db, selectOfAgent(db, instanceId, filter).limit(most + 1))) > most
  return hasOnlyExactValues(filter) && (await countEntries(db, instanceId, filter)) > most
}

/** When the total is not exact, there are more matches than are collected: the rows are then not the page. */
async function sortFew({ db, instanceId, filter, page }: Search): Promise<PageOfRows<Id>> {
  const some = selectMatches(db, instanceId, filter).limit(most + 1)
  const counted = db.raw('(select count(*)::integer from collected) as total')
  const found = await selectIds<Id & { total: number }>(db, collect(db, some, page).select(counted), page)
  const [first] = found.rows
  const total = !first && isLaterPage(page) ? await countSome(db, some) : (first?.total ?? 0)
  return { ...found, ...describeTotal(total, most) }
}

async function countSome(db: Database, some: Knex.QueryBuilder): Promise<number> {
  const [counted] = await db.from(some.clone().select(1).as('matching')).count<{ total: number }[]>({ total: '*' })
  return counted?.total ?? 0
}

/**
 * First looks for the page among the next `nextEntries` entries of the sort, where common matches are close together. Otherwise
 * collects and sorts all matches: 120,000 matches of a search take a second.
 */
async function selectOfMany(search: Search): Promise<RowsOfPage<Id>> {
  const { db, instanceId, filter, page } = search
  // With the range of the sorted column, the index leads to the beginning of the range.
  const inOrder = db('work_ledger_entries')
    .where({ instance_id: instanceId })
    .modify(whereInRange, page.sort.expression, filter)
    .modify(whereAfter, page)
    .orderByRaw(orderOf(page, page.sort.expression))
  const next = inOrder.clone().select(indexedColumns).limit(nextEntries).as('next')
  const near = await selectIds(db, db.from(next).modify(whereNextMatch, search), page)
  if (near.end) return near
  const beyond = await planned<Pick<Id, 'id'>>(db, inOrder.select('id').limit(1).offset(nextEntries))
  if (beyond.length === 0) return near
  return selectIds(db, collect(db, selectMatches(db, instanceId, filter), page), page)
}

/** Filters by the columns of the sort's index first, and reads a row only for filters by text. */
function whereNextMatch(next: Knex.QueryBuilder, { db, instanceId, filter }: Search): void {
  next.modify(whereValues, filter)
  if (!hasTexts(filter)) return
  const row = db('work_ledger_entries')
    .select(1)
    .where({ instance_id: instanceId, id: db.ref('next.id') })
    .modify(whereTexts, filter)
  // `offset 0` changes no result. Without it, PostgreSQL may first search the texts of all entries and then join them.
  next.whereRaw('exists (? offset 0)', [row])
}

/** Collects the matches by any index. They are sorted afterwards. */
function collect(db: Database, matches: Knex.QueryBuilder, { sort }: PageRequest): Knex.QueryBuilder {
  const found = matches.clone().select('id', sort.expression)
  return db.withMaterialized('collected', found).from('collected')
}

/**
 * The entries in the order in which they were found, unless they were deleted since. A page ends, with its cursor, before
 * the entry whose outcomes would be too much for it.
 */
async function readEntries(
  db: Database,
  instanceId: string,
  found: RowsOfPage<Id>,
): Promise<RowsOfPage<WorkLedgerEntryRow>> {
  const ids = found.rows.map(({ id }) => id)
  const byId = new Map((await findWorkLedgerEntries(db, instanceId, ids)).map((row) => [row.id, row]))
  const rows: WorkLedgerEntryRow[] = []
  let bytes = 0
  let last: Id | undefined
  for (const each of found.rows) {
    const row = byId.get(each.id)
    if (!row) continue
    // Roughly: to write them as JSON only to count would take longer.
    for (const { name, value, fault } of row.outcomes ?? [])
      bytes += 100 + name.length + String(value).length + (fault?.message.length ?? 0)
    if (last && bytes > maxPageBytes) return { rows, isCut: true, end: { value: String(last.sort_key), id: last.id } }
    rows.push(row)
    last = each
  }
  return { ...found, rows }
}

/** Filtering so many entries takes 0.1 s by the index alone, and 2 s when every row is read for its text. */
const nextEntries = 200_000

/** The columns in the index of every sort. */
const indexedColumns = ['instance_id', 'id', ...exactColumns, 'cost', 'active_time', 'created_at', 'updated_at']

const most = maxCountedInLedger

interface Search {
  db: Database
  instanceId: string
  filter: WorkLedgerFilter
  page: PageRequest
}

interface Id {
  id: string
  sort_key: unknown
}
