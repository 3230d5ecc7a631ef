import type { Database } from './database.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { etagOf } from '../../contract/rules/etag.ts'
import type { Query } from '../../contract/types.ts'
import type { components } from '../../spec/openapi.gen.ts'
import { releaseLease, type AccountOwner, type CreationLease } from './account-syncs.ts'
import { inTransaction } from './connection/pool.ts'
import { given, setRevised, whereContains, whereRevision } from './query/conditions.ts'
import { selectPage, type PageOfRows, type PageRequest } from './query/pages.ts'
import { finderOf, lockName, queryOne, queryPrepared, queryRow } from './query/query.ts'
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

const columns = raw(
  `id, username, email, name, middle_name, family_name, enabled, roles, account_id, account_shared, revision, created_at,
   updated_at`,
)

const usersTable: RecordedTable = {
  table: 'users',
  resourceType: 'user',
  columns,
  kept: raw('id, username, email, name, middle_name, family_name, enabled, roles, revision, created_at'),
  nameColumn: 'username',
}

/** With the names of a user in the form in which no other user of the instance has them. */
const namedColumns = join([columns, raw('array[comparable(username), comparable(email)] as names')])

/** The index of the search has the same expressions. */
const fullName = `name || coalesce(' ' || middle_name, '') || coalesce(' ' || family_name, '')`

export async function listUsers(
  db: Database,
  instanceId: string,
  { username, enabled, role, search }: Query<'listUsers'>,
  page: PageRequest,
): Promise<PageOfRows<UserRow>> {
  const filter = [
    ...given({ enabled }),
    ...(role === undefined ? [] : [sql`roles @> ${[role]}`]),
    ...whereContains(['username'], username),
    ...whereContains(['username', 'email', fullName], search),
  ]
  const where = sql`instance_id = ${instanceId}`
  return selectPage(db, { columns, table: 'users', where, filter, idColumn: 'id', isMeasured: false }, page)
}

export const findUser = finderOf<UserRow>('users', columns)

/** The user whose email address this is, whatever its case and Unicode form. */
export async function findUserByEmail(db: Database, instanceId: string, email: string): Promise<UserRow | null> {
  const named = sql`select user_id from user_sign_in_names
    where instance_id = ${instanceId} and name = comparable(${email})`
  const found = sql`select ${columns} from users
    where instance_id = ${instanceId} and id in (${named}) and comparable(email) = comparable(${email})`
  return queryRow<UserRow>(db, found)
}

/** The user with this account. A user without an account is known by the own id. Null when there is none. */
export async function findKnownUser(db: Database, instanceId: string, accountId: string): Promise<KnownUser | null> {
  const found = sql`select id, username, enabled, roles from users
    where instance_id = ${instanceId} and coalesce(account_id, id) = ${accountId}`
  return queryRow<KnownUser>(db, found)
}

/**
 * Inserts a user; with an account, whose lease is released in the same transaction. Null when the lease is somebody
 * else's meanwhile. Throws a unique violation when the username or the email address is taken.
 */
export async function insertUser(
  db: Database,
  origin: ChangeOrigin,
  user: NewUser,
  lease: CreationLease | null = null,
): Promise<UserRow | null> {
  const { instanceId } = origin
  const { id, username, email, name, middle_name, family_name, enabled, roles } = user
  const accountId = lease && lease.accountId !== id ? lease.accountId : null
  const insert = sql`
    insert into users (instance_id, id, username, email, name, middle_name, family_name, enabled, roles, account_id)
    values (${instanceId}, ${id}, ${username}, ${email}, ${name}, ${middle_name}, ${family_name}, ${enabled}, ${roles},
            ${accountId}) returning ${namedColumns}`
  return recording(db, origin, async (transaction, record) => {
    if (lease && !(await releaseLease(transaction, lease))) return null
    const { names, ...row } = await queryOne<NamedRow>(transaction, insert)
    await insertNames(transaction, instanceId, id, [...new Set(names)])
    // The id of the account is shown to nobody.
    const after = { ...row, account_id: null }
    const secrets = lease ? [password] : []
    record({ ...toRecordedChange('created', row), revision_after: row.revision, after, secrets })
    return row
  })
}

/** Gives an account to a user who has none. False when the user has one, or another user of the instance has this one. */
export async function setAccount(db: Database, instanceId: string, id: string, accountId: string): Promise<boolean> {
  const set = sql`update users set account_id = ${accountId}
    where instance_id = ${instanceId} and id = ${id} and account_id is null
      and not exists (select from users other where other.instance_id = ${instanceId}
                         and other.id <> ${id} and coalesce(other.account_id, other.id) = ${accountId})
    returning id`
  return (await queryPrepared(db, set)).length === 1
}

/** Whether the operator alone changes the account of the user (D-32). */
export async function setShared(db: Database, { instanceId, userId }: AccountOwner, isShared: boolean): Promise<void> {
  const set = sql`update users set account_shared = ${isShared} where instance_id = ${instanceId} and id = ${userId}`
  await queryPrepared(db, set)
}

/** Takes the account from a user. False when the user has none. */
export async function unsetAccount(db: Database, instanceId: string, id: string): Promise<boolean> {
  const unset = sql`update users set account_id = null, account_shared = false
    where instance_id = ${instanceId} and id = ${id} and account_id is not null returning id`
  return (await queryPrepared(db, unset)).length === 1
}

/**
 * Records that an operator gave users an account, took it, or lets them share it; not which, as nobody is shown the id. One
 * instance after the other, in one order, so that of two who do this neither waits for the other.
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
  const ofAccount = raw(account === 'none' ? 'account_id is null' : 'account_shared')
  const found = sql`select ${columns} from users
    where instance_id = ${instanceId} and ${ofAccount} and id > ${after} order by id limit ${limit}`
  return queryPrepared<UserRow>(db, found)
}

/**
 * The users of all instances who have the account; those of an instance that is being deleted are gone. One look into each
 * instance: for operators and jobs, never for requests.
 */
export async function listUsersOfAccount(db: Database, accountId: string): Promise<UserOfAccount[]> {
  const found = sql`select users.instance_id as "instanceId", users.id as "userId", users.username, users.enabled,
    users.account_shared as "isShared" from instances join users on users.instance_id = instances.id
     and coalesce(users.account_id, users.id) = ${accountId}
   where instances.status <> 'deleting' order by users.instance_id`
  return queryPrepared<UserOfAccount>(db, found)
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
  const taken = await queryPrepared<{ username: boolean; email: boolean }>(
    db,
    sql`select coalesce(name = comparable(${username}), false) as username,
               coalesce(name = comparable(${email}), false) as email
          from user_sign_in_names
         where instance_id = ${instanceId} and user_id <> ${exceptId}
           and name in (comparable(${username}), comparable(${email}))`,
  )
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
  const where = sql`${whereRevision(revisions)} and ${whereAuthority(instanceId, authority)}`
  const update = { id, where, set: setRevised(changes, setsPassword), secrets: setsPassword ? [password] : [] }
  if (!hasNames) return updateRecorded<UserRow>(db, origin, usersTable, update)
  return inTransaction(db, async (transaction) => {
    const names = await lockNames(transaction, instanceId, id, where, changes)
    if (!names) return null
    await replaceNames(transaction, instanceId, id, names)
    return updateRecorded<UserRow>(transaction, origin, usersTable, update)
  })
}

/** Locks a user, and returns the names to sign in with after the changes. */
async function lockNames(transaction: Database, instanceId: string, id: string, where: Sql, changes: UserChanges) {
  const { username = null, email = null } = changes
  const locked = sql`
    select array[comparable(coalesce(${username}, username)), comparable(coalesce(${email}, email))] as names
      from users where instance_id = ${instanceId} and id = ${id} and ${where} for update`
  const [row] = await queryPrepared<Pick<NamedRow, 'names'>>(transaction, locked)
  return row?.names ?? null
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
  const owned = sql`instance_id = ${instanceId} and user_id = ${id}`
  // Before the names, as a change of them does: so neither waits for the other.
  const locked = sql`select ${columns} from users
    where instance_id = ${instanceId} and id = ${id} and ${whereRevision(revisions)} for update`
  const [row] = await queryPrepared<UserRow>(transaction, locked)
  if (!row) return null
  await queryPrepared(transaction, sql`delete from user_sign_in_names where ${owned}`)
  await queryPrepared(transaction, sql`delete from users where instance_id = ${instanceId} and id = ${id}`)
  record({ ...toRecordedChange('deleted', row), resource_name: null, revision_before: row.revision })
  return row
}

/**
 * Lets changes of who may do what pass one after the other in an instance, until the end of their transactions: of two
 * administrators who take the role from each other at once, the second has it no more. What is read after this sees what the
 * change before has done. It comes before all other locks of a transaction: so nobody waits for this one with another in hand.
 */
export async function lockAuthority(transaction: Database, instanceId: string): Promise<void> {
  await lockName(transaction, `authority ${instanceId}`)
}

/** Whether nobody but this user is an enabled administrator of the instance. Ask it behind `lockAuthority`. */
export async function isLastAdministrator(transaction: Database, instanceId: string, id: string): Promise<boolean> {
  // More than two are not needed for the answer.
  const found = sql`select id from users
    where instance_id = ${instanceId} and enabled and 'Administrator' = any (roles) limit 2`
  const administrators = await queryPrepared<{ id: string }>(transaction, found)
  return administrators.length === 1 && administrators[0]?.id === id
}

function whereAuthority(instanceId: string, authority: Authority | null): Sql {
  if (authority === null) return sql`true`
  const { accountId, roles } = authority
  const ofRole = roles === null ? sql`true` : sql`caller.roles && ${roles}::text[]`
  return sql`exists (select from users caller where caller.instance_id = ${instanceId}
    and coalesce(caller.account_id, caller.id) = ${accountId} and caller.enabled and ${ofRole})`
}

/**
 * Claims names with which the user signs in. A name of another user is a unique violation. In one order, so that changes who
 * claim the same names do not wait for each other.
 */
async function insertNames(transaction: Database, instanceId: string, userId: string, names: string[]): Promise<void> {
  for (const name of names.toSorted())
    await queryPrepared(
      transaction,
      sql`insert into user_sign_in_names (instance_id, user_id, name) values (${instanceId}, ${userId}, ${name})`,
    )
}

/**
 * Replaces the names with which the user signs in. New ones are inserted before old ones are deleted: so two users who swap
 * names are refused at once, without waiting for each other.
 */
async function replaceNames(transaction: Database, instanceId: string, userId: string, names: string[]): Promise<void> {
  const owned = sql`instance_id = ${instanceId} and user_id = ${userId}`
  const known = await queryPrepared<{ name: string }>(
    transaction,
    sql`select name from user_sign_in_names where ${owned}`,
  )
  const old = new Set(known.map(({ name }) => name))
  const fresh = new Set(names.filter((name) => !old.has(name)))
  await insertNames(transaction, instanceId, userId, [...fresh])
  await queryPrepared(
    transaction,
    sql`delete from user_sign_in_names where ${owned} and name <> all (${names}::text[])`,
  )
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
