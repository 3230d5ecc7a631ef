import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import type { Database } from './database.ts'
import { preparedRow } from './query/query.ts'

/** The user whose account at the identity provider is meant. The user need not exist yet. */
export interface AccountOwner {
  instanceId: string
  userId: string
}

/**
 * The lease of the request or job that may change the account of a user. Its row is committed before the identity provider
 * hears of the change, and deleted once both sides agree. E-48 (docs/decisions) has the table of its states.
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
 * Acquires the lease for 30 s; when an earlier holder left a sync unfinished, under the name of that sync. Null while another
 * holder has the lease, which it cannot release before the transaction has ended: the row is locked in either case. Null also
 * while the job has to open or close a shared account.
 */
export async function acquireLease(
  db: Database,
  owner: AccountOwner,
  { username, setsEnabled }: Pick<AccountLease, 'username' | 'setsEnabled'>,
): Promise<AccountLease | null> {
  const leaseId = randomUUID()
  const acquire = db('account_syncs as held')
    .insert({ ...keyOf(owner), username, sets_enabled: setsEnabled, ...leased(db, leaseId) })
    .onConflict(['instance_id', 'user_id'])
    .merge({
      state: 'leased',
      lease_id: leaseId,
      acquired_at: db.ref('excluded.acquired_at'),
      due_at: db.ref('excluded.due_at'),
      attempts: db.raw('held.attempts + 1'),
      sets_enabled: db.raw('held.sets_enabled or excluded.sets_enabled'),
    })
    .whereRaw(`held.shared_account_id is null and (held.state = 'pending' or held.due_at < excluded.acquired_at)`)
    .returning(contentColumns)
  const row = await preparedRow<Pick<AccountLease, 'username' | 'attempts' | 'setsEnabled'>>(db, acquire)
  return row ? { ...owner, leaseId, ...row } : null
}

/** Acquires the lease of a sync that was left unfinished. Null when there is none, or another holder works on it. */
export async function acquireUnfinished(db: Database, owner: AccountOwner): Promise<AccountLease | null> {
  return acquireDue<AccountLease>(db, owner, db('account_syncs').whereNull('shared_account_id'))
}

/** Acquires the lease of what `enqueueSharedSync` has left to the job. Null when there is none, or another holder works on it. */
export async function acquireSharedSync(db: Database, owner: AccountOwner): Promise<SharedLease | null> {
  return acquireDue<SharedLease>(db, owner, db('account_syncs').whereNotNull('shared_account_id'))
}

async function acquireDue<Lease extends AccountLease>(
  db: Database,
  owner: AccountOwner,
  syncs: Knex.QueryBuilder,
): Promise<Lease | null> {
  const acquire = syncs
    .where(keyOf(owner))
    .whereRaw("(state = 'pending' or due_at < now())")
    .update({ ...leased(db, randomUUID()), attempts: db.raw('attempts + 1') })
    .returning([...ownerColumns, 'lease_id as leaseId', ...contentColumns, 'shared_account_id as sharedAccountId'])
  return preparedRow<Lease>(db, acquire)
}

/**
 * Leaves it to the job to open or close a shared account, in the transaction in which a user of it is changed, unlinked or
 * deleted. `opens`: the user is being enabled. Whoever holds the lease meanwhile finds it outdated.
 */
export async function enqueueSharedSync(
  transaction: Database,
  owner: AccountOwner,
  { username, accountId, opens }: { username: string; accountId: string; opens: boolean },
): Promise<void> {
  const now = transaction.fn.now()
  const sync = { ...keyOf(owner), username, state: 'pending', acquired_at: now, due_at: now }
  await transaction('account_syncs as held')
    .insert({ ...sync, sets_enabled: opens, shared_account_id: accountId })
    .onConflict(['instance_id', 'user_id'])
    .merge({
      state: transaction.raw("case when held.state = 'pending' then 'pending' else 'outdated' end"),
      due_at: transaction.raw("case when held.state = 'pending' then excluded.due_at else held.due_at end"),
      sets_enabled: transaction.raw('held.sets_enabled or excluded.sets_enabled'),
      shared_account_id: accountId,
    })
}

/** Leaves the account, which is shared meanwhile, to the job, which opens or closes it. */
export async function retryAsShared(db: Database, lease: AccountLease, accountId: string): Promise<void> {
  const pending = { state: 'pending', lease_id: null, due_at: db.fn.now(), shared_account_id: accountId }
  await heldBy(db, lease).update(pending)
}

/** Whoever goes on with the sync opens the account again if it is to be open then: it is being closed now. */
export async function noteClosing(db: Database, lease: SharedLease): Promise<void> {
  await heldBy(db, lease).update({ sets_enabled: true })
}

/** No earlier change is unfinished: before this one calls the provider, user and account agree. */
export function isFirstAttempt({ attempts }: AccountLease): boolean {
  return attempts === 1
}

/**
 * Acquires the lease for a user who is disabled or deleted in the transaction. Null while another holder has it, which then
 * finds it outdated at the end and syncs the account again.
 */
export async function acquireOrOutdateLease(
  transaction: Database,
  owner: AccountOwner,
  request: Pick<AccountLease, 'username' | 'setsEnabled'>,
): Promise<AccountLease | null> {
  const lease = await acquireLease(transaction, owner, request)
  const outdated = { state: 'outdated' }
  if (!lease) await transaction('account_syncs').where(keyOf(owner)).where({ state: 'leased' }).update(outdated)
  return lease
}

/** Keeps the id of an account whose user is being deleted, for the request or job that finishes the sync, if there is one. */
export async function keepAccountId(
  transaction: Database,
  owner: AccountOwner,
  accountId: string | null,
): Promise<void> {
  await transaction('account_syncs').where(keyOf(owner)).update({ account_id: accountId })
}

/** Whether the account of a user who was deleted is still to be removed or closed. Asks all instances: for commands. */
export async function isAccountLeaving(db: Database, accountId: string): Promise<boolean> {
  return (await db('account_syncs').where({ account_id: accountId }).first('user_id')) !== undefined
}

/** Whether the lease is still the holder's and not outdated. Both stay so until the end of the transaction. */
export async function lockLease(transaction: Database, lease: AccountLease): Promise<boolean> {
  const held = heldBy(transaction, lease).where({ state: 'leased' }).select('user_id').forUpdate()
  return (await preparedRow(transaction, held)) !== null
}

/**
 * Gives the holder the whole 30 s again; the lease is not outdated any more. Null when another has the lease. Otherwise the
 * account of a user who was deleted, where it is known, or one that is the job's to open or close.
 */
export async function renewLease(db: Database, lease: AccountLease): Promise<RenewedLease | null> {
  const renew = heldBy(db, lease)
    .update({ state: 'leased', due_at: later(db, leaseSeconds) })
    .returning(['account_id as accountId', 'shared_account_id as sharedAccountId'])
  return preparedRow<RenewedLease>(db, renew)
}

/** Leaves the account to the next holder of the lease: to the job, after so many seconds. */
export async function retryLater(db: Database, lease: AccountLease, seconds: number): Promise<void> {
  await heldBy(db, lease).update({ state: 'pending', lease_id: null, due_at: later(db, seconds) })
}

/** Both sides agree. False, and without effect, when the lease is outdated or another's. */
export async function releaseLease(db: Database, lease: AccountLease): Promise<boolean> {
  const release = heldBy(db, lease).where({ state: 'leased' }).delete().returning('user_id')
  return (await preparedRow(db, release)) !== null
}

/** Whether a change of this account is not finished, by any holder of the lease. */
export async function isSyncing(db: Database, owner: AccountOwner): Promise<boolean> {
  return (await db('account_syncs').where(keyOf(owner)).first('user_id')) !== undefined
}

/** The owners of up to `limit` accounts that are due, the longest overdue first, over all instances. */
export async function listDueSyncs(db: Database, limit: number): Promise<DueSync[]> {
  return db('account_syncs')
    .select<DueSync[]>([...ownerColumns, db.raw('shared_account_id is not null as "isShared"')])
    .whereRaw('due_at < now()')
    .orderBy('due_at')
    .limit(limit)
}

/** All changes of accounts on which the two sides do not agree yet, over all instances, for operators. */
export async function listUnfinishedSyncs(db: Database): Promise<UnfinishedSync[]> {
  return db('account_syncs')
    .select<UnfinishedSync[]>([...ownerColumns, 'username', 'since', 'attempts', 'due_at as dueAt'])
    .orderBy(['instance_id', 'since'])
}

/** For how many seconds the oldest of these changes waits; 0 when there is none. */
export async function measureOldestSync(db: Database): Promise<number> {
  const seconds = db.raw('coalesce(extract(epoch from now() - min(since)), 0)::float8 as seconds')
  return (await db('account_syncs').first<{ seconds: number }>(seconds)).seconds
}

type DueSync = AccountOwner & { isShared: boolean }

interface UnfinishedSync extends AccountOwner {
  username: string
  since: string
  attempts: number
  dueAt: string
}

const ownerColumns = ['instance_id as instanceId', 'user_id as userId']
const contentColumns = ['username', 'attempts', 'sets_enabled as setsEnabled']

function keyOf({ instanceId, userId }: AccountOwner) {
  return { instance_id: instanceId, user_id: userId }
}

/** The sync, if the lease is still the holder's. */
function heldBy(db: Database, lease: AccountLease): Knex.QueryBuilder {
  return db('account_syncs').where({ ...keyOf(lease), lease_id: lease.leaseId })
}

function leased(db: Database, leaseId: string) {
  return { state: 'leased', lease_id: leaseId, acquired_at: db.fn.now(), due_at: later(db, leaseSeconds) }
}

/**
 * Longer than one sync may take for its calls to the identity provider (10 s), with the writes of a request after them.
 * Whoever syncs more than once renews the lease.
 */
const leaseSeconds = 30

function later(db: Database, seconds: number): Knex.Raw {
  return db.raw(`now() + ? * interval '1 second'`, seconds)
}
