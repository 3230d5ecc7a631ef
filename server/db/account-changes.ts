import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import sql, { type Sql } from 'sql-template-tag'
import { queryPrepared } from './query/query.ts'

/** The user whose account at the identity provider is meant. The user need not exist yet. */
export interface AccountOwner {
  instanceId: string
  userId: string
}

/**
 * A change of an account that has begun and has not ended. Its row is committed before the identity provider hears of the
 * change, and deleted once both sides agree: by it, what a killed server left undone is found. While a change is held and
 * not due, nobody else may change the same account.
 */
export interface AccountChange extends AccountOwner {
  /** The name under which the provider has the account, also when its id is not known yet. */
  username: string
  holder: string
  /** How often somebody has begun or taken up this change. Above 1, an earlier change has not reached the provider. */
  attempts: number
  /** Whether the account is to be opened or closed. Otherwise only a disabled user closes it. */
  ofEnabled: boolean
}

/** Begins a change of a user's account. Null while somebody else holds one of the same user. */
export async function beginAccountChange(
  db: Knex,
  owner: AccountOwner,
  { username, ofEnabled }: Pick<AccountChange, 'username' | 'ofEnabled'>,
): Promise<AccountChange | null> {
  const change = { ...owner, username, holder: randomUUID(), attempts: 1, ofEnabled }
  const begun = sql`${insertChange(change)} on conflict (instance_id, user_id) do update
       set username = excluded.username, holder = excluded.holder,
           begun_at = excluded.begun_at, due_at = excluded.due_at, is_stale = false,
           attempts = account_changes.attempts + 1,
           of_enabled = account_changes.of_enabled or excluded.of_enabled
     where account_changes.holder is null or account_changes.due_at < excluded.begun_at
    returning attempts, of_enabled as "ofEnabled"`
  const [row] = await queryPrepared<Pick<AccountChange, 'attempts' | 'ofEnabled'>>(db, begun)
  return row ? { ...change, ...row } : null
}

/**
 * Notes in the transaction in which a user is disabled that the account has to follow. Null when somebody else is changing the
 * account: then that change becomes stale, and its holder lets the account follow.
 */
export async function noteAccountChange(
  transaction: Knex,
  owner: AccountOwner,
  username: string,
): Promise<AccountChange | null> {
  const change = { ...owner, username, holder: randomUUID(), attempts: 1, ofEnabled: true }
  const noted = sql`${insertChange(change)} on conflict (instance_id, user_id) do update
       set is_stale = true, of_enabled = true
    returning holder`
  const [row] = await queryPrepared<{ holder: string | null }>(transaction, noted)
  return row?.holder === change.holder ? change : null
}

/** Takes up a change that nobody holds, or whose holder has been silent for too long. Null when there is none. */
export async function takeAccountChange(
  db: Knex,
  { instanceId, userId }: AccountOwner,
): Promise<AccountChange | null> {
  const holder = randomUUID()
  const taken = sql`
    update account_changes set holder = ${holder}, begun_at = now(), due_at = now() + ${lease}, is_stale = false,
           attempts = attempts + 1
     where instance_id = ${instanceId} and user_id = ${userId} and (holder is null or due_at < now())
    returning username, attempts, of_enabled as "ofEnabled"`
  const [row] = await queryPrepared<Pick<AccountChange, 'username' | 'attempts' | 'ofEnabled'>>(db, taken)
  return row ? { instanceId, userId, holder, ...row } : null
}

/** Whether the change is still the holder's own. Then the holder has the whole time again, and the change is fresh. */
export async function holdAccountChange(db: Knex, change: AccountChange): Promise<boolean> {
  const held = sql`update account_changes set due_at = now() + ${lease}, is_stale = false
    where ${isOf(change)} returning user_id`
  return (await queryPrepared(db, held)).length === 1
}

/** Leaves a change to whoever takes it up. The next job does when it is due, after so many seconds. */
export async function leaveAccountChange(db: Knex, change: AccountChange, seconds: number): Promise<void> {
  await queryPrepared(
    db,
    sql`update account_changes set holder = null, due_at = ${inSeconds(seconds)} where ${isOf(change)}`,
  )
}

/** Leaves a change that the provider may still be working on: nobody takes it up before the time is over. */
export async function parkAccountChange(db: Knex, change: AccountChange): Promise<void> {
  await queryPrepared(db, sql`update account_changes set due_at = now() + ${lease} where ${isOf(change)}`)
}

/** Whether a change of this account is open, whoever holds it. */
export async function isAccountChanging(db: Knex, { instanceId, userId }: AccountOwner): Promise<boolean> {
  const open = sql`select user_id from account_changes where instance_id = ${instanceId} and user_id = ${userId}`
  return (await queryPrepared(db, open)).length === 1
}

/** Whether the user was disabled since the change began. */
export async function isAccountChangeStale(db: Knex, change: AccountChange): Promise<boolean> {
  const stale = sql`select user_id from account_changes where ${isOf(change)} and is_stale`
  return (await queryPrepared(db, stale)).length === 1
}

/** Both sides agree. False, and without effect, when the change is stale or somebody else has taken it up meanwhile. */
export async function endAccountChange(db: Knex, change: AccountChange): Promise<boolean> {
  return (await queryPrepared(db, endingAccountChange(change))).length === 1
}

/** The statement of `endAccountChange`, for a statement that does more. */
export function endingAccountChange(change: AccountChange): Sql {
  return sql`delete from account_changes where ${isOf(change)} and not is_stale returning user_id`
}

/** The owners of up to `limit` changes that are due, the longest overdue first, over all instances. */
export async function listDueAccountChanges(db: Knex, limit: number): Promise<AccountOwner[]> {
  const due = sql`select instance_id as "instanceId", user_id as "userId" from account_changes
    where due_at < now() order by due_at limit ${limit}`
  return queryPrepared<AccountOwner>(db, due)
}

function insertChange({ instanceId, userId, username, holder, ofEnabled }: AccountChange): Sql {
  return sql`
    insert into account_changes (instance_id, user_id, username, holder, begun_at, due_at, of_enabled)
    values (${instanceId}, ${userId}, ${username}, ${holder}, now(), now() + ${lease}, ${ofEnabled})`
}

function inSeconds(seconds: number): Sql {
  return sql`now() + ${seconds} * interval '1 second'`
}

function isOf({ instanceId, userId, holder }: AccountChange): Sql {
  return sql`instance_id = ${instanceId} and user_id = ${userId} and holder = ${holder}`
}

/** Longer than a request may take for its calls to the identity provider and its own writes. */
const lease = sql`interval '30 seconds'`
