import { createHash, randomUUIDv7 } from 'node:crypto'
import pLimit from 'p-limit'
import type { Input } from '../../contract/types.ts'
import type { Context, Operation } from '../contract.ts'
import type { AccountOwner } from '../db/account-syncs.ts'
import { isDatabaseUnavailable } from '../db/connection/pool.ts'
import { findUser } from '../db/users.ts'
import { accountBusy, busy, namesTaken, noTimeLeft } from '../../contract/rules/refusals.ts'
import { internalError } from '../../contract/rules/problems.ts'
import { findRepeatedNames, toUserResult, type UserAnswer } from '../../contract/rules/user-batch.ts'
import { removeUnfinished } from '../identity/finish-sync.ts'
import { createOneUser } from './answers/create-one-user.ts'

/** A user that comes later than this is not begun: the answer is there before clients give up, which they do after 30 s. */
const timeMs = 15_000

/** Five at a time: the pool and the identity provider have others to serve. */
export const createUsers: Operation<'createUsers'> = async ({ path, headers, body: { users } }, context) => {
  const stopAt = performance.now() + timeMs
  const semaphore = pLimit(5)
  const repeated = findRepeatedNames(users)
  const { 'Idempotency-Key': key } = headers
  // Each user is committed alone. The answer for the key, which has ids and statuses only, is stored when all are done.
  const each = { ...context, commit: (write) => write(context.db) } satisfies Context
  const create = async (user: NewUser, at: number): Promise<UserAnswer> => {
    const taken = repeated[at]
    if (taken) return namesTaken(taken)
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
  const answers = await Promise.all(users.map((user, at) => semaphore(() => create(user, at).catch(fail))))
  // When something was thrown and nobody was created, the request fails as a whole, which frees its key.
  if (errors.length > 0 && answers.every(({ status }) => status !== 201)) throw errors[0]
  return { status: 200, body: { results: answers.map(toUserResult) } }
}

/** A repeat after a kill in the middle meets users whom the first request has created. Their ids follow from the key. */
async function createOnce(context: Context, owner: AccountOwner, user: NewUser): Promise<UserAnswer> {
  const { db, directory } = context
  const known = await findUser(db, owner.instanceId, owner.userId)
  if (known) return { status: 201, body: known }
  if (directory && !(await removeUnfinished({ ...context, directory }, owner))) return accountBusy
  return createOneUser(context, owner, user)
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
  const { status, code, detail } = internalError
  return { status, problem: { code, detail } }
}

type NewUser = Input<'createUsers'>['body']['users'][number]
