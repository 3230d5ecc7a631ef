import type { UserCreate, UserUpdate } from '../../../sdk/src/index.ts'
import { asObject } from '../../../contract/json.ts'
import { succeed } from '../succeed.ts'
import type { TestService } from '../service.ts'

/** The input of a new user. `changes` replace the fields that matter to a test. */
export function userInput(username: string, changes: Partial<UserCreate> = {}): UserCreate {
  return {
    username,
    email: `${username}@example.com`,
    name: 'Ada',
    temporaryPassword: 'correct-horse-battery',
    ...changes,
  }
}

/** Creates, reads and changes users of `acme`. Every function throws when the call fails. */
export function users(service: TestService) {
  const { users } = service.keyless()
  return {
    create: (input: UserCreate) => succeed(users.create(input)),
    read: (id: string) => succeed(users.get(id)),
    update: (id: string, changes: UserUpdate) => succeed(users.update(id, changes)),
  }
}

/** The stored credential against which the identity provider checks a login of this user. */
export async function storedCredential({ db }: TestService, userId: string) {
  const row: unknown = await db('user_credentials').where({ user_id: userId }).first()
  const { password_hash: passwordHash, must_change: mustChange } = asObject(row)
  return { passwordHash: String(passwordHash), mustChange }
}
