import type { Knex } from 'knex'
import { entriesPerBlock } from './work-ledger-signature.ts'
import { countedRows, type PageOfRows } from './pages.ts'
import { listBlocks, type Blocks } from './work-ledger-blocks.ts'
import {
  findRanges,
  isInRange,
  joinAll,
  matchesColumns,
  matchesText,
  type Fragment,
  type Range,
} from './work-ledger-conditions.ts'
import type { WorkLedgerEntryRow } from './work-ledger-entries.ts'
import { cutToPage, entryAt, isAfter, orderOf, type LedgerQuery } from './work-ledger-page.ts'

/** What is read as a set, to be sorted: a row costs 3 us. */
export const mostSorted = 8192
const mostSortedByRange = 16_384

/** Rows of which there are few, as what stands behind "from"; null where no filter says so. */
export async function findFew(db: Knex, query: LedgerQuery): Promise<Fragment | null> {
  const { blocks, instanceId, filter } = query
  if (blocks && blocks.count * entriesPerBlock <= mostSorted) return entriesOf(instanceId, blocks)
  for (const range of findRanges(filter)) {
    const entries = entriesIn(instanceId, range)
    const { rows } = await db.raw<{ rows: { count: number }[] }>(
      `select count(*) from (${entries.sql}) counted`,
      entries.values,
    )
    if ((rows[0]?.count ?? 0) <= mostSortedByRange) return { sql: `(${entries.sql})`, values: entries.values }
  }
  return null
}

export async function selectFromFew(
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
           order by ${range.column}, id limit ${mostSortedByRange + 1}`,
    values: [instanceId, ...bounds.values],
  }
}
