import type { Knex } from 'knex'
import type { Role } from '../../contract/rules/roles.ts'

/** The credential of the user with this username or email address, whatever its case and Unicode form. */
export async function findCredentialByLogin(
  db: Knex,
  instanceId: string,
  login: string,
): Promise<Credential | undefined> {
  const [credential] = await joined(db)
    .join('user_sign_in_names', {
      'user_sign_in_names.instance_id': 'users.instance_id',
      'user_sign_in_names.user_id': 'users.id',
    })
    .where('users.instance_id', instanceId)
    .whereRaw('user_sign_in_names.name = comparable(?)', [login])
    .select<Credential[]>({ ...shared, passwordHash: 'user_credentials.password_hash' })
  return credential
}

/**
 * Replaces a password by one that the user chose. Returns false, and changes nothing, when the password is no longer
 * `currentHash` (an administrator has reset it) or the user is disabled.
 */
export async function changePassword(
  db: Knex,
  {
    instanceId,
    userId,
    currentHash,
    passwordHash,
  }: { instanceId: string; userId: string; currentHash: string; passwordHash: string },
): Promise<boolean> {
  const changed = await db('user_credentials')
    .where({ instance_id: instanceId, user_id: userId, password_hash: currentHash })
    .whereExists(
      db('users').select(db.raw('1')).where({ instance_id: instanceId, id: userId, enabled: true }),
    )
    .update({ password_hash: passwordHash, must_change: false, updated_at: db.fn.now() })
  return changed === 1
}

/**
 * The user behind the subject of a token. Undefined also when two instances have users with this id: ids are unique only
 * within an instance, and a token for the wrong instance must never be issued.
 */
export async function findAccount(db: Knex, userId: string): Promise<Account | undefined> {
  const [account, second] = await joined(db)
    .where('users.id', userId)
    .limit(2)
    .select<Account[]>({
      ...shared,
      username: 'users.username',
      email: 'users.email',
      name: 'users.name',
      middleName: 'users.middle_name',
      familyName: 'users.family_name',
      roles: 'users.roles',
    })
  return second ? undefined : account
}

/** Whether the user has no password of their own yet: none at all, or a temporary one. */
export async function mustChangePassword(db: Knex, instanceId: string, userId: string): Promise<boolean> {
  const [row] = await db('user_credentials')
    .where({ instance_id: instanceId, user_id: userId })
    .select<{ must_change: boolean }[]>('must_change')
  return row?.must_change ?? true
}

function joined(db: Knex) {
  return db('users').join('user_credentials', {
    'user_credentials.instance_id': 'users.instance_id',
    'user_credentials.user_id': 'users.id',
  })
}

const shared = {
  instanceId: 'users.instance_id',
  userId: 'users.id',
  enabled: 'users.enabled',
  mustChange: 'user_credentials.must_change',
}

interface Shared {
  instanceId: string
  userId: string
  enabled: boolean
  mustChange: boolean
}

export interface Credential extends Shared {
  passwordHash: string
}

export interface Account extends Shared {
  username: string
  email: string
  name: string
  middleName: string | null
  familyName: string | null
  roles: Role[]
}
