import * as pages from '../../../contract/rules/pages.ts'
import type { Database } from '../../db/database.ts'
import { cursorText, sortKeyOf, type PageOfRows, type PageRequest, type SortKey } from '../../db/query/pages.ts'

export type ReadPage = (pages.Paging & { ok: true; page: PageRequest }) | Extract<pages.ReadPage, { ok: false }>

/** The answer to a list of the instance: `name` is in its cursors, and `select` finds the rows of a page. */
export async function answerRows<Query extends pages.ListQuery, Row, Item>(
  db: Database,
  { path: { instanceId }, query }: { path: { instanceId: string }; query: Query },
  name: string,
  select: (db: Database, instanceId: string, query: Query, page: PageRequest) => Promise<PageOfRows<Row>>,
  toItem: (row: Row) => Item,
) {
  const read = readPage(query, [name, instanceId])
  if (!read.ok) return read.answer
  const found = await select(db, instanceId, query, read.page)
  return pages.answerPage(read, { ...found, content: found.rows.map(toItem) })
}

/** Turns `page`, `size`, `sort` and `cursor` into what `selectPage` takes (server/db/query/pages.ts). */
export function readPage(query: pages.ListQuery, scope: readonly string[]): ReadPage {
  const read = pages.readPage(query, scope)
  if (!read.ok) return read
  const { field, ...page } = read.page
  const sort = sortKeyOf(field)
  if (page.after && !isPossible(page.after, sort)) return { ok: false, answer: pages.foreignCursor }
  return { ...read, page: { ...page, sort } }
}

export function readSort(sort: string): { sort: SortKey; descending: boolean } {
  const [field = '', direction] = sort.split(',')
  return { sort: sortKeyOf(field), descending: direction === 'desc' }
}

/** Whether PostgreSQL can compare with the values of a cursor. */
function isPossible({ value, id }: pages.Position, { type }: SortKey): boolean {
  if (!cursorText[type].test(value) || !value.isWellFormed()) return false
  // 30 February, the year 0 and numbers too large or too small for a double have the right form, but PostgreSQL refuses them.
  if (type === 'timestamptz') return !value.startsWith('0000') && new Date(value).toJSON() === value
  if (type === 'numeric') return Number.isFinite(Number(value)) && (Number(value) !== 0 || /^-?0$/.test(value))
  // A list that is sorted by an integer has that integer as its id: the version, or the number of a change.
  return !['integer', 'bigint'].includes(type) || id === value
}
