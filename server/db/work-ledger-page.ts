import type { PageRequest, Position, SortKey } from './pages.ts'
import type { Fragment } from './work-ledger-conditions.ts'
import type { WorkLedgerFilter } from './work-ledger-filter.ts'
import type { Blocks } from './work-ledger-blocks.ts'
import type { WorkLedgerEntryRow } from './work-ledger-entries.ts'

export const workLedgerSortKeys = {
  createdAt: { expression: 'created_at', type: 'timestamptz' },
  updatedAt: { expression: 'updated_at', type: 'timestamptz' },
  cost: { expression: 'cost', type: 'float8' },
  activeTime: { expression: 'active_time', type: 'float8' },
} as const

export interface LedgerQuery {
  instanceId: string
  filter: WorkLedgerFilter
  page: PageRequest
  blocks: Blocks | null
  reach: Reach
}

export interface Reach {
  /** Index entries that may be passed on the way to a page. */
  walked: number
  /** Rows on that way whose texts may be compared. */
  compared: number
}

export function cutToPage(
  rows: WorkLedgerEntryRow[],
  { size, sort }: PageRequest,
): { rows: WorkLedgerEntryRow[]; end: Position | null } {
  const last = rows.length > size ? rows[size - 1] : undefined
  return {
    rows: rows.slice(0, size),
    end: last ? { value: toText(last[columnOf(sort)]), id: last.id } : null,
  }
}

export function isAfter({ sort, descending, after }: PageRequest): Fragment {
  if (!after) return { sql: 'true', values: [] }
  return {
    sql: `(${sort.expression}, id) ${descending ? '<' : '>'} (?::${sort.type}, ?)`,
    values: [after.value, after.id],
  }
}

export function orderOf({ descending }: PageRequest, key: string, table?: string): string {
  const direction = descending ? 'desc' : 'asc'
  const prefix = table ? `${table}.` : ''
  return `${prefix}${key} ${direction}, ${prefix}id ${direction}`
}

/** The row that a page names; its value is the instance's id. */
export function entryAt(page: string): string {
  return `(select * from work_ledger_entries where instance_id = ? and position = ${page}.position limit 1) entry`
}

function columnOf({
  expression,
}: SortKey): (typeof workLedgerSortKeys)[keyof typeof workLedgerSortKeys]['expression'] {
  const key = Object.values(workLedgerSortKeys).find((known) => known.expression === expression)
  if (!key) throw new Error(`The ledger has no sort key ${expression}.`)
  return key.expression
}

export function toText(value: Date | number): string {
  return value instanceof Date ? value.toISOString() : String(value)
}
