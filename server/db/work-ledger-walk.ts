import type { Knex } from 'knex'
import { countedRows, type Position } from './pages.ts'
import {
  coveredColumns,
  findRanges,
  isInRange,
  joinAll,
  matchesColumns,
  matchesText,
  matchesValues,
  type Fragment,
} from './work-ledger-conditions.ts'
import type { WorkLedgerFilter } from './work-ledger-filter.ts'
import type { WorkLedgerEntryRow } from './work-ledger-entries.ts'
import { cutToPage, entryAt, isAfter, orderOf, toText, type LedgerQuery } from './work-ledger-page.ts'

export async function walk(
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

/** Counts on the way through the narrowest range, or through the list, as far as a walk may go. */
export async function countOnWalk(
  db: Knex,
  query: LedgerQuery,
): Promise<{ total: number; isExact: boolean }> {
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
         from (select * from (${walked.sql}) walked where ${matching.sql} limit ${mostComparedForTotal}) candidate`,
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

const mostComparedForTotal = 2000

function hasOnlyRange(filter: WorkLedgerFilter): boolean {
  return findRanges(filter).length === 1 && matchesValues(filter).length === 0 && filter.search === undefined
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
