import type { UserBatchResult } from '../../spec/gen/openapi.gen.ts'
import type { AnyAnswer } from '../types.ts'

/** What becomes of one user: what `createUser` answers, or what a batch says in its place. */
export type UserAnswer = Pick<AnyAnswer, 'status' | 'problem'> & { body?: { id: string } }

export function toUserResult({ status, body, problem }: UserAnswer): UserBatchResult['results'][number] {
  const { code = null, detail = null, errors = [] } = problem ?? {}
  return { status, id: body?.id ?? null, code, detail, errors: [...errors] }
}
