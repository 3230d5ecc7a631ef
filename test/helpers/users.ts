import type { components } from '../../spec/openapi.gen.ts'
import { asObject } from '../../server/json.ts'
import { succeed } from './succeed.ts'
import type { TestService } from './service.ts'

export type UserCreate = components['schemas']['UserCreate']
export type UserUpdate = components['schemas']['UserUpdate']

/** A user to create: `username` names it, `changes` replace what a test is about. */
export function userInput(username: string, changes: Partial<UserCreate> = {}): UserCreate {
  return {
    username,
    email: `${username}@example.com`,
    name: 'Ada',
    temporaryPassword: 'correct-horse-battery',
    ...changes,
  }
}

/** Creates, reads and changes users of `acme`; each throws unless it succeeds. */
export function users(service: TestService) {
  const client = service.client('Administrator')
  const path = (userId: string) => ({ path: { instanceId: 'acme', userId } })
  return {
    create: async (body: UserCreate) =>
      succeed(
        await client.POST('/instances/{instanceId}/users', {
          params: { path: { instanceId: 'acme' } },
          body,
        }),
      ),
    read: async (id: string) =>
      succeed(await client.GET('/instances/{instanceId}/users/{userId}', { params: path(id) })),
    update: async (id: string, body: UserUpdate) =>
      succeed(await client.PUT('/instances/{instanceId}/users/{userId}', { params: path(id), body })),
  }
}

/** What the identity provider checks a login of this user against. */
export async function storedCredential({ db }: TestService, userId: string) {
  const row: unknown = await db('user_credentials').where({ user_id: userId }).first()
  const { password_hash: passwordHash, must_change: mustChange } = asObject(row)
  return { passwordHash: String(passwordHash), mustChange }
}
