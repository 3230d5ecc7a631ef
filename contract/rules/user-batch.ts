import type { UserBatchResult, UserCreate } from '../../spec/openapi.gen.ts'
import type { Fault } from '../types.ts'
import { comparable } from './text.ts'

/** What becomes of one user: what `createUser` answers, or what a batch says in its place. */
export interface UserAnswer {
  status: number
  body?: { id: string }
  problem?: { code: string; detail: string; errors?: readonly Fault[] }
}

export function toUserResult({ status, body, problem }: UserAnswer): UserBatchResult['results'][number] {
  const { code = null, detail = null, errors = [] } = problem ?? {}
  return { status, id: body?.id ?? null, code, detail, errors: [...errors] }
}

/** For each user, which of the names an earlier user of the batch has; null where none is taken so. */
export function findRepeatedNames(
  users: readonly Pick<UserCreate, 'username' | 'email'>[],
): ({ username: boolean; email: boolean } | null)[] {
  const seen = new Set<string>()
  return users.map((user) => {
    const [username, email] = [comparable(user.username), comparable(user.email)]
    const taken = { username: seen.has(username), email: seen.has(email) }
    seen.add(username).add(email)
    return taken.username || taken.email ? taken : null
  })
}
