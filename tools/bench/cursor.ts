import type { Client } from 'pg'
import { readPage } from '../../server/operations/answers/paging.ts'
import { describePage } from '../../contract/rules/pages.ts'

/** The cursor behind `depth` rows of a list, which a client would reach only after thousands of pages. */
export async function findCursor(
  client: Client,
  list: { name: string; table: string },
  instanceId: string,
  query: Readonly<Record<string, string | number>>,
  depth: number,
): Promise<string> {
  const read = readPage({ size: 20, ...query }, [list.name, instanceId])
  if (!read.ok) throw new Error('The list has no such page.')
  const { sort, descending } = read.page
  const direction = descending ? 'desc' : 'asc'
  const { rows } = await client.query<{ value: Date | number; id: string }>(
    `select ${sort.expression} as value, id from ${list.table} where instance_id = $1
      order by ${sort.expression} ${direction}, id ${direction} offset $2 limit 1`,
    [instanceId, Math.floor(depth)],
  )
  const [row] = rows
  if (!row) throw new Error(`${instanceId} has no row behind ${depth} others.`)
  const value = row.value instanceof Date ? row.value.toISOString() : String(row.value)
  return describePage(read, { total: 0, totalIsExact: true, end: { value, id: row.id } }).next ?? ''
}
