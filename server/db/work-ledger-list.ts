import type { Knex } from 'knex'
import { entriesPerBlock } from '../ledger/signature.ts'
import { countedRows, type PageOfRows, type PageRequest, type Position, type SortKey } from './pages.ts'
import { findBlocks, listBlocks, type Blocks } from './work-ledger-blocks.ts'
import {
  coveredColumns,
  findRanges,
  isInRange,
  joinAll,
  matchesColumns,
  matchesText,
  matchesValues,
  type Fragment,
  type Range,
  type WorkLedgerFilter,
} from './work-ledger-conditions.ts'
import { countByValues } from './work-ledger-writes.ts'
import type { WorkLedgerEntryRow } from './work-ledger-entries.ts'

export const workLedgerSortKeys = {
  createdAt: { expression: 'created_at', type: 'timestamptz' },
  updatedAt: { expression: 'updated_at', type: 'timestamptz' },
  cost: { expression: 'cost', type: 'float8' },
  activeTime: { expression: 'active_time', type: 'float8' },
} as const

/** A page whose offset lies beyond what one request may read: only a cursor leads there. */
export type LedgerPage = ({ ok: true } & PageOfRows<WorkLedgerEntryRow>) | { ok: false }

/**
 * What one request may cost, whatever it asks for and however many entries there are: some 100 ms together. An index
 * entry costs 0.4 us, a row whose texts are compared 3 us.
 */
const most = {
  /** Rows that are read as a set, to be sorted. */
  sorted: 8192,
  sortedByRange: 16_384,
  comparedForTotal: 2000,
}

interface Reach {
  /** Index entries that may be passed on the way to a page. */
  walked: number
  /** Rows on that way whose texts may be compared. */
  compared: number
}

/** A ledger of up to 200,000 entries is walked as a whole: there every page is full, and can be had by its number. */
function chooseReach(entries: number): Reach {
  return entries <= 200_000 ? { walked: 200_000, compared: 20_000 } : { walked: 25_000, compared: 6000 }
}

/**
 * One page of an instance's ledger. When few entries can match, they are all read and sorted. Else the index of the
 * sort is walked until the page is full: where matches are rare among very many, or the search's letters occur
 * everywhere, the walk ends before that, and the page is short, with the place to go on from.
 */
export async function listWorkLedgerEntries(
  db: Knex,
  instanceId: string,
  filter: WorkLedgerFilter,
  page: PageRequest,
): Promise<LedgerPage> {
  const known = await countByValues(db, instanceId, filter)
  if (known === 0) return { ok: true, rows: [], end: null, total: 0, totalIsExact: true }
  const isMany = hasOnlyValues(filter) && known > most.sorted
  const blocks = isMany ? null : await findBlocks(db, instanceId, filter)
  const isFiltered = matchesValues(filter).length > 0
  const reach = chooseReach(isFiltered ? await countByValues(db, instanceId, {}) : known)
  const query = { instanceId, filter, page, blocks, reach }
  const few = isMany ? null : await findFew(db, query)
  if (few) return { ok: true, ...(await selectFromFew(db, query, few)) }

  const found = await walk(db, query)
  // Pages by number follow each other without a gap: only the first one may be short.
  if (found.wasCut && page.offset > 0) return { ok: false }
  if (hasOnlyValues(filter)) return { ok: true, ...found, total: known, totalIsExact: known <= countedRows }
  const seen = page.offset + found.rows.length
  if (found.wasCut) return { ok: true, ...found, total: seen, totalIsExact: false }
  const { total, isExact } = await countOnWalk(db, query)
  return { ok: true, ...found, total: isExact ? total : Math.max(total, seen), totalIsExact: isExact }
}

/**
 * The same without totals, for those who go on from `end` until there is none: a page may be short, or empty, long
 * before that.
 */
export async function walkWorkLedgerEntries(
  db: Knex,
  instanceId: string,
  filter: WorkLedgerFilter,
  page: PageRequest,
): Promise<{ rows: WorkLedgerEntryRow[]; end: Position | null }> {
  const isMany = hasOnlyValues(filter) && (await countByValues(db, instanceId, filter)) > most.sorted
  const query = {
    instanceId,
    filter,
    page,
    blocks: isMany ? null : await findBlocks(db, instanceId, filter),
    reach: chooseReach(Infinity),
  }
  const few = isMany ? null : await findFew(db, query)
  return few ? selectFromFew(db, query, few) : walk(db, query)
}

interface LedgerQuery {
  instanceId: string
  filter: WorkLedgerFilter
  page: PageRequest
  blocks: Blocks | null
  reach: Reach
}

/** Rows of which there are few, as what stands behind "from"; null where no filter says so. */
async function findFew(db: Knex, query: LedgerQuery): Promise<Fragment | null> {
  const { blocks, instanceId, filter } = query
  if (blocks && blocks.count * entriesPerBlock <= most.sorted) return entriesOf(instanceId, blocks)
  for (const range of findRanges(filter)) {
    const entries = entriesIn(instanceId, range)
    const { rows } = await db.raw<{ rows: { count: number }[] }>(
      `select count(*) from (${entries.sql}) counted`,
      entries.values,
    )
    if ((rows[0]?.count ?? 0) <= most.sortedByRange)
      return { sql: `(${entries.sql})`, values: entries.values }
  }
  return null
}

/** By position, so that entries of one block lie together. The limit keeps the planner from any other way. */
export function entriesOf(instanceId: string, blocks: Blocks): Fragment {
  return {
    sql: `(select entry.* from unnest(?::bigint[]) block, lateral (
             select * from work_ledger_entries
              where instance_id = ? and position >= block * ${entriesPerBlock} and position < (block + 1) * ${entriesPerBlock}
              limit ${entriesPerBlock}) entry)`,
    values: [listBlocks(blocks), instanceId],
  }
}

/** One more than there may be. In order, so that the planner takes the range's index. */
function entriesIn(instanceId: string, range: Range): Fragment {
  const bounds = joinAll(isInRange(range))
  return {
    sql: `select * from work_ledger_entries where instance_id = ? and ${bounds.sql}
           order by ${range.column}, id limit ${most.sortedByRange + 1}`,
    values: [instanceId, ...bounds.values],
  }
}

async function selectFromFew(
  db: Knex,
  { instanceId, filter, page }: LedgerQuery,
  few: Fragment,
): Promise<PageOfRows<WorkLedgerEntryRow>> {
  const { expression } = page.sort
  const matching = joinAll([
    ...matchesColumns(filter, null),
    ...(filter.search === undefined ? [] : [matchesText(filter.search)]),
  ])
  const after = isAfter(page)
  const { rows } = await db.raw<{ rows: (WorkLedgerEntryRow & { total: number })[] }>(
    `with matching as materialized (
       select id, position, ${expression} from ${few.sql} few where ${matching.sql}
     ), page as (
       select * from matching where ${after.sql} order by ${orderOf(page, expression)} offset ? limit ?
     )
     select entry.*, (select count(*)::integer from matching) as total
       from page, lateral ${entryAt('page')} order by ${orderOf(page, expression, 'page')}`,
    [...few.values, ...matching.values, ...after.values, page.offset, page.size + 1, instanceId],
  )
  const total = rows[0]?.total ?? (await countFew(db, few, matching))
  return { ...cutToPage(rows, page), total, totalIsExact: total <= countedRows }
}

async function countFew(db: Knex, few: Fragment, matching: Fragment): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `select count(*) from ${few.sql} few where ${matching.sql}`,
    [...few.values, ...matching.values],
  )
  return rows[0]?.count ?? 0
}

function hasOnlyValues(filter: WorkLedgerFilter): boolean {
  return filter.search === undefined && findRanges(filter).length === 0
}

function hasOnlyRange(filter: WorkLedgerFilter): boolean {
  return findRanges(filter).length === 1 && matchesValues(filter).length === 0 && filter.search === undefined
}

/** Counts on the way through the narrowest range, or through the list, as far as a walk may go. */
async function countOnWalk(db: Knex, query: LedgerQuery): Promise<{ total: number; isExact: boolean }> {
  const { instanceId, filter, page } = query
  const [range] = findRanges(filter)
  const sort = range ? { expression: range.column, type: 'float8' as const } : page.sort
  const onlyRange = hasOnlyRange(filter)
  const length = onlyRange ? countedRows + 1 : query.reach.walked
  const walked = walkIndex({ ...query, page: { ...page, sort, after: null } }, length)
  const matching = joinAll(matchesColumns(filter, query.blocks))
  if (onlyRange) {
    const { rows } = await db.raw<{ rows: { total: number }[] }>(
      `select count(*) as total from (${walked.sql}) walked`,
      walked.values,
    )
    const total = rows[0]?.total ?? 0
    return { total, isExact: total <= countedRows }
  }
  if (filter.search !== undefined) {
    const text = hasText(instanceId, filter.search)
    const { rows } = await db.raw<{ rows: { total: number }[] }>(
      `select count(*) filter (where ${text.sql}) as total
         from (select * from (${walked.sql}) walked where ${matching.sql} limit ${most.comparedForTotal}) candidate`,
      [...text.values, ...walked.values, ...matching.values],
    )
    return { total: rows[0]?.total ?? 0, isExact: false }
  }
  const { rows } = await db.raw<{ rows: { total: number; walked: number }[] }>(
    `select count(*) filter (where ${matching.sql}) as total, count(*) as walked from (${walked.sql}) walked`,
    [...matching.values, ...walked.values],
  )
  const { total = 0, walked: passed = 0 } = rows[0] ?? {}
  return { total, isExact: passed < query.reach.walked && total <= countedRows }
}

async function walk(
  db: Knex,
  query: LedgerQuery,
): Promise<{ rows: WorkLedgerEntryRow[]; end: Position | null; wasCut: boolean }> {
  const { page, instanceId, filter } = query
  const walked = walkIndex(query)
  const candidates = findCandidates(query, walked)
  const matching =
    filter.search === undefined ? { sql: 'true', values: [] } : hasText(instanceId, filter.search)
  const { rows } = await db.raw<{ rows: WorkLedgerEntryRow[] }>(
    `with page as (
       select position, sort_key, id from (${candidates.sql}) candidate where ${matching.sql}
        order by ${orderOf(page, 'sort_key')} offset ? limit ?
     )
     select entry.* from page, lateral ${entryAt('page')} order by ${orderOf(page, 'sort_key', 'page')}`,
    [...candidates.values, ...matching.values, page.offset, page.size + 1, instanceId],
  )
  const found = cutToPage(rows, page)
  if (found.end) return { ...found, wasCut: false }
  const end = await findCut(db, query, walked)
  return { rows, end, wasCut: end !== null }
}

/** Where a walk was ended by what it may cost; null when it came to the end of the list. */
async function findCut(
  db: Knex,
  { filter, blocks, page, reach }: LedgerQuery,
  walked: Fragment,
): Promise<Position | null> {
  const atEnd = `select sort_key, id from walked offset ${reach.walked - 1} limit 1`
  const matching = joinAll(matchesColumns(filter, blocks))
  const cut: Fragment =
    filter.search === undefined
      ? { sql: `with walked as (${walked.sql}) ${atEnd}`, values: walked.values }
      : {
          sql: `with walked as materialized (${walked.sql})
                (select sort_key, id from walked where ${matching.sql} offset ${reach.compared - 1} limit 1)
                union all (${atEnd}) order by ${orderOf(page, 'sort_key')} limit 1`,
          values: [...walked.values, ...matching.values],
        }
  const { rows } = await db.raw<{ rows: { sort_key: Date | number; id: string }[] }>(cut.sql, cut.values)
  return rows[0] ? { value: toText(rows[0].sort_key), id: rows[0].id } : null
}

/** The next entries in the order of the list. */
function walkIndex({ instanceId, filter, page, reach }: LedgerQuery, length = reach.walked): Fragment {
  const { expression } = page.sort
  const bounds = joinAll([
    ...findRanges(filter)
      .filter(({ column }) => column === expression)
      .flatMap(isInRange),
    isAfter(page),
  ])
  return {
    sql: `select ${expression} as sort_key, ${coveredColumns} from work_ledger_entries
           where instance_id = ? and ${bounds.sql} order by ${orderOf(page, expression)} limit ${length}`,
    values: [instanceId, ...bounds.values],
  }
}

/** Those of them that the index's own columns do not leave out. */
function findCandidates({ filter, blocks, page, reach }: LedgerQuery, walked: Fragment): Fragment {
  const matching = joinAll(matchesColumns(filter, blocks))
  return {
    sql: `select * from (${walked.sql}) walked where ${matching.sql}
           order by ${orderOf(page, 'sort_key')} ${filter.search === undefined ? '' : `limit ${reach.compared}`}`,
    values: [...walked.values, ...matching.values],
  }
}

/** A subquery for each candidate: as a join, the planner could compare the texts of all entries first. */
function hasText(instanceId: string, search: string): Fragment {
  const text = matchesText(search)
  return {
    sql: `(select ${text.sql} from work_ledger_entries entry
            where entry.instance_id = ? and entry.position = candidate.position)`,
    values: [...text.values, instanceId],
  }
}

function cutToPage(
  rows: WorkLedgerEntryRow[],
  { size, sort }: PageRequest,
): { rows: WorkLedgerEntryRow[]; end: Position | null } {
  const last = rows.length > size ? rows[size - 1] : undefined
  return {
    rows: rows.slice(0, size),
    end: last ? { value: toText(last[columnOf(sort)]), id: last.id } : null,
  }
}

function columnOf({
  expression,
}: SortKey): (typeof workLedgerSortKeys)[keyof typeof workLedgerSortKeys]['expression'] {
  const key = Object.values(workLedgerSortKeys).find((known) => known.expression === expression)
  if (!key) throw new Error(`The ledger has no sort key ${expression}.`)
  return key.expression
}

function toText(value: Date | number): string {
  return value instanceof Date ? value.toISOString() : String(value)
}

function isAfter({ sort, descending, after }: PageRequest): Fragment {
  if (!after) return { sql: 'true', values: [] }
  return {
    sql: `(${sort.expression}, id) ${descending ? '<' : '>'} (?::${sort.type}, ?)`,
    values: [after.value, after.id],
  }
}

function orderOf({ descending }: PageRequest, key: string, table?: string): string {
  const direction = descending ? 'desc' : 'asc'
  const prefix = table ? `${table}.` : ''
  return `${prefix}${key} ${direction}, ${prefix}id ${direction}`
}

/** The row that a page names; its value is the instance's id. */
function entryAt(page: string): string {
  return `(select * from work_ledger_entries where instance_id = ? and position = ${page}.position limit 1) entry`
}
