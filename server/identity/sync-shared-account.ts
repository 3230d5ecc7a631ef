import type { Database } from '../db/database.ts'
import {
  acquireSharedSync,
  enqueueSharedSync,
  noteClosing,
  releaseLease,
  retryLater,
  type AccountOwner,
  type SharedLease,
} from '../db/account-syncs.ts'
import { accountIdOf, listUsersByAccount, listUsersOfAccount, type UserRow } from '../db/users.ts'
import { providerDeadline, type Changed } from './directory.ts'
import { pauseSync, secondsAfterRefusal, type Finished } from './finish-sync.ts'
import type { Accounts } from './sync-account.ts'

/**
 * Closes a shared account when none of its users is enabled, whatever the instance, and opens it when one was enabled again;
 * nothing else about it is changed. Asks all instances, so it is never called for a request. Null when there is nothing to do.
 */
export async function syncSharedAccount(accounts: Accounts, owner: AccountOwner): Promise<Finished | null> {
  const { db, log } = accounts
  const lease = await acquireSharedSync(db, owner)
  if (!lease) return null
  const isOpen = await isAnyEnabled(accounts, lease)
  const changed = await setEnabled(accounts, lease, isOpen)
  if (changed.state === 'unavailable') {
    log.warn({ userId: owner.userId, reason: changed.reason }, 'a change of a shared account has to wait')
    await pauseSync(db, lease, changed)
    return 'unavailable'
  }
  if (changed.state === 'refused' || changed.state === 'taken') {
    log.error({ userId: owner.userId }, 'the identity provider refuses to enable or disable a shared account')
    await retryLater(db, lease, secondsAfterRefusal)
    return 'refused'
  }
  // What another instance has changed meanwhile may have reached the provider before this did.
  const isAgreed = isOpen === (await isAnyEnabled(accounts, lease)) && (await releaseLease(db, lease))
  if (isAgreed) return 'finished'
  await retryLater(db, lease, 0)
  return 'lost'
}

/** For an instance that is being deleted: the job looks again at the accounts that users of other instances have, too. */
export async function enqueueAccountsSharedWith(db: Database, instanceId: string): Promise<void> {
  let batch: UserRow[] = []
  do {
    batch = await listUsersByAccount(db, instanceId, 'shared', batch.at(-1)?.id ?? '', batchSize)
    for (const user of batch) {
      const accountId = accountIdOf(user)
      const [other] = await listUsersOfAccount(db, accountId)
      if (other) await enqueueSharedSync(db, other, { username: other.username, accountId, opens: false })
    }
  } while (batch.length === batchSize)
}

const batchSize = 200

async function isAnyEnabled({ db }: Accounts, { sharedAccountId }: SharedLease): Promise<boolean> {
  return (await listUsersOfAccount(db, sharedAccountId)).some(({ enabled }) => enabled)
}

/** An account that the provider has closed for reasons of its own is opened only for a user who was enabled. */
async function setEnabled({ db, directory }: Accounts, lease: SharedLease, isOpen: boolean): Promise<Changed> {
  if (isOpen && !lease.setsEnabled) return { state: 'changed' }
  if (!isOpen) await noteClosing(db, lease)
  return directory.setEnabled(lease.sharedAccountId, isOpen, providerDeadline())
}
