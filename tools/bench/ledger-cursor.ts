import { openDatabase } from '../../server/db/connection/client.ts'
import { findEmbeddedPostgres } from '../../server/development/postgres/embedded-postgres.ts'
import { workLedgerSortKeys } from '../../server/db/work-ledger-list.ts'
import { describePage } from '../../contract/rules/pages.ts'
import { readPage } from '../../server/operations/answers/paging.ts'
import type { Server } from './server.ts'

/**
 * The cursor behind the share `depth` (0 to 1) of all sorted entries. A client would reach it only after thousands of pages.
 */
export async function findCursor(
  { dataDir }: Server,
  { instanceId, entries }: { instanceId: string; entries: number },
  query: Record<string, string | number>,
  depth: number,
): Promise<string> {
  const { sort = 'createdAt,desc', ...filter } = query
  const read = readPage(
    { size: 20, sort: String(sort), ...filter },
    ['work-ledger', instanceId],
    workLedgerSortKeys,
  )
  const url = await findEmbeddedPostgres({ dataDir })
  if (!read.ok || !url) throw new Error('The list has no such cursor.')
  const { expression } = read.page.sort
  const direction = read.page.descending ? 'desc' : 'asc'
  const db = openDatabase({
    url,
    poolSize: 1,
    acquireTimeoutMs: 5000,
    statementTimeoutMs: 60_000,
  })
  try {
    const { rows } = await db.raw<{ rows: { value: Date | number; id: string }[] }>(
      `select ${expression} as value, id from work_ledger_entries where instance_id = ?
        order by ${expression} ${direction}, id ${direction} offset ? limit 1`,
      [instanceId, Math.floor(entries * depth)],
    )
    const [row] = rows
    if (!row) throw new Error(`${instanceId} has no entry at ${depth}.`)
    const value = row.value instanceof Date ? row.value.toISOString() : String(row.value)
    return describePage(read, { total: 0, totalIsExact: true, end: { value, id: row.id } }).next ?? ''
  } finally {
    await db.destroy()
  }
}
