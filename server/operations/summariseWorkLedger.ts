import type { Operation } from '../contract.ts'
import { summariseWorkLedgerEntries } from '../db/work-ledger-summary.ts'
import { busy, searchTooBroad } from '../../contract/rules/refusals.ts'
import { refuseEmptyRanges } from '../../contract/rules/work-ledger.ts'
import { createSemaphore } from '../ledger/semaphore.ts'

export const summariseWorkLedger: Operation<'summariseWorkLedger'> = async ({ path, query }, { db, caller }) => {
  const { groupBy = 'status', ...filter } = query
  const emptyRanges = refuseEmptyRanges(filter)
  if (emptyRanges) return emptyRanges
  const release = await acquirePlace(caller.subject)
  if (!release) return busy
  try {
    const body = await summariseWorkLedgerEntries(db, path.instanceId, filter, groupBy)
    return body ? { status: 200, body } : searchTooBroad
  } finally {
    release()
  }
}

/** Limits the summaries of this process: some take seconds of a processor, and other requests must go on. */
const acquirePlace = createSemaphore(4)
