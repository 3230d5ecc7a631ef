import type { Knex } from 'knex'
import type { Database } from './database.ts'
import { etagOf } from '../../contract/rules/etag.ts'
import type { Query } from '../../contract/types.ts'
import type { components } from '../../spec/gen/openapi.gen.ts'
import { releaseLease, type AccountOwner, type CreationLease } from './account-syncs.ts'
import { inTransaction } from './connection/pool.ts'
import { isAnyGiven, setRevised, whereContains, whereRevision, withoutUndefined } from './query/conditions.ts'
import { selectPage, type Given, type PageOfRows, type PageRequest } from './query/pages.ts'
import { finderOf, lockName, prepared, preparedOne, preparedRow, writtenOnce } from './query/query.ts'
import {
  recording,
  serviceOrigin,
  updateRecorded,
  type ChangeOrigin,
  type RecordChange,
  type RecordedChange,
  type RecordedTable,
} from './query/recorded.ts'
import type { RowOf } from './query/row-of.ts'

type User = components['schemas']['User']

export interface UserRow extends RowOf<Omit<User, 'etag'>> {
  /** The account at the identity provider; null where none is known. */
  account_id: string | null
  /** Whether users of other instances have the account, too: only operators change it then (D-32). */
  account_shared: boolean
  revision: number
}

interface NamedRow extends UserRow {
  names: string[]
}

/** What decides whether and what a user may call, and the name in the records of what the user changes. */
export type KnownUser = Pick<UserRow, 'id' | 'username' | 'enabled' | 'roles'>

export interface UserOfAccount extends AccountOwner, Pick<UserRow, 'username' | 'enabled'> {
  isShared: boolean
}

export type NewUser = Omit<UserRow, 'account_id' | 'account_shared' | 'revision' | 'created_at' | 'updated_at'>

export type UserChanges = Partial<Omit<NewUser, 'id'> & Pick<UserRow, 'account_id'>>

/** What a change asks of the calling user: to be enabled and to have this account and, where roles are stored, one of these. */
export interface Authority {
  accountId: string
  roles: readonly string[] | null
}

const profile = ['username', 'email', 'name', 'middle_name', 'family_name']

const kept = ['id', ...profile, 'enabled', 'roles', 'revision', 'created_at']

const columns = [...kept, 'account_id', 'account_shared', 'updated_at']

const usersTable: RecordedTable = { table: 'users', resourceType: 'user', columns, kept, nameColumn: 'username' }

/** The index of the search has the same expressions. */
const fullName = `name || coalesce(' ' || middle_name, '') || coalesce(' ' || family_name, '')`

export async function listUsers(
  db: Database,
  instanceId: string,
  { username, enabled, role, search }: Query<'listUsers'>,
  page: PageRequest,
): Promise<PageOfRows<UserRow>> {
  const rows = (instanceId: Given) =>
    db('users')
      .where({ instance_id: instanceId, ...withoutUndefined({ enabled }) })
      .modify(whereContains, ['username'], username)
      .modify(whereContains, ['username', 'email', fullName], search)
      .modify(whereRole, role)
  const isFiltered = isAnyGiven(username, enabled, role, search)
  return selectPage(db, { name: 'users', rows, of: [instanceId], columns, isFiltered }, page)
}

export const findUser = finderOf<UserRow>('users', columns)

/** The user whose email address this is, whatever its case and Unicode form. */
export async function findUserByEmail(db: Database, instanceId: string, email: string): Promise<UserRow | null> {
  const comparable = db.raw('comparable(?)', email)
  const named = db('user_sign_in_names').select('user_id').where({ instance_id: instanceId, name: comparable })
  const found = db('users')
    .select(columns)
    .where({ instance_id: instanceId })
    .whereIn('id', named)
    .whereRaw('comparable(email) = ?', [comparable])
  return preparedRow<UserRow>(db, found)
}

/** The user with this account. A user without an account is known by the own id. Null when there is none. */
export async function findKnownUser(db: Database, instanceId: string, accountId: string): Promise<KnownUser | null> {
  const [user] = await selectKnownUser<KnownUser>(db, instanceId, accountId)
  return user ?? null
}

const selectKnownUser = writtenOnce((db, instanceId, accountId) =>
  db('users')
    .select('id', 'username', 'enabled', 'roles')
    .where({ instance_id: instanceId })
    .modify(whereAccount, accountId),
)

/**
 * Inserts a user; with an account, whose lease is released in the same transaction. Null when another request or
 * job has the lease meanwhile. Throws a unique violation when the username or the email address is taken.
 */
export async function insertUser(
  db: Database,
  origin: ChangeOrigin,
  user: NewUser,
  lease: CreationLease | null = null,
): Promise<UserRow | null> {
  const { instanceId } = origin
  const { id } = user
  const accountId = lease && lease.accountId !== id ? lease.accountId : null
  return recording(db, origin, async (transaction, record) => {
    if (lease && !(await releaseLease(transaction, lease))) return null
    const insert = transaction('users')
      .insert({ ...user, instance_id: instanceId, account_id: accountId })
      .returning([...columns, transaction.raw('array[comparable(username), comparable(email)] as names')])
    const { names, ...row } = await preparedOne<NamedRow>(transaction, insert)
    await insertNames(transaction, instanceId, id, [...new Set(names)])
    // No answer shows the id of the account.
    const after = { ...row, account_id: null }
    const secrets = lease ? [password] : []
    record({ ...toRecordedChange('created', row), revision_after: row.revision, after, secrets })
    return row
  })
}

/** Gives an account to a user who has none. False when the user has one, or another user of the instance has this one. */
export async function setAccount(db: Database, instanceId: string, id: string, accountId: string): Promise<boolean> {
  const others = db('users as other')
    .select(1)
    .where('other.instance_id', instanceId)
    .whereNot('other.id', id)
    .modify(whereAccount, accountId, 'other')
  const set = db('users')
    .where({ instance_id: instanceId, id, account_id: null })
    .whereNotExists(others)
    .update({ account_id: accountId })
  return (await set) === 1
}

/** Whether the operator alone changes the account of the user (D-32). */
export async function setShared(db: Database, { instanceId, userId }: AccountOwner, isShared: boolean): Promise<void> {
  await db('users').where({ instance_id: instanceId, id: userId }).update({ account_shared: isShared })
}

/** Takes the account from a user. False when the user has none. */
export async function unsetAccount(db: Database, instanceId: string, id: string): Promise<boolean> {
  const unset = db('users')
    .where({ instance_id: instanceId, id })
    .whereNotNull('account_id')
    .update({ account_id: null, account_shared: false })
  return (await unset) === 1
}

/**
 * Records that an operator gave users an account, took it, or lets them share it; not which account, since no answer shows its
 * id. One instance after the other, in one order, so that two such commands do not wait for each other.
 */
export async function recordLinks(transaction: Database, owners: readonly AccountOwner[]): Promise<void> {
  for (const { instanceId, userId } of owners.toSorted((a, b) => (a.instanceId < b.instanceId ? -1 : 1))) {
    const user = await findUser(transaction, instanceId, userId)
    if (!user) continue
    await recording(transaction, serviceOrigin(instanceId, 'users:link'), async (_transaction, record) =>
      record({ ...toRecordedChange('updated', user), revision_before: user.revision, revision_after: user.revision }),
    )
  }
}

/** Users without an account, or with a shared one, in the order of their ids, behind the id `after`. */
export async function listUsersByAccount(
  db: Database,
  instanceId: string,
  account: 'none' | 'shared',
  after: string,
  limit: number,
): Promise<UserRow[]> {
  const ofAccount = account === 'none' ? { account_id: null } : { account_shared: true }
  return db('users')
    .select<UserRow[]>(columns)
    .where({ instance_id: instanceId, ...ofAccount })
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
}

/**
 * The users of all instances who have the account; those of an instance that is being deleted are gone. One look into each
 * instance: for operators and jobs, never for requests.
 */
export async function listUsersOfAccount(db: Database, accountId: string): Promise<UserOfAccount[]> {
  return db('instances')
    .join('users', 'users.instance_id', 'instances.id')
    .modify(whereAccount, accountId)
    .select<UserOfAccount[]>({
      instanceId: 'users.instance_id',
      userId: 'users.id',
      username: 'users.username',
      enabled: 'users.enabled',
      isShared: 'users.account_shared',
    })
    .whereNot('instances.status', 'deleting')
    .orderBy('users.instance_id')
}

/** Lets commands that link one account, whatever the instance, pass one after the other until their transactions end. */
export async function lockAccount(transaction: Database, accountId: string): Promise<void> {
  await lockName(transaction, `account ${accountId}`)
}

/** Which of the names are taken: another user of the instance signs in with them, as a username or as an email address. */
export async function findTakenNames(
  db: Database,
  instanceId: string,
  { username = null, email = null }: { username?: string | null; email?: string | null },
  exceptId: string,
): Promise<{ username: boolean; email: boolean }> {
  const names = db.raw(
    `select coalesce(name = comparable(:username), false) as username, coalesce(name = comparable(:email), false) as email
       from user_sign_in_names
      where instance_id = :instanceId and user_id <> :exceptId and name in (comparable(:username), comparable(:email))`,
    { instanceId, exceptId, username, email },
  )
  const taken = await prepared<{ username: boolean; email: boolean }>(db, names)
  return { username: taken.some(({ username }) => username), email: taken.some(({ email }) => email) }
}

/**
 * Updates a user. Null when no user with this id has one of these revisions (null allows any revision), or when the caller
 * has lost the authority (null asks for none). Throws a unique violation when the username or the email address is taken.
 */
export async function updateUser(
  db: Database,
  origin: ChangeOrigin,
  id: string,
  revisions: number[] | null,
  changes: UserChanges,
  authority: Authority | null = null,
  setsPassword = false,
): Promise<UserRow | null> {
  const { instanceId } = origin
  const hasNames = changes.username !== undefined || changes.email !== undefined
  const update = {
    id,
    revisions,
    where: (rows: Knex.QueryBuilder) => whereAuthority(rows, db, instanceId, authority),
    set: setRevised(db, changes, setsPassword),
    secrets: setsPassword ? [password] : [],
  }
  if (!hasNames) return updateRecorded<UserRow>(db, origin, usersTable, update)
  return inTransaction(db, async (transaction) => {
    const { username = null, email = null } = changes
    const namesAfter = 'array[comparable(coalesce(:username, username)), comparable(coalesce(:email, email))] as names'
    // Behind this lock, the names are those after the changes.
    const locked = transaction('users')
      .select(db.raw(namesAfter, { username, email }))
      .where({ instance_id: instanceId, id })
      .modify(whereRevision, revisions)
      .modify(update.where)
      .forUpdate()
    const user = await preparedRow<Pick<NamedRow, 'names'>>(transaction, locked)
    if (!user) return null
    await replaceNames(transaction, instanceId, id, user.names)
    return updateRecorded<UserRow>(transaction, origin, usersTable, update)
  })
}

/**
 * Deletes a user in a transaction. Null when no user with this id has one of these revisions (null allows any revision). The
 * record has nothing of the person.
 */
export async function deleteUser(
  transaction: Database,
  record: RecordChange,
  instanceId: string,
  id: string,
  revisions: number[] | null,
): Promise<UserRow | null> {
  // Before the names, as a change of them does: so neither waits for the other.
  const locked = transaction('users')
    .select(columns)
    .where({ instance_id: instanceId, id })
    .modify(whereRevision, revisions)
    .forUpdate()
  const row = await preparedRow<UserRow>(transaction, locked)
  if (!row) return null
  await transaction('user_sign_in_names').where({ instance_id: instanceId, user_id: id }).delete()
  await transaction('users').where({ instance_id: instanceId, id }).delete()
  record({ ...toRecordedChange('deleted', row), resource_name: null, revision_before: row.revision })
  return row
}

/**
 * Lets changes of who may do what pass one after the other in an instance, until the end of their transactions: of two
 * administrators who take the role from each other at once, the second has it no more. What is read after this sees what the
 * change before has done. It comes before all other locks of a transaction: so no transaction waits for this one with another
 * in hand.
 */
export async function lockAuthority(transaction: Database, instanceId: string): Promise<void> {
  await lockName(transaction, `authority ${instanceId}`)
}

/** Whether this user is the only enabled administrator of the instance. Ask it behind `lockAuthority`. */
export async function isLastAdministrator(transaction: Database, instanceId: string, id: string): Promise<boolean> {
  // More than two are not needed for the answer.
  const administrators = await transaction('users')
    .select<{ id: string }[]>('id')
    .where({ instance_id: instanceId, enabled: true })
    .whereRaw("'Administrator' = any (roles)")
    .limit(2)
  return administrators.length === 1 && administrators[0]?.id === id
}

/** Deletes every password of the embedded identity provider, and returns how many there were. */
export async function deletePasswords(db: Database): Promise<number> {
  return db('user_credentials').delete()
}

function whereRole(users: Knex.QueryBuilder, role: string | undefined): void {
  if (role !== undefined) users.where('roles', '@>', [role])
}

function whereAuthority(rows: Knex.QueryBuilder, db: Database, instanceId: string, authority: Authority | null): void {
  if (authority === null) return
  const { accountId, roles } = authority
  const caller = db('users as caller')
    .select(1)
    .where({ 'caller.instance_id': instanceId, 'caller.enabled': true })
    .modify(whereAccount, accountId, 'caller')
  if (roles !== null) caller.whereRaw('caller.roles && ?::text[]', [[...roles]])
  rows.whereExists(caller)
}

function whereAccount(rows: Knex.QueryBuilder, accountId: Knex.Value, users = 'users'): void {
  rows.whereRaw(`coalesce(${users}.account_id, ${users}.id) = ?`, [accountId])
}

/**
 * Claims names with which the user signs in. A name of another user is a unique violation. In one order, so that changes who
 * claim the same names do not wait for each other.
 */
async function insertNames(transaction: Database, instanceId: string, userId: string, names: string[]): Promise<void> {
  for (const name of names.toSorted()) {
    const insert = transaction('user_sign_in_names').insert({ instance_id: instanceId, user_id: userId, name })
    await prepared(transaction, insert)
  }
}

/**
 * Replaces the names with which the user signs in. New ones are inserted before old ones are deleted: so two users who swap
 * names are refused at once, without waiting for each other.
 */
async function replaceNames(transaction: Database, instanceId: string, userId: string, names: string[]): Promise<void> {
  const owned = { instance_id: instanceId, user_id: userId }
  const known = await transaction<{ name: string }>('user_sign_in_names').pluck('name').where(owned)
  const fresh = new Set(names.filter((name) => !known.includes(name)))
  await insertNames(transaction, instanceId, userId, [...fresh])
  await transaction('user_sign_in_names').where(owned).whereNotIn('name', names).delete()
}

function toRecordedChange(kind: RecordedChange['kind'], { id, username }: UserRow): RecordedChange {
  return { kind, resource_type: 'user', resource_id: id, resource_name: username }
}

/** The pointer to what is set and never stored here. */
const password = '/temporaryPassword'

/** The id of the account. A user without one is known by the own id. */
export function accountIdOf({ account_id, id }: Pick<UserRow, 'account_id' | 'id'>): string {
  return account_id ?? id
}

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    etag: etagOf(row.revision),
    username: row.username,
    email: row.email,
    name: row.name,
    middleName: row.middle_name,
    familyName: row.family_name,
    enabled: row.enabled,
    roles: row.roles,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** What the identity provider is told of a user. */
export function toProfile({ username, email, name, middle_name, family_name }: NewUser) {
  return { username, email, name, middleName: middle_name, familyName: family_name }
}
