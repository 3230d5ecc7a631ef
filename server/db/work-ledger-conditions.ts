import type { Knex } from 'knex'
import { contains } from './pages.ts'
import { isInBlocks, type Blocks } from './work-ledger-blocks.ts'
import type { WorkLedgerFilter } from './work-ledger-filter.ts'

export type RangeColumn = 'cost' | 'active_time'

/** SQL with a `?` for each of its values. */
export interface Fragment {
  sql: string
  values: readonly Knex.Value[]
}

export interface Range {
  column: RangeColumn
  least: number | undefined
  most: number | undefined
}

/** Columns that every index of a sort carries, so that their filters need no row. */
export const coveredColumns =
  'id, position, status, policy_status, actors, type, model_name, cost, active_time'

export function findRanges({ costMin, costMax, timeMin, timeMax }: WorkLedgerFilter): Range[] {
  const ranges: Range[] = [
    { column: 'cost', least: costMin, most: costMax },
    { column: 'active_time', least: timeMin, most: timeMax },
  ]
  return ranges.filter(({ least, most }) => least !== undefined || most !== undefined)
}

export function isInRange({ column, least, most }: Range): Fragment[] {
  const bounds: Fragment[] = []
  if (least !== undefined) bounds.push({ sql: `${column} >= ?`, values: [least] })
  if (most !== undefined) bounds.push({ sql: `${column} <= ?`, values: [most] })
  return bounds
}

/** What the covered columns tell: exact filters, ranges, and the blocks that are left. */
export function matchesColumns(filter: WorkLedgerFilter, blocks: Blocks | null): Fragment[] {
  return [
    ...matchesValues(filter),
    ...findRanges(filter).flatMap(isInRange),
    ...(blocks ? [isInBlocks(blocks)] : []),
  ]
}

export function matchesValues({
  status,
  type,
  policyStatus,
  actors,
  modelName,
}: WorkLedgerFilter): Fragment[] {
  const wanted = { status, type, policy_status: policyStatus, actors, model_name: modelName }
  return Object.entries(wanted).flatMap(([column, value]) =>
    value === undefined ? [] : { sql: `${column} = ?`, values: [value] },
  )
}

/** Whether one of the texts of a row contains the search. */
export function matchesText(search: string): Fragment {
  const texts = ['title', 'description', 'id', 'entity_id', 'related_entity']
  return {
    sql: `(${texts.map((column) => `lower(${column}) like lower(?)`).join(' or ')})`,
    values: texts.map(() => contains(search)),
  }
}

export function joinAll(conditions: readonly Fragment[]): Fragment {
  return {
    sql: conditions.length === 0 ? 'true' : conditions.map(({ sql }) => sql).join(' and '),
    values: conditions.flatMap(({ values }) => values),
  }
}
