import pLimit from 'p-limit'
import { listDueSyncs } from '../db/account-syncs.ts'
import { finishUnfinished } from './finish-sync.ts'
import type { Accounts } from './sync-account.ts'
import { syncSharedAccount } from './sync-shared-account.ts'

/**
 * Finishes the syncs of accounts that were left: by killed servers, or because the provider did not answer. Ends
 * when nothing is due, when the provider cannot be reached, or when `signal` aborts.
 */
export async function syncDueAccounts(accounts: Accounts, signal: AbortSignal): Promise<void> {
  const semaphore = pLimit(5)
  while (!signal.aborted) {
    const due = await listDueSyncs(accounts.db, 20)
    const finish = async ({ isShared, ...owner }: (typeof due)[number]) =>
      isShared ? syncSharedAccount(accounts, owner) : finishUnfinished(accounts, owner)
    const finished = await Promise.all(due.map((one) => semaphore(() => finish(one))))
    if (due.length === 0 || finished.includes('unavailable')) return
  }
}
