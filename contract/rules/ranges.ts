import type { Fault, Query } from '../types.ts'
import { describeFaults } from './faults.ts'

/** The answer 400 to ranges that begin above their end, in which there can be nothing; null when no range does. */
export function refuseEmptyRanges({
  costMin = 0,
  costMax = Infinity,
  timeMin = 0,
  timeMax = Infinity,
  createdFrom,
  createdTo,
  from,
  to,
}: Ranges) {
  const errors = [
    ...(costMin > costMax ? [emptyRange('/costMin', 'The lowest cost is above the highest')] : []),
    ...(timeMin > timeMax ? [emptyRange('/timeMin', 'The shortest time is above the longest')] : []),
    ...emptyPeriod('/createdFrom', createdFrom, createdTo),
    ...emptyPeriod('/from', from, to),
  ]
  if (errors.length === 0) return null
  return { status: 400, problem: { code: 'invalid_request', detail: describeFaults(errors), errors } } as const
}

/** `Date.parse` of an open end is NaN, and no comparison with NaN is true. */
function emptyPeriod(pointer: string, from = '', to = ''): Fault[] {
  return Date.parse(from) > Date.parse(to) ? [emptyRange(pointer, 'The first time is later than the last')] : []
}

function emptyRange(pointer: string, text: string): Fault {
  return { in: 'query', pointer, code: 'range', message: `${text}: swap the two.` }
}

type Ranges = Pick<
  Query<'listWorkLedgerEntries'> & Query<'listChanges'>,
  'costMin' | 'costMax' | 'timeMin' | 'timeMax' | 'createdFrom' | 'createdTo' | 'from' | 'to'
>
