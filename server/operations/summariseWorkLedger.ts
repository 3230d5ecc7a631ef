import type { Operation } from '../contract.ts'
import { summariseWorkLedgerEntries } from '../db/work-ledger-summary.ts'
import { busy, searchTooBroad } from '../../contract/rules/refusals.ts'
import { refuseWithoutModel } from '../../contract/rules/work-ledger.ts'
import { refuseEmptyRanges } from '../../contract/rules/ranges.ts'
import { createSemaphore } from '../semaphore.ts'

export const summariseWorkLedger: Operation<'summariseWorkLedger'> = async ({ path, query }, { db, caller }) => {
  const { groupBy = 'status', outcome, ...filter } = query
  const refused = refuseWithoutModel(query) ?? refuseEmptyRanges(filter)
  if (refused) return refused
  using place = await acquirePlace(caller.subject)
  if (!place) return busy
  const body = await summariseWorkLedgerEntries(db, path.instanceId, filter, groupBy, outcome)
  return body ? { status: 200, body } : searchTooBroad(filter.search)
}

/** Limits the summaries of this process: some take seconds of a processor, and other requests must go on. */
const acquirePlace = createSemaphore(4)
