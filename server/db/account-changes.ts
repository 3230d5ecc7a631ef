import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import sql, { type Sql } from 'sql-template-tag'
import { queryPrepared } from './query.ts'

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
}

/** Begins a change of a user's account. Null while somebody else holds one of the same user. */
export async function beginAccountChange(
  db: Knex,
  owner: AccountOwner,
  username: string,
): Promise<AccountChange | null> {
  const change = { ...owner, username, holder: randomUUID(), attempts: 1 }
  const begun = sql`${insertChange(change)} on conflict (instance_id, user_id) do update
       set username = excluded.username, holder = excluded.holder,
           begun_at = excluded.begun_at, due_at = excluded.due_at, is_stale = false,
           attempts = account_changes.attempts + 1
     where account_changes.holder is null or account_changes.due_at < excluded.begun_at
    returning attempts`
  const [row] = await queryPrepared<{ attempts: number }>(db, begun)
  return row ? { ...change, attempts: row.attempts } : null
}

/**
 * Notes in the transaction of a change here that the account has to follow. Null when somebody else is changing the account:
 * then that change becomes stale, and its holder lets the account follow.
 */
export async function noteAccountChange(
  transaction: Knex,
  owner: AccountOwner,
  username: string,
): Promise<AccountChange | null> {
  const change = { ...owner, username, holder: randomUUID(), attempts: 1 }
  const noted = sql`${insertChange(change)} on conflict (instance_id, user_id) do update
       set is_stale = true
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
    returning username, attempts`
  const [row] = await queryPrepared<{ username: string; attempts: number }>(db, taken)
  return row ? { instanceId, userId, holder, ...row } : null
}

/** Whether the change is still the holder's own. Then the holder has the whole time again, and the change is fresh. */
export async function holdAccountChange(db: Knex, change: AccountChange): Promise<boolean> {
  const held = sql`update account_changes set due_at = now() + ${lease}, is_stale = false
    where ${isOf(change)} returning user_id`
  return (await queryPrepared(db, held)).length === 1
}

/** Leaves a change to whoever takes it up. It is due after so many seconds. */
export async function leaveAccountChange(db: Knex, change: AccountChange, seconds: number): Promise<void> {
  await queryPrepared(
    db,
    sql`update account_changes set holder = null, due_at = now() + ${seconds} * interval '1 second'
         where ${isOf(change)}`,
  )
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

function insertChange({ instanceId, userId, username, holder }: AccountChange): Sql {
  return sql`
    insert into account_changes (instance_id, user_id, username, holder, begun_at, due_at)
    values (${instanceId}, ${userId}, ${username}, ${holder}, now(), now() + ${lease})`
}

function isOf({ instanceId, userId, holder }: AccountChange): Sql {
  return sql`instance_id = ${instanceId} and user_id = ${userId} and holder = ${holder}`
}

/** Longer than a request may take for its calls to the identity provider and its own writes. */
const lease = sql`interval '30 seconds'`
