import type { Fault } from '../../../contract/types.ts'
import type { WorkLedgerFilter } from '../../db/work-ledger-filter.ts'

/** The answer to a filter that can match nothing, as a range of it begins above its end; null when there is none. */
export function refuseEmptyRanges(filter: WorkLedgerFilter) {
  const errors = findEmptyRanges(filter)
  if (errors.length === 0) return null
  const detail = 'A range begins above its end: swap the two.'
  return { status: 400, problem: { code: 'invalid_request', detail, errors } } as const
}

function findEmptyRanges({ costMin, costMax, timeMin, timeMax }: WorkLedgerFilter): Fault[] {
  const ranges = [
    { name: 'costMin', end: 'costMax', isEmpty: (costMin ?? 0) > (costMax ?? Infinity) },
    { name: 'timeMin', end: 'timeMax', isEmpty: (timeMin ?? 0) > (timeMax ?? Infinity) },
  ]
  return ranges
    .filter(({ isEmpty }) => isEmpty)
    .map(({ name, end }) => ({
      in: 'query',
      pointer: `/${name}`,
      code: 'range',
      message: `must be <= ${end}`,
    }))
}
