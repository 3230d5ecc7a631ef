import type { Operation } from '../contract/operation.ts'
import { findLedgerRange } from '../db/work-ledger-days.ts'
import { summariseWorkLedgerEntries } from '../db/work-ledger-summary.ts'
import { daysOfSummary, hasOtherDays, refuseTimeZone } from '../../contract/rules/days.ts'
import { busy, searchTooBroad } from '../../contract/rules/refusals.ts'
import { refuseWithoutModel } from '../../contract/rules/work-ledger.ts'
import { refuseEmptyRanges } from '../../contract/rules/ranges.ts'
import { createSemaphore } from '../lib/semaphore.ts'

export const summariseWorkLedger: Operation<'summariseWorkLedger'> = async ({ path, query }, { db, caller }) => {
  const { groupBy = 'status', outcome, timeZone: _, ...filter } = query
  const refused = refuseWithoutModel(query) ?? refuseEmptyRanges(filter) ?? refuseTimeZone(query)
  if (refused) return refused
  using place = await acquirePlace(caller.subject)
  if (!place) return busy
  const summed = hasOtherDays(query) ? daysOfSummary(query, await findLedgerRange(db, path.instanceId)) : null
  if (summed && 'status' in summed) return summed
  const options = { groupBy, outcome, days: summed?.days ?? null }
  const body = await summariseWorkLedgerEntries(db, path.instanceId, { ...filter, ...summed?.range }, options)
  return body ? { status: 200, body } : searchTooBroad(filter.search)
}

/** Limits the summaries of this process: some take seconds of a processor, and other requests must go on. */
const acquirePlace = createSemaphore(4)
