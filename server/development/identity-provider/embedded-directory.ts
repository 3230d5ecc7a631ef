import type { Database } from '../../db/database.ts'
import {
  deleteCredential,
  endSessions,
  findCredentialOwners,
  hasCredential,
  setTemporaryPassword,
  type CredentialOwner,
} from '../../db/user-credentials.ts'
import {
  ownerName,
  readOwnerName,
  type AccountDirectory,
  type Changed,
  type FoundAccount,
} from '../../identity/directory.ts'
import { hashPassword, PasswordQueueFullError } from './password.ts'

/**
 * The accounts of the embedded identity provider: a password for each user. Everything else about an account is read from the
 * user, so changes of it need nothing.
 */
export function createEmbeddedDirectory(db: Database): AccountDirectory {
  const follow = async (id: string): Promise<Changed> => ({
    state: (await hasCredential(db, id)) ? 'changed' : 'gone',
  })
  return {
    async create({ owner }, temporaryPassword) {
      const found = readOwnerName(owner)
      if (!found) throw new Error(`${owner} names no user.`)
      const passwordHash = await hashUnlessBusy(temporaryPassword)
      if (passwordHash === null) return busy
      await setTemporaryPassword(db, found, passwordHash)
      return { state: 'created', id: found.userId }
    },
    update: follow,
    async setEnabled(id, enabled) {
      if (enabled) return follow(id)
      return { state: (await endSessions(db, id)) ? 'changed' : 'gone' }
    },
    async setTemporaryPassword(id, password) {
      const [owner] = await findCredentialOwners(db, { userId: id })
      if (!owner) return { state: 'gone' }
      const passwordHash = await hashUnlessBusy(password)
      if (passwordHash === null) return busy
      await setTemporaryPassword(db, owner, passwordHash)
      return { state: 'changed' }
    },
    // An account is its user's alone: its id is that of the user.
    disown: follow,
    async read(id) {
      const [owner] = await findCredentialOwners(db, { userId: id })
      return owner ? { ...toAccount(owner), names: null } : null
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
    owner: ownerName({ instanceId, userId }),
    isEnabled,
    isVerified: null,
    hasTemporaryPassword: mustChange,
  }
}

async function hashUnlessBusy(password: string): Promise<string | null> {
  try {
    return await hashPassword(password)
  } catch (error) {
    if (error instanceof PasswordQueueFullError) return null
    throw error
  }
}

const busy = { state: 'unavailable', reason: 'too many passwords wait to be hashed' } as const
