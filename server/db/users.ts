import type { Knex } from 'knex'
import type { components } from '../../spec/openapi.gen.ts'
import { selectPage, whereContains, type PageOfRows, type PageRequest } from './pages.ts'

export interface UserRow {
  instance_id: string
  id: string
  username: string
  email: string
  name: string
  middle_name: string | null
  family_name: string | null
  enabled: boolean
  revision: number
  created_at: Date
  updated_at: Date
}

export type UserChanges = Partial<
  Pick<UserRow, 'username' | 'email' | 'name' | 'middle_name' | 'family_name' | 'enabled'>
>

export const userSortKeys = {
  updatedAt: { expression: 'updated_at', type: 'timestamptz' },
  createdAt: { expression: 'created_at', type: 'timestamptz' },
  username: { expression: 'lower(username) collate "C"', type: 'text' },
} as const

const searched = ['username', 'email', "concat_ws(' ', name, middle_name, family_name)"]

export async function listUsers(
  db: Knex,
  instanceId: string,
  filter: { username?: string; enabled?: boolean; search?: string },
  page: PageRequest,
): Promise<PageOfRows<UserRow>> {
  const matching = db<UserRow>('users').where({ instance_id: instanceId }).select('*')
  if (filter.username !== undefined) whereContains(matching, ['username'], filter.username)
  if (filter.search !== undefined) whereContains(matching, searched, filter.search)
  if (filter.enabled !== undefined) matching.where({ enabled: filter.enabled })
  return selectPage(db, matching, page)
}

export async function findUser(db: Knex, instanceId: string, id: string): Promise<UserRow | undefined> {
  return db<UserRow>('users').where({ instance_id: instanceId, id }).first('*').options({ name: 'find_user' })
}

/** Whether this user of the instance is disabled; null when there is no such user. */
export async function isUserDisabled(db: Knex, instanceId: string, id: string): Promise<boolean | null> {
  const row = await db<UserRow>('users')
    .where({ instance_id: instanceId, id })
    .first('enabled')
    .options({ name: 'is_user_disabled' })
  return row ? !row.enabled : null
}

/** Inserts a user. Call it in a transaction. Throws a unique violation when the username or the email address is taken. */
export async function insertUser(
  transaction: Knex,
  user: Omit<UserRow, 'revision' | 'created_at' | 'updated_at'>,
): Promise<UserRow> {
  const [row] = await transaction<UserRow>('users').insert(user).returning('*')
  if (!row) throw new Error('An insert without a conflict clause returns its row.')
  await writeSignInNames(transaction, row)
  return row
}

/** Which of the names are taken: another user of the instance signs in with them, as a username or as an email address. */
export async function findTakenNames(
  db: Knex,
  instanceId: string,
  { username = null, email = null }: { username?: string | null; email?: string | null },
  exceptId: string,
): Promise<{ username: boolean; email: boolean }> {
  const taken = await db('user_sign_in_names')
    .where({ instance_id: instanceId })
    .whereNot({ user_id: exceptId })
    .whereRaw('name in (comparable(?), comparable(?))', [username, email])
    .select<{ username: boolean; email: boolean }[]>(
      db.raw('coalesce(name = comparable(?), false) as username', [username]),
      db.raw('coalesce(name = comparable(?), false) as email', [email]),
    )
  return { username: taken.some(({ username }) => username), email: taken.some(({ email }) => email) }
}

/**
 * Throws a unique violation when another user of the instance has one of the names, whatever its case and Unicode form. New
 * names are inserted before old ones are deleted: so two users who swap names are refused at once, without waiting for each
 * other.
 */
async function writeSignInNames(
  transaction: Knex,
  { instance_id, id, username, email }: UserRow,
): Promise<void> {
  const own = { instance_id, id, names: [username, email] }
  await transaction.raw(
    `insert into user_sign_in_names (instance_id, user_id, name)
     select distinct :instance_id, :id, comparable(name) from unnest(:names::text[]) as name
     except select instance_id, user_id, name from user_sign_in_names
      where instance_id = :instance_id and user_id = :id`,
    own,
  )
  await transaction.raw(
    `delete from user_sign_in_names where instance_id = :instance_id and user_id = :id
        and name not in (select comparable(name) from unnest(:names::text[]) as name)`,
    own,
  )
}

/**
 * Updates a user. Call it in a transaction. Undefined when no user with this id has one of these revisions (undefined
 * `revisions` allow any revision). Throws a unique violation when the username or the email address is taken.
 */
export async function updateUser(
  transaction: Knex,
  instanceId: string,
  id: string,
  revisions: number[] | undefined,
  changes: UserChanges,
): Promise<UserRow | undefined> {
  const matching = transaction<UserRow>('users').where({ instance_id: instanceId, id })
  if (revisions) matching.whereIn('revision', revisions)
  const [row] = await matching
    .update({
      ...changes,
      revision: transaction.raw('revision + 1'),
      updated_at: transaction.fn.now(),
    })
    .returning('*')
  if (row && (changes.username !== undefined || changes.email !== undefined)) {
    await writeSignInNames(transaction, row)
  }
  return row
}

export function toUser(row: UserRow): components['schemas']['User'] {
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    name: row.name,
    middleName: row.middle_name,
    familyName: row.family_name,
    enabled: row.enabled,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
