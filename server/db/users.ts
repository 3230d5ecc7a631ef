import type { Knex } from 'knex'
import type { components } from '../../spec/openapi.gen.ts'
import { patternOf, selectPage, type PageOfRows, type PageRequest } from './pages.ts'

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

export async function listUsers(
  db: Knex,
  instanceId: string,
  filter: { username?: string; enabled?: boolean },
  page: PageRequest,
): Promise<PageOfRows<UserRow>> {
  const matching = db<UserRow>('users').where({ instance_id: instanceId }).select('*')
  if (filter.username !== undefined) matching.whereILike('username', patternOf(filter.username))
  if (filter.enabled !== undefined) matching.where({ enabled: filter.enabled })
  return selectPage(db, matching, page)
}

export async function findUser(db: Knex, instanceId: string, id: string): Promise<UserRow | undefined> {
  return db<UserRow>('users').where({ instance_id: instanceId, id }).first('*').options({ name: 'find_user' })
}

/** Whether this is a user of the instance that has been disabled. Asked with every request of a user. */
export async function isUserDisabled(db: Knex, instanceId: string, id: string): Promise<boolean> {
  const row = await db<UserRow>('users')
    .where({ instance_id: instanceId, id })
    .first('enabled')
    .options({ name: 'is_user_disabled' })
  return row?.enabled === false
}

/** Undefined when the username or the email address is taken. */
export async function insertUser(
  db: Knex,
  user: Omit<UserRow, 'revision' | 'created_at' | 'updated_at'>,
): Promise<UserRow | undefined> {
  const [row] = await db<UserRow>('users').insert(user).onConflict().ignore().returning('*')
  return row
}

/** Which of these names another user of the instance has. */
export async function findTakenNames(
  db: Knex,
  instanceId: string,
  names: { username?: string; email?: string },
  exceptId: string,
): Promise<{ username: boolean; email: boolean }> {
  const { username = null, email = null } = names
  const others = await db<UserRow>('users')
    .where({ instance_id: instanceId })
    .whereNot({ id: exceptId })
    .whereRaw('(lower(username) = lower(?) or lower(email) = lower(?))', [username, email])
    .select<{ same_username: boolean; same_email: boolean }[]>(
      db.raw('coalesce(lower(username) = lower(?), false) as same_username', [username]),
      db.raw('coalesce(lower(email) = lower(?), false) as same_email', [email]),
    )
  return {
    username: others.some((other) => other.same_username),
    email: others.some((other) => other.same_email),
  }
}

/** Undefined when there is no such user in one of these revisions (any revision when none are given). */
export async function updateUser(
  db: Knex,
  instanceId: string,
  id: string,
  revisions: number[] | undefined,
  changes: UserChanges,
): Promise<UserRow | undefined> {
  const matching = db<UserRow>('users').where({ instance_id: instanceId, id })
  if (revisions) matching.whereIn('revision', revisions)
  const [row] = await matching
    .update({ ...changes, revision: db.raw('revision + 1'), updated_at: db.fn.now() })
    .returning('*')
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
