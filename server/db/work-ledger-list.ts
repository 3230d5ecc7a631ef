import type { Database } from './database.ts'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { maxCountedInLedger, mostBytes } from '../../contract/rules/pages.ts'
import {
  describeTotal,
  whereAfter,
  isLaterPage,
  orderOf,
  selectIds,
  sortKeyOf,
  type PageOfRows,
  type PageRequest,
  type Rows,
} from './query/pages.ts'
import { query } from './query/query.ts'
import { countEntries } from './work-ledger-days.ts'
import { findWorkLedgerEntries, type WorkLedgerEntryRow } from './work-ledger-entries.ts'
import {
  hasOnlyExactValues,
  whereTexts,
  whereValues,
  whereInRanges,
  whereMatch,
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
  const few = (await areKnownToBeMany(search)) ? null : await sortFew(search)
  const found = few?.totalIsExact ? few : { ...(await selectOfMany(search)), ...describeTotal(Infinity, most) }
  return { ...found, ...(await readEntries(db, instanceId, found)) }
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
): Promise<Rows<WorkLedgerEntryRow>> {
  // The sort's index holds the ids and all filtered columns except texts, so no row is read for them.
  const found = await selectIds(db, { from: raw('work_ledger_entries'), where: whereMatch(instanceId, filter) }, page)
  return readEntries(db, instanceId, found)
}

async function areKnownToBeMany({ db, instanceId, filter, page: { total } }: Search): Promise<boolean> {
  if (total) return !total.totalIsExact
  return hasOnlyExactValues(filter) && (await countEntries(db, instanceId, filter)) > most
}

/** When the total is not exact, there are more matches than are collected: the rows are then not the page. */
async function sortFew({ db, instanceId, filter, page }: Search): Promise<PageOfRows<Id>> {
  const some = sql`${whereMatch(instanceId, filter)} limit ${most + 1}`
  const columns = raw('id, total')
  const from = collect(some, page, sql`, (select count(*)::integer from collected) as total`)
  const found = await selectIds<Id & { total: number }>(db, { columns, from }, page)
  const [first] = found.rows
  const total = !first && isLaterPage(page) ? await countSome(db, some) : (first?.total ?? 0)
  return { ...found, ...describeTotal(total, most) }
}

async function countSome(db: Database, some: Sql): Promise<number> {
  const counted = sql`select count(*)::integer as total from (select from work_ledger_entries where ${some}) matching`
  const [row] = await query<{ total: number }>(db, counted)
  return row?.total ?? 0
}

/**
 * First looks for the page among the next `nextEntries` entries of the sort, where common matches are close together. Otherwise
 * collects and sorts all matches: 120,000 matches of a search take a second.
 */
async function selectOfMany({ db, instanceId, filter, page }: Search): Promise<Rows<Id>> {
  // With the range of the sorted column, the index leads to the beginning of the range.
  const inRange = whereInRanges(filter)[page.sort.expression] ?? []
  const conditions = [sql`instance_id = ${instanceId}`, ...inRange, ...whereAfter(page)]
  const inOrder = sql`${join(conditions, ' and ')} order by ${orderOf(page, page.sort.expression)}`
  const next = sql`(select ${indexedColumns} from work_ledger_entries where ${inOrder} limit ${nextEntries}) next`
  const near = await selectIds(db, { from: next, where: whereNextMatch(instanceId, filter) }, page)
  if (near.end) return near
  const beyond = sql`select id from work_ledger_entries where ${inOrder} limit 1 offset ${nextEntries}`
  if ((await query<Pick<Id, 'id'>>(db, beyond)).length === 0) return near
  return selectIds(db, { from: collect(whereMatch(instanceId, filter), page) }, page)
}

/** Filters by the columns of the sort's index first, and reads a row only for filters by text. */
function whereNextMatch(instanceId: string, filter: WorkLedgerFilter): Sql {
  const texts = whereTexts(filter)
  if (texts.length === 0) return join([sql`true`, ...whereValues(filter)], ' and ')
  const row = join([sql`instance_id = ${instanceId} and id = next.id`, ...texts], ' and ')
  // `offset 0` changes no result. Without it, PostgreSQL may first search the texts of all entries and then join them.
  const hasText = sql`exists (select from work_ledger_entries where ${row} offset 0)`
  return join([...whereValues(filter), hasText], ' and ')
}

/** Collects the matches by any index. They are sorted afterwards. */
function collect(matching: Sql, { sort }: PageRequest, counted: Sql = empty): Sql {
  const found = sql`select id, ${raw(sort.expression)} from work_ledger_entries where ${matching}`
  return sql`(with collected as materialized (${found}) select * ${counted} from collected) collected`
}

/**
 * The entries in the order in which they were found, without those that were deleted since. A page ends, with its cursor, before
 * the entry whose outcomes would be too much for it.
 */
async function readEntries(db: Database, instanceId: string, found: Rows<Id>): Promise<Rows<WorkLedgerEntryRow>> {
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
    if (last && bytes > mostBytes) return { rows, isCut: true, end: { value: String(last.sort_key), id: last.id } }
    rows.push(row)
    last = each
  }
  return { ...found, rows }
}

/** Filtering so many entries takes 0.1 s by the index alone, and 2 s when every row is read for its text. */
const nextEntries = 200_000

/** The columns in the index of every sort. */
const indexedColumns = raw(
  'instance_id, id, status, type, policy_status, actors, model_name, cost, active_time, created_at, updated_at',
)

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
