import type { Knex } from 'knex'
import { countedRows, type PageOfRows, type PageRequest, type Position } from './pages.ts'
import { findBlocks } from './work-ledger-blocks.ts'
import { findRanges } from './work-ledger-conditions.ts'
import type { WorkLedgerFilter } from './work-ledger-filter.ts'
import { countByValues } from './work-ledger-counts.ts'
import type { WorkLedgerEntryRow } from './work-ledger-entries.ts'
import { findFew, mostSorted, selectFromFew } from './work-ledger-few.ts'
import type { Reach } from './work-ledger-page.ts'
import { countOnWalk, walk } from './work-ledger-walk.ts'

/** A page whose offset lies beyond what one request may read: only a cursor leads there. */
export type LedgerPage = ({ ok: true } & PageOfRows<WorkLedgerEntryRow>) | { ok: false }

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
  const { all, matching: known } = await countByValues(db, instanceId, filter)
  if (known === 0) return { ok: true, rows: [], end: null, total: 0, totalIsExact: true }
  const isMany = hasOnlyValues(filter) && known > mostSorted
  const blocks = isMany ? null : await findBlocks(db, instanceId, filter)
  const query = { instanceId, filter, page, blocks, reach: chooseReach(all) }
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
  const isMany = hasOnlyValues(filter) && (await countByValues(db, instanceId, filter)).matching > mostSorted
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

/**
 * What one request may cost, whatever it asks for and however many entries there are: some 100 ms together. An index
 * entry costs 0.4 us, a row whose texts are compared 3 us. A ledger of up to 200,000 entries is walked as a whole: there
 * every page is full, and can be had by its number.
 */
function chooseReach(entries: number): Reach {
  return entries <= 200_000 ? { walked: 200_000, compared: 20_000 } : { walked: 20_000, compared: 6000 }
}

function hasOnlyValues(filter: WorkLedgerFilter): boolean {
  return filter.search === undefined && findRanges(filter).length === 0
}
