import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'
import sql, { type Sql } from 'sql-template-tag'
import { query, queryOne, queryPrepared, queryRow } from './query/query.ts'

/** The user whose account at the identity provider is meant. The user need not exist yet. */
export interface AccountOwner {
  instanceId: string
  userId: string
}

/**
 * The lease of the one who may change the account of a user. Its row is committed before the identity provider hears of the
 * change, and deleted once both sides agree. docs/decisions/E-48 has the table of its states.
 */
export interface AccountLease extends AccountOwner {
  leaseId: string
  /** The name under which the provider has the account, also when its id is not known yet. */
  username: string
  /** How often the account was leased since both sides agreed. Above 1, an earlier change may have reached the provider. */
  attempts: number
  /**
   * Whether the change concerns `enabled`. If not, a later sync may close the account of a disabled user, but opens no account.
   */
  setsEnabled: boolean
}

/** The lease of an account whose user is not written yet. It is released in the transaction that writes the user. */
export interface CreationLease extends AccountLease {
  accountId: string
}

interface RenewedLease {
  accountId: string | null
  sharedAccountId: string | null
}

/** The lease of the job that opens or closes a shared account. */
export interface SharedLease extends AccountLease {
  sharedAccountId: string
}

/**
 * Acquires the lease for 30 s; of a sync that nobody finished with the name of that sync. Null while somebody else has the
 * lease, who cannot release it before the transaction has ended: the row is locked in either case. Null also while the job
 * has to open or close a shared account.
 */
export async function acquireLease(
  db: Database,
  owner: AccountOwner,
  { username, setsEnabled }: Pick<AccountLease, 'username' | 'setsEnabled'>,
): Promise<AccountLease | null> {
  const leaseId = randomUUID()
  const acquire = sql`
    insert into account_syncs as held (instance_id, user_id, username, state, lease_id, acquired_at, due_at, sets_enabled)
    values (${owner.instanceId}, ${owner.userId}, ${username}, 'leased', ${leaseId}, now(), now() + ${leaseTime},
            ${setsEnabled})
    on conflict (instance_id, user_id) do update
       set state = 'leased', lease_id = excluded.lease_id, acquired_at = excluded.acquired_at, due_at = excluded.due_at,
           attempts = held.attempts + 1, sets_enabled = held.sets_enabled or excluded.sets_enabled
     where held.shared_account_id is null and (held.state = 'pending' or held.due_at < excluded.acquired_at)
    returning username, attempts, sets_enabled as "setsEnabled"`
  const [row] = await queryPrepared<Pick<AccountLease, 'username' | 'attempts' | 'setsEnabled'>>(db, acquire)
  return row ? { ...owner, leaseId, ...row } : null
}

/** Acquires the lease of a sync that nobody finished. Null when there is none, or somebody works on it. */
export async function acquireUnfinished(db: Database, owner: AccountOwner): Promise<AccountLease | null> {
  return acquireDue<AccountLease>(db, owner, sql`shared_account_id is null`)
}

/** Acquires the lease of what `enqueueSharedSync` has left to the job. Null when there is none, or somebody works on it. */
export async function acquireSharedSync(db: Database, owner: AccountOwner): Promise<SharedLease | null> {
  return acquireDue<SharedLease>(db, owner, sql`shared_account_id is not null`)
}

async function acquireDue<Lease extends AccountLease>(
  db: Database,
  { instanceId, userId }: AccountOwner,
  kind: Sql,
): Promise<Lease | null> {
  const leaseId = randomUUID()
  const acquire = sql`
    update account_syncs set state = 'leased', lease_id = ${leaseId}, acquired_at = now(),
           due_at = now() + ${leaseTime}, attempts = attempts + 1
     where instance_id = ${instanceId} and user_id = ${userId} and (state = 'pending' or due_at < now()) and ${kind}
    returning instance_id as "instanceId", user_id as "userId", lease_id as "leaseId", username, attempts,
              sets_enabled as "setsEnabled", shared_account_id as "sharedAccountId"`
  return queryRow<Lease>(db, acquire)
}

/**
 * Leaves it to the job to open or close a shared account, in the transaction in which a user of it is changed, unlinked or
 * deleted. `opens`: the user is being enabled. Whoever holds the lease meanwhile finds it outdated.
 */
export async function enqueueSharedSync(
  transaction: Database,
  { instanceId, userId }: AccountOwner,
  { username, accountId, opens }: { username: string; accountId: string; opens: boolean },
): Promise<void> {
  const enqueue = sql`
    insert into account_syncs as held
           (instance_id, user_id, username, state, acquired_at, due_at, sets_enabled, shared_account_id)
    values (${instanceId}, ${userId}, ${username}, 'pending', now(), now(), ${opens}, ${accountId})
    on conflict (instance_id, user_id) do update
       set state = case when held.state = 'pending' then 'pending' else 'outdated' end,
           due_at = case when held.state = 'pending' then excluded.due_at else held.due_at end,
           sets_enabled = held.sets_enabled or excluded.sets_enabled, shared_account_id = excluded.shared_account_id`
  await queryPrepared(transaction, enqueue)
}

/** Leaves the account, which is shared meanwhile, to the job, which opens or closes it. */
export async function retryAsShared(db: Database, lease: AccountLease, accountId: string): Promise<void> {
  const leave = sql`update account_syncs
    set state = 'pending', lease_id = null, due_at = now(), shared_account_id = ${accountId} where ${whereLease(lease)}`
  await queryPrepared(db, leave)
}

/** Whoever goes on with the sync opens the account again if it is to be open then: it is being closed now. */
export async function noteClosing(db: Database, lease: SharedLease): Promise<void> {
  await queryPrepared(db, sql`update account_syncs set sets_enabled = true where ${whereLease(lease)}`)
}

/** No earlier change is unfinished: before this one calls the provider, user and account agree. */
export function isFirstAttempt({ attempts }: AccountLease): boolean {
  return attempts === 1
}

/**
 * Acquires the lease for a user who is disabled or deleted in the transaction. Null while somebody else has it, who finds it
 * outdated at the end and syncs the account again.
 */
export async function acquireOrOutdateLease(
  transaction: Database,
  owner: AccountOwner,
  request: Pick<AccountLease, 'username' | 'setsEnabled'>,
): Promise<AccountLease | null> {
  const lease = await acquireLease(transaction, owner, request)
  const outdate = sql`update account_syncs set state = 'outdated'
    where instance_id = ${owner.instanceId} and user_id = ${owner.userId} and state = 'leased'`
  if (!lease) await queryPrepared(transaction, outdate)
  return lease
}

/** Keeps the id of an account whose user is being deleted, for whoever finishes the sync, if there is one. */
export async function keepAccountId(
  transaction: Database,
  { instanceId, userId }: AccountOwner,
  accountId: string | null,
): Promise<void> {
  const keep = sql`update account_syncs set account_id = ${accountId}
    where instance_id = ${instanceId} and user_id = ${userId}`
  await queryPrepared(transaction, keep)
}

/** Whether the account of a user who was deleted is still to be removed or closed. Asks all instances: for commands. */
export async function isAccountLeaving(db: Database, accountId: string): Promise<boolean> {
  const leaving = sql`select user_id from account_syncs where account_id = ${accountId} limit 1`
  return (await queryPrepared(db, leaving)).length === 1
}

/** Whether the lease is still the holder's and not outdated. Both stay so until the end of the transaction. */
export async function lockLease(transaction: Database, lease: AccountLease): Promise<boolean> {
  const held = sql`select user_id from account_syncs where ${whereLease(lease)} and state = 'leased' for update`
  return (await queryPrepared(transaction, held)).length === 1
}

/**
 * Gives the holder the whole 30 s again; the lease is not outdated any more. Null when it is somebody else's. Otherwise the
 * account of a user who was deleted, where it is known, or one that is the job's to open or close.
 */
export async function renewLease(db: Database, lease: AccountLease): Promise<RenewedLease | null> {
  const renew = sql`update account_syncs set state = 'leased', due_at = now() + ${leaseTime}
    where ${whereLease(lease)} returning account_id as "accountId", shared_account_id as "sharedAccountId"`
  return queryRow<RenewedLease>(db, renew)
}

/** Leaves the account to whoever acquires the lease next: the job does after so many seconds. */
export async function retryLater(db: Database, lease: AccountLease, seconds: number): Promise<void> {
  const retry = sql`
    update account_syncs set state = 'pending', lease_id = null, due_at = now() + ${seconds} * interval '1 second'
     where ${whereLease(lease)}`
  await queryPrepared(db, retry)
}

/** Both sides agree. False, and without effect, when the lease is outdated or somebody else's. */
export async function releaseLease(db: Database, lease: AccountLease): Promise<boolean> {
  const release = sql`delete from account_syncs where ${whereLease(lease)} and state = 'leased' returning user_id`
  return (await queryPrepared(db, release)).length === 1
}

/** Whether a change of this account is not finished, whoever holds the lease. */
export async function isSyncing(db: Database, { instanceId, userId }: AccountOwner): Promise<boolean> {
  const open = sql`select user_id from account_syncs where instance_id = ${instanceId} and user_id = ${userId}`
  return (await queryPrepared(db, open)).length === 1
}

/** The owners of up to `limit` accounts that are due, the longest overdue first, over all instances. */
export async function listDueSyncs(db: Database, limit: number): Promise<(AccountOwner & { isShared: boolean })[]> {
  const due = sql`select instance_id as "instanceId", user_id as "userId", shared_account_id is not null as "isShared"
    from account_syncs where due_at < now() order by due_at limit ${limit}`
  return queryPrepared(db, due)
}

/** All changes of accounts on which the two sides do not agree yet, over all instances, for operators. */
export async function listUnfinishedSyncs(db: Database): Promise<UnfinishedSync[]> {
  const unfinished = sql`select instance_id as "instanceId", user_id as "userId", username, since, attempts, due_at as "dueAt"
    from account_syncs order by instance_id, since`
  return query<UnfinishedSync>(db, unfinished)
}

/** For how many seconds the oldest of these changes waits; 0 when there is none. */
export async function measureOldestSync(db: Database): Promise<number> {
  const oldest = sql`select coalesce(extract(epoch from now() - min(since)), 0)::float8 as seconds from account_syncs`
  return (await queryOne<{ seconds: number }>(db, oldest)).seconds
}

interface UnfinishedSync extends AccountOwner {
  username: string
  since: string
  attempts: number
  dueAt: string
}

function whereLease({ instanceId, userId, leaseId }: AccountLease): Sql {
  return sql`instance_id = ${instanceId} and user_id = ${userId} and lease_id = ${leaseId}`
}

/**
 * Longer than one sync may take for its calls to the identity provider (10 s), with the writes of a request after them.
 * Whoever syncs more than once renews the lease.
 */
const leaseTime = sql`interval '30 seconds'`
