import { DatabaseError } from 'pg'

/** Whether a statement failed because a unique index has such a row already. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '23505'
}
