import { randomBytes } from 'node:crypto'
import type { Database } from '../server/db/database.ts'
import { findUserByEmail } from '../server/db/users.ts'
import { findCredentialOwners, setTemporaryPassword } from './identity-provider/user-credentials.ts'
import { hashPassword, type PasswordCost } from './identity-provider/password.ts'

/**
 * Who can sign in to the demo as an administrator. As long as nobody has done so each start gives her another temporary
 * password, because the one before may not have been read. Null where the demo has no such user.
 */
export async function prepareAdministrator(db: Database, cost?: PasswordCost): Promise<FirstAdministrator | null> {
  const user = await findUserByEmail(db, instanceId, email)
  if (!user?.enabled || !user.roles.includes('Administrator')) return null
  const { id: userId, username } = user
  const [account] = await findCredentialOwners(db, { userId })
  if (account?.mustChange === false) return { username, password: null }
  const password = randomBytes(9).toString('base64url')
  await setTemporaryPassword(db, { instanceId, userId }, await hashPassword(password, cost))
  return { username, password }
}

const instanceId = 'demo'
/** She is one of the users of seed-demo.ts. */
const email = 'ada@example.com'

export interface FirstAdministrator {
  username: string
  /** Valid once; null when she has chosen her own. */
  password: string | null
}
