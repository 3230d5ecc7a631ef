import type { Database } from './database.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { components } from '../../spec/openapi.gen.ts'
import type { AccountOwner } from './account-syncs.ts'
import { query, queryPrepared, queryRow } from './query/query.ts'

/** The credential of the user with this username or email address, whatever its case and Unicode form. */
export async function findCredentialByLogin(
  db: Database,
  instanceId: string,
  login: string,
): Promise<Credential | null> {
  return queryRow<Credential>(
    db,
    sql`select ${shared}, user_credentials.password_hash as "passwordHash" from ${usersWithCredentials}
          join user_sign_in_names on user_sign_in_names.instance_id = users.instance_id
           and user_sign_in_names.user_id = users.id
         where users.instance_id = ${instanceId} and user_sign_in_names.name = comparable(${login})`,
  )
}

/**
 * Replaces a password by one that the user chose. Returns false, and changes nothing, when the password is no longer
 * `currentHash` (an administrator has reset it) or the user is disabled.
 */
export async function changePassword(
  db: Database,
  { instanceId, userId, currentHash, passwordHash }: AccountOwner & { currentHash: string; passwordHash: string },
): Promise<boolean> {
  const changed = sql`update user_credentials
       set password_hash = ${passwordHash}, must_change = false, updated_at = now()
     where instance_id = ${instanceId} and user_id = ${userId} and password_hash = ${currentHash}
       and exists (select from users where instance_id = ${instanceId} and id = ${userId} and enabled)
    returning user_id`
  return (await queryPrepared(db, changed)).length === 1
}

/**
 * The user behind the subject of a token. Null also when two instances have users with this id: ids are unique only
 * within an instance, and a token for the wrong instance must never be issued.
 */
export async function findAccount(db: Database, userId: string): Promise<Account | null> {
  const [account, second] = await queryPrepared<Account>(
    db,
    sql`select ${shared}, users.username, users.email, users.name, users.middle_name as "middleName",
               users.family_name as "familyName", users.roles
          from ${usersWithCredentials} where users.id = ${userId} limit 2`,
  )
  return second ? null : (account ?? null)
}

/** Sets a password that must be changed at the next sign-in, and ends all sessions. The user need not exist yet. */
export async function setTemporaryPassword(
  db: Database,
  { instanceId, userId }: AccountOwner,
  passwordHash: string,
): Promise<void> {
  await queryPrepared(
    db,
    sql`insert into user_credentials (instance_id, user_id, password_hash, must_change, updated_at, sessions_from)
        values (${instanceId}, ${userId}, ${passwordHash}, true, now(), now())
        on conflict (instance_id, user_id) do update
           set password_hash = excluded.password_hash, must_change = excluded.must_change,
               updated_at = excluded.updated_at, sessions_from = excluded.sessions_from`,
  )
}

/** Ends all sessions. False when the user has no password. */
export async function endSessions(db: Database, userId: string): Promise<boolean> {
  const ended = sql`update user_credentials set sessions_from = now() where user_id = ${userId} returning user_id`
  return (await queryPrepared(db, ended)).length > 0
}

export async function hasCredential(db: Database, userId: string): Promise<boolean> {
  return (await queryPrepared(db, sql`select from user_credentials where user_id = ${userId}`)).length > 0
}

export async function deleteCredential(db: Database, userId: string): Promise<void> {
  await queryPrepared(db, sql`delete from user_credentials where user_id = ${userId}`)
}

/** Who has a password. A user who is not written yet has the username of the change that is under way. */
export async function findCredentialOwners(
  db: Database,
  by: { userId: string } | { username: string } | { email: string },
): Promise<CredentialOwner[]> {
  return query<CredentialOwner>(
    db,
    sql`select user_credentials.instance_id as "instanceId", user_credentials.user_id as "userId",
               coalesce(users.username, account_syncs.username) as username, users.email,
               coalesce(users.enabled, false) as "isEnabled", user_credentials.must_change as "mustChange"
          from user_credentials
          left join users on users.instance_id = user_credentials.instance_id and users.id = user_credentials.user_id
          left join account_syncs on account_syncs.instance_id = user_credentials.instance_id
           and account_syncs.user_id = user_credentials.user_id
         where ${whereOwner(by)}`,
  )
}

function whereOwner(by: { userId: string } | { username: string } | { email: string }): Sql {
  if ('userId' in by) return sql`user_credentials.user_id = ${by.userId}`
  if ('email' in by) return sql`comparable(users.email) = comparable(${by.email})`
  return sql`comparable(coalesce(users.username, account_syncs.username)) = comparable(${by.username})`
}

/** Deletes every password, and returns how many there were. */
export async function deleteAllCredentials(db: Database): Promise<number> {
  return (await query(db, sql`delete from user_credentials returning user_id`)).length
}

const usersWithCredentials = raw(`users join user_credentials
  on user_credentials.instance_id = users.instance_id and user_credentials.user_id = users.id`)

const shared = raw(`users.instance_id as "instanceId", users.id as "userId", users.enabled,
  user_credentials.must_change as "mustChange", user_credentials.sessions_from as "sessionsFrom"`)

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
