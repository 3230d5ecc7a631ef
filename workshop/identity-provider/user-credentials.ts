import type { Knex } from 'knex'
import type { Database } from '../../server/db/database.ts'
import type { components } from '../../spec/gen/openapi.gen.ts'
import type { AccountOwner } from '../../server/db/account-syncs.ts'
import { planned, prepared, preparedRow } from '../../server/db/query/query.ts'

/** The credential of the user with this username or email address, whatever its case and Unicode form. */
export async function findCredentialByLogin(
  db: Database,
  instanceId: string,
  login: string,
): Promise<Credential | null> {
  const name = db.raw('comparable(?)', login)
  const named = db('user_sign_in_names').select('user_id').where({ instance_id: instanceId, name })
  const found = usersWithCredentials(db)
    .select({ ...shared, passwordHash: 'password_hash' })
    .where('users.instance_id', instanceId)
    .whereIn('users.id', named)
  return preparedRow<Credential>(db, found)
}

/**
 * Replaces a password by one that the user chose. Returns false, and changes nothing, when the password is no longer
 * `currentHash` (an administrator has reset it) or the user is disabled.
 */
export async function changePassword(
  db: Database,
  { instanceId, userId, currentHash, passwordHash }: AccountOwner & { currentHash: string; passwordHash: string },
): Promise<boolean> {
  const user = db('users').select(1).where({ instance_id: instanceId, id: userId, enabled: true })
  const changed = await db('user_credentials')
    .where({ instance_id: instanceId, user_id: userId, password_hash: currentHash })
    .whereExists(user)
    .update({ password_hash: passwordHash, must_change: false, updated_at: db.fn.now() })
  return changed === 1
}

/**
 * The user behind the subject of a token. Null also when two instances have users with this id: ids are unique only
 * within an instance, and a token for the wrong instance must never be issued.
 */
export async function findAccount(db: Database, userId: string): Promise<Account | null> {
  const found = usersWithCredentials(db)
    .select(shared, 'username', 'email', 'name', 'middle_name as middleName', 'family_name as familyName', 'roles')
    .where('users.id', userId)
    .limit(2)
  const [account, second] = await prepared<Account>(db, found)
  return second ? null : (account ?? null)
}

/** Sets a password that must be changed at the next sign-in, and ends all sessions. The user need not exist yet. */
export async function setTemporaryPassword(
  db: Database,
  { instanceId, userId }: AccountOwner,
  passwordHash: string,
): Promise<void> {
  const now = db.fn.now()
  const credential = { password_hash: passwordHash, must_change: true, updated_at: now, sessions_from: now }
  await db('user_credentials')
    .insert({ instance_id: instanceId, user_id: userId, ...credential })
    .onConflict(['instance_id', 'user_id'])
    .merge(['password_hash', 'must_change', 'updated_at', 'sessions_from'])
}

/** Ends all sessions. False when the user has no password. */
export async function endSessions(db: Database, userId: string): Promise<boolean> {
  return (await db('user_credentials').where({ user_id: userId }).update({ sessions_from: db.fn.now() })) > 0
}

export async function deleteCredential(db: Database, userId: string): Promise<void> {
  await db('user_credentials').where({ user_id: userId }).delete()
}

/** The users with a password. One that is not written yet has the username of the change that is under way. */
export async function findCredentialOwners(db: Database, by: CredentialQuery): Promise<CredentialOwner[]> {
  const owners = db('user_credentials as credentials')
    .leftJoin('users', { 'users.instance_id': 'credentials.instance_id', 'users.id': 'credentials.user_id' })
    .leftJoin('account_syncs as syncs', {
      'syncs.instance_id': 'credentials.instance_id',
      'syncs.user_id': 'credentials.user_id',
    })
    .select({
      instanceId: 'credentials.instance_id',
      userId: 'credentials.user_id',
      username: db.raw('coalesce(users.username, syncs.username)'),
      email: 'users.email',
      isEnabled: db.raw('coalesce(users.enabled, false)'),
      mustChange: 'credentials.must_change',
    })
    .modify(whereOwner, by)
  return planned<CredentialOwner>(db, owners)
}

type CredentialQuery = { userId: string } | { username: string } | { email: string }

function whereOwner(rows: Knex.QueryBuilder, by: CredentialQuery): void {
  if ('userId' in by) rows.where('credentials.user_id', by.userId)
  else if ('email' in by) rows.whereRaw('comparable(users.email) = comparable(?)', by.email)
  else rows.whereRaw('comparable(coalesce(users.username, syncs.username)) = comparable(?)', by.username)
}

function usersWithCredentials(db: Database) {
  return db('users').join('user_credentials', {
    'user_credentials.instance_id': 'users.instance_id',
    'user_credentials.user_id': 'users.id',
  })
}

const owner = { instanceId: 'users.instance_id', userId: 'users.id' }
const shared = { ...owner, enabled: 'enabled', mustChange: 'must_change', sessionsFrom: 'sessions_from' }

interface Shared extends AccountOwner {
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

export type Account = Shared &
  Pick<components['schemas']['User'], 'username' | 'email' | 'name' | 'middleName' | 'familyName' | 'roles'>
