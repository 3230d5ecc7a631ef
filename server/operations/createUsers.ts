import { createHash, randomUUIDv7 } from 'node:crypto'
import pLimit from 'p-limit'
import type { Input } from '../../contract/types.ts'
import type { Context, Operation } from '../contract/operation.ts'
import type { AccountOwner } from '../db/account-syncs.ts'
import { isDatabaseUnavailable } from '../db/connection/pool.ts'
import { recording } from '../db/query/recorded.ts'
import { findUser } from '../db/users.ts'
import { busy, noTimeLeft } from '../../contract/rules/refusals.ts'
import { internalError } from '../../contract/rules/problems.ts'
import { comparable } from '../../contract/rules/text.ts'
import { toUserResult, type UserAnswer } from '../../contract/rules/user-batch.ts'
import { createOneUser } from './answers/create-one-user.ts'

/** A user that comes later than this is not begun: the answer is there before clients give up, which they do after 30 s. */
const timeMs = 15_000

/** Five at a time: the pool and the identity provider have others to serve. */
export const createUsers: Operation<'createUsers'> = async ({ path, headers, body: { users } }, context) => {
  const stopAt = performance.now() + timeMs
  const semaphore = pLimit(5)
  const namesakes = findNamesakes(users)
  const { 'Idempotency-Key': key } = headers
  // Each user is committed alone. The answer for the key, which has ids and statuses only, is stored when all are done.
  const each = { ...context, commit: (write) => recording(context.db, context.origin, write) } satisfies Context
  const create = async (user: NewUser, at: number): Promise<UserAnswer> => {
    // Of users with the same name, the first that can be created has it. The users before have begun, so none waits for ever.
    for (const earlier of namesakes[at] ?? []) await created[earlier]
    if (performance.now() > stopAt) return noTimeLeft
    const { instanceId } = path
    if (key === undefined) return createOneUser(each, { instanceId, userId: randomUUIDv7() }, user)
    const facts = [instanceId, context.caller.subject, key, at, user.username]
    return createOnce(each, { instanceId, userId: idOf(facts) }, user)
  }
  const errors: unknown[] = []
  const fail = (error: unknown) => {
    errors.push(error)
    return explain(error, context)
  }
  const created: Promise<UserAnswer>[] = []
  for (const [at, user] of users.entries()) created.push(semaphore(() => create(user, at).catch(fail)))
  const answers = await Promise.all(created)
  // When something was thrown and no user was created, the request fails as a whole, which frees its key.
  if (errors.length > 0 && answers.every(({ status }) => status !== 201)) throw errors[0]
  return { status: 200, body: { results: answers.map(toUserResult) } }
}

/** For each user, the places of the users before it that have its username or email address. */
function findNamesakes(users: readonly NewUser[]): number[][] {
  const places = new Map<string, number[]>()
  return users.map(({ username, email }, at) => {
    const names = [comparable(username), comparable(email)]
    const earlier = names.flatMap((name) => places.get(name) ?? [])
    for (const name of new Set(names)) places.set(name, [...(places.get(name) ?? []), at])
    return earlier
  })
}

/** A repeat after a kill in the middle meets users whom the first request has created. Their ids follow from the key. */
async function createOnce(context: Context, owner: AccountOwner, user: NewUser): Promise<UserAnswer> {
  const known = await findUser(context.db, owner.instanceId, owner.userId)
  return known ? { status: 201, body: known } : createOneUser(context, owner, user)
}

/** A UUID of version 8 (RFC 9562 section 5.8). */
function idOf(facts: readonly unknown[]): string {
  const hex = createHash('sha256').update(JSON.stringify(facts)).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** A fault with one user is no reason to say nothing of the others. */
function explain(error: unknown, { log }: Context): UserAnswer {
  if (isDatabaseUnavailable(error)) return busy
  log.error({ err: error }, 'a user of a batch could not be created')
  return internalError
}

type NewUser = Input<'createUsers'>['body']['users'][number]
