import type { Fault } from '../../spec/gen/openapi.gen.ts'
import type { ErrorCodes } from './operations.gen.ts'

export type { Fault }

/** The service answered with a problem, or with an answer outside the contract (code `unexpected_answer`). */
export class ApiError<Code extends string = ErrorCodes[keyof ErrorCodes]> extends Error {
  override readonly name = 'ApiError'
  /** The called method: `agents.create`. */
  declare readonly operation: keyof ErrorCodes
  /** The code on which to branch. `isApiError(error, operation)` narrows it to the codes of that operation. */
  declare readonly code: Code
  declare readonly status: number
  /** The id of the request in the service's log; null when the answer has none. */
  declare readonly requestId: string | null
  /** The reason without "Failed to ...", for a form that shows its own heading. */
  declare readonly detail: string
  /** Every fault of the input; empty when the input has no fault. */
  declare readonly errors: readonly Fault[]
  /** Status and headers: `ETag` of a 412, `Retry-After` of a 429 or 503. The body has already been read. */
  declare readonly response: Response

  /** The message reads "Failed to create agent: <reason>". */
  constructor(message: string, facts: Omit<ApiError<Code>, keyof Error>) {
    super(message)
    // Node 20 would print a hundred lines of the response where nobody catches the error.
    Object.defineProperty(Object.assign(this, facts), 'response', { enumerable: false })
  }
}

/**
 * No complete answer came: the network failed or a timeout ended. `cause` is the reason, a `TimeoutError` after a timeout.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** Tells whether an error is an ApiError; with `operation`, whether it is an ApiError of that operation. Narrows `code`. */
export function isApiError(error: unknown): error is ApiError
export function isApiError<Id extends keyof ErrorCodes>(
  error: unknown,
  operation: Id,
): error is ApiError<ErrorCodes[Id]>
export function isApiError(error: unknown, operation?: keyof ErrorCodes): boolean {
  return error instanceof ApiError && (operation === undefined || error.operation === operation)
}
