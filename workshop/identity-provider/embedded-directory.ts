import type { AccountOwner } from '../../server/db/account-syncs.ts'
import type { Database } from '../../server/db/database.ts'
import {
  deleteCredential,
  endSessions,
  findCredentialOwners,
  setTemporaryPassword,
  type CredentialOwner,
} from './user-credentials.ts'
import {
  ownerName,
  readOwnerName,
  type AccountDirectory,
  type Changed,
  type FoundAccount,
} from '../../server/identity/directory.ts'
import { hashPassword, PasswordQueueFullError, type PasswordCost } from './password.ts'

/**
 * The accounts of the embedded identity provider: a password for each user. Everything else about an account is read from the
 * user, so changes of it need nothing.
 */
export function createEmbeddedDirectory(db: Database, cost?: PasswordCost): AccountDirectory {
  const findOwner = async (id: string) => (await findCredentialOwners(db, { userId: id }))[0]
  const follow = async (id: string): Promise<Changed> => ({ state: (await findOwner(id)) ? 'changed' : 'gone' })
  return {
    async create({ owner }, temporaryPassword) {
      const found = readOwnerName(owner)
      if (!found) throw new Error(`${owner} names no user.`)
      return (await setPassword(db, found, temporaryPassword, cost)) ? { state: 'created', id: found.userId } : busy
    },
    update: follow,
    async setEnabled(id, enabled) {
      if (enabled) return follow(id)
      return { state: (await endSessions(db, id)) ? 'changed' : 'gone' }
    },
    async setTemporaryPassword(id, password) {
      const owner = await findOwner(id)
      if (!owner) return { state: 'gone' }
      return (await setPassword(db, owner, password, cost)) ? { state: 'changed' } : busy
    },
    // An account is its user's alone: its id is that of the user.
    disown: follow,
    async read(id) {
      const owner = await findOwner(id)
      return owner ? toAccount(owner) : null
    },
    findLastSignIn: async () => ({ state: 'found', at: null }),
    async find(by) {
      return { state: 'found', accounts: (await findCredentialOwners(db, by)).map(toAccount) }
    },
    async remove(id) {
      await deleteCredential(db, id)
      return { state: 'removed' }
    },
  }
}

function toAccount({ instanceId, userId, username, email, isEnabled, mustChange }: CredentialOwner): FoundAccount {
  return {
    id: userId,
    username,
    email,
    names: null,
    owner: ownerName({ instanceId, userId }),
    isEnabled,
    isVerified: null,
    hasTemporaryPassword: mustChange,
  }
}

/** False when too many passwords wait to be hashed. */
async function setPassword(db: Database, owner: AccountOwner, password: string, cost?: PasswordCost) {
  try {
    await setTemporaryPassword(db, owner, await hashPassword(password, cost))
    return true
  } catch (error) {
    if (error instanceof PasswordQueueFullError) return false
    throw error
  }
}

const busy = { state: 'unavailable', reason: 'too many passwords wait to be hashed' } as const
