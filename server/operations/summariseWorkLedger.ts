import type { Operation } from '../contract.ts'
import { summariseWorkLedgerEntries } from '../db/work-ledger-summary.ts'
import { faultIn } from '../../contract/rules/faults.ts'
import { busy } from '../../contract/rules/refusals.ts'
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

const errors = [faultIn('query', '/search', 'broad', 'occurs in too many entries')]

const searchTooBroad = {
  status: 422,
  problem: {
    code: 'search_too_broad',
    detail: 'Make the search longer, or add filters, so that fewer entries have to be searched.',
    errors,
  },
} as const
