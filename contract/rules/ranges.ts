import type { Query } from '../types.ts'
import { invalidInput } from './refusals.ts'

/** The answer 400 to ranges that begin above their end, in which there can be nothing; null when no range does. */
export function refuseEmptyRanges(query: Ranges) {
  const empty = ranges.filter(([from, to]) => toNumber(query[from]) > toNumber(query[to]))
  if (empty.length === 0) return null
  return invalidInput(
    empty.map(([from, , text]) => ({
      in: 'query',
      pointer: `/${from}`,
      code: 'range',
      message: `${text}: swap the two.`,
    })),
  )
}

const ranges = [
  ['costMin', 'costMax', 'The lowest cost is above the highest'],
  ['timeMin', 'timeMax', 'The shortest time is above the longest'],
  ['createdFrom', 'createdTo', 'The first time is later than the last'],
  ['from', 'to', 'The first time is later than the last'],
] as const

/** NaN for an open end, and no comparison with NaN is true. */
function toNumber(end: number | string | undefined): number {
  return typeof end === 'number' ? end : Date.parse(end ?? '')
}

type Ranges = Pick<Query<'listWorkLedgerEntries'> & Query<'listChanges'>, (typeof ranges)[number][0 | 1]>
