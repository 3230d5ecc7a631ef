import type { Knex } from 'knex'
import type { Role } from '../../contract/rules/roles.ts'
import type { AccountOwner } from './account-syncs.ts'

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

/** Sets a password that must be changed at the next sign-in, and ends all sessions. The user need not exist yet. */
export async function setTemporaryPassword(
  db: Knex,
  { instanceId, userId }: AccountOwner,
  passwordHash: string,
): Promise<void> {
  const now = db.fn.now()
  const credential = { password_hash: passwordHash, must_change: true, updated_at: now, sessions_from: now }
  await db('user_credentials')
    .insert({ instance_id: instanceId, user_id: userId, ...credential })
    .onConflict(['instance_id', 'user_id'])
    .merge()
}

/** Ends all sessions. False when the user has no password. */
export async function endSessions(db: Knex, userId: string): Promise<boolean> {
  return (await db('user_credentials').where({ user_id: userId }).update({ sessions_from: db.fn.now() })) > 0
}

export async function hasCredential(db: Knex, userId: string): Promise<boolean> {
  return (await db('user_credentials').where({ user_id: userId }).select('user_id')).length > 0
}

export async function deleteCredential(db: Knex, userId: string): Promise<void> {
  await db('user_credentials').where({ user_id: userId }).delete()
}

/** Who has a password. A user who is not written yet has the username of the change that is under way. */
export async function findCredentialOwners(
  db: Knex,
  by: { userId: string } | { username: string } | { email: string },
): Promise<CredentialOwner[]> {
  const owners = db('user_credentials')
    .leftJoin('users', {
      'users.instance_id': 'user_credentials.instance_id',
      'users.id': 'user_credentials.user_id',
    })
    .leftJoin('account_syncs', {
      'account_syncs.instance_id': 'user_credentials.instance_id',
      'account_syncs.user_id': 'user_credentials.user_id',
    })
    .select({
      instanceId: 'user_credentials.instance_id',
      userId: 'user_credentials.user_id',
      username: db.raw('coalesce(users.username, account_syncs.username)'),
      email: 'users.email',
      isEnabled: db.raw('coalesce(users.enabled, false)'),
      mustChange: 'user_credentials.must_change',
    })
  if ('userId' in by) return owners.where('user_credentials.user_id', by.userId)
  if ('email' in by) return owners.whereRaw('comparable(users.email) = comparable(?)', [by.email])
  const name = 'comparable(coalesce(users.username, account_syncs.username)) = comparable(?)'
  return owners.whereRaw(name, [by.username])
}

/** Deletes every password, and returns how many there were. */
export async function deleteAllCredentials(db: Knex): Promise<number> {
  return db('user_credentials').delete()
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
  sessionsFrom: 'user_credentials.sessions_from',
}

interface Shared {
  instanceId: string
  userId: string
  enabled: boolean
  mustChange: boolean
  /** What began before has ended. */
  sessionsFrom: string | null
}

export interface CredentialOwner extends AccountOwner {
  username: string
  email: string | null
  isEnabled: boolean
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
