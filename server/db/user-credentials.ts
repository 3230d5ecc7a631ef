import type { Knex } from 'knex'

/** Sets a password that the user must change at the next sign-in; it replaces the one there is. */
export async function setTemporaryPassword(
  db: Knex,
  { instanceId, userId, passwordHash }: { instanceId: string; userId: string; passwordHash: string },
): Promise<void> {
  await db('user_credentials')
    .insert({ instance_id: instanceId, user_id: userId, password_hash: passwordHash, must_change: true })
    .onConflict(['instance_id', 'user_id'])
    .merge({ password_hash: passwordHash, must_change: true, updated_at: db.fn.now() })
}

/**
 * The credential that a username or an email names, ignoring case. A username wins over another user's equal email,
 * so that the answer never depends on the order of the rows.
 */
export async function findCredentialByLogin(
  db: Knex,
  instanceId: string,
  login: string,
): Promise<Credential | undefined> {
  const row = await credentials(db)
    .where('users.instance_id', instanceId)
    .whereRaw('lower(?) in (lower(users.username), lower(users.email))', [login])
    .orderByRaw('lower(users.username) = lower(?) desc', [login])
    .first()
  return row && toCredential(row)
}

/**
 * Replaces a password by one that the user chose. False, and nothing is changed, when the password is no longer
 * `currentHash` (an administrator has reset it meanwhile) or the user is disabled.
 */
export async function changePassword(
  db: Knex,
  {
    instanceId,
    userId,
    currentHash,
    passwordHash,
  }: { instanceId: string; userId: string; currentHash: string; passwordHash: string },
): Promise<boolean> {
  const changed = await db('user_credentials')
    .where({ instance_id: instanceId, user_id: userId, password_hash: currentHash })
    .whereExists(
      db('users').select(db.raw('1')).where({ instance_id: instanceId, id: userId, enabled: true }),
    )
    .update({ password_hash: passwordHash, must_change: false, updated_at: db.fn.now() })
  return changed === 1
}

/**
 * The user behind the subject of a token. Undefined too when two instances hold the same id: ids are unique only
 * within an instance, and a token for the wrong one must never be issued.
 */
export async function findAccount(db: Knex, userId: string): Promise<Account | undefined> {
  const [row, second] = await credentials(db).where('users.id', userId).limit(2)
  return row && !second ? toAccount(row) : undefined
}

function credentials(db: Knex) {
  return db<CredentialRow>('users')
    .join('user_credentials', (on) =>
      on
        .on('user_credentials.instance_id', 'users.instance_id')
        .andOn('user_credentials.user_id', 'users.id'),
    )
    .select<CredentialRow[]>(
      'users.instance_id',
      'users.id',
      'users.username',
      'users.email',
      'users.name',
      'users.middle_name',
      'users.family_name',
      'users.enabled',
      'user_credentials.password_hash',
      'user_credentials.must_change',
    )
}

function toCredential(row: CredentialRow): Credential {
  return {
    instanceId: row.instance_id,
    userId: row.id,
    enabled: row.enabled,
    passwordHash: row.password_hash,
    mustChange: row.must_change,
  }
}

function toAccount(row: CredentialRow): Account {
  return {
    instanceId: row.instance_id,
    userId: row.id,
    username: row.username,
    email: row.email,
    name: row.name,
    middleName: row.middle_name,
    familyName: row.family_name,
    enabled: row.enabled,
    mustChange: row.must_change,
  }
}

export type Credential = {
  instanceId: string
  userId: string
  enabled: boolean
  passwordHash: string
  mustChange: boolean
}

export type Account = {
  instanceId: string
  userId: string
  username: string
  email: string
  name: string
  middleName: string | null
  familyName: string | null
  enabled: boolean
  mustChange: boolean
}

type CredentialRow = {
  instance_id: string
  id: string
  username: string
  email: string
  name: string
  middle_name: string | null
  family_name: string | null
  enabled: boolean
  password_hash: string
  must_change: boolean
}
