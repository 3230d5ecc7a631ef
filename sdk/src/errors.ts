import type { Fault } from '../../spec/openapi.gen.ts'
import type { ErrorCodes } from './operations.gen.ts'

export type { Fault }

/** The service answered with a problem, or with something that the contract does not know (`unexpected_answer`). */
export class ApiError<Code extends string = ErrorCodes[keyof ErrorCodes]> extends Error {
  override readonly name = 'ApiError'
  /** The method that was called: `agents.create`. */
  declare readonly operation: keyof ErrorCodes
  /** What to branch on. `isApiError(error, operation)` narrows it to the codes of that operation. */
  declare readonly code: Code
  declare readonly status: number
  /** Names the request in the service's log; null when the answer did not say. */
  declare readonly requestId: string | null
  /** What happened, without "Failed to ...": for a form that says the rest itself. */
  declare readonly detail: string
  /** Every fault of the input; empty where the input is not at fault. */
  declare readonly errors: readonly Fault[]
  /** Status and headers: `ETag` of a 412, `Retry-After` of a 429 or 503. The body has been read already. */
  declare readonly response: Response

  /** The message reads "Failed to create agent: what happened". */
  constructor(message: string, facts: ErrorFacts<Code>) {
    super(message)
    Object.assign(this, facts)
  }
}

/** No complete answer came: the network failed or time was up. `cause` has the reason, named `TimeoutError` for time. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** Whether this is an ApiError, of this operation where one is named: `code` is then one of that operation's. */
export function isApiError(error: unknown): error is ApiError
export function isApiError<Id extends keyof ErrorCodes>(
  error: unknown,
  operation: Id,
): error is ApiError<ErrorCodes[Id]>
export function isApiError(error: unknown, operation?: keyof ErrorCodes): boolean {
  return error instanceof ApiError && (operation === undefined || error.operation === operation)
}

interface ErrorFacts<Code> {
  operation: keyof ErrorCodes
  code: Code
  status: number
  requestId: string | null
  detail: string
  errors: readonly Fault[]
  response: Response
}
