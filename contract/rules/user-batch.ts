import type { UserBatchResult } from '../../spec/openapi.gen.ts'
import type { Fault } from '../types.ts'

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
