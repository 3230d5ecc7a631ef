import type { IncomingHttpHeaders } from 'node:http'
import type { Request, Response } from 'express'
import type { Logger } from 'pino'
import type { Access } from '../access/roles.ts'
import type { Caller } from '../access/token.ts'
import type { ContractOperation } from '../../contract/document.ts'
import type { ProblemAnswer } from '../../contract/rules/problems.ts'
import type { Fault } from '../../contract/types.ts'
import type { Validator } from '../contract/validator.ts'

/** What is known of a request from its beginning, and what its steps find out. */
interface Received {
  requestId: string
  log: Logger
  /** The path as it was sent, without the query. */
  target: string
  /** The headers of the request. */
  sent: IncomingHttpHeaders
  /** The headers of the answer, whatever it will be. Written together: a `setHeader` for each takes twice as long. */
  headers: Record<string, string>
  /** The parameters of the query; the validator turns them into their types. */
  query: Record<string, unknown>
  body?: unknown
  /** Faults found while the request was read. The validator adds its own, so that the caller gets all faults at once. */
  faults: Fault[]
  caller?: Caller
  access?: Access
  /** The body had not arrived when the caller was let in. */
  waitedForBody?: boolean
  /** The instance of the request, once the caller is known to reach it. */
  instanceId?: string
  /** The operation has changed what was asked for; only its answer is still to be sent. */
  isDone?: boolean
  /** How many bytes the body of the answer has. */
  bodyBytes?: number
  /** Whether the part of the database that has the instance has stopped since this request was let in. */
  isCircuitOpen?: () => boolean
  /** A statement of the request took longer than its limit. */
  isTimedOut?: boolean
  /** The code or class of what was thrown. */
  errorType?: string
}

/** A call of an operation on its way: that of a request, or of a tool. */
export interface Call extends Received {
  operation: ContractOperation
  validator: Validator
  /** The parameters of the path. */
  params: Readonly<Record<string, string | string[] | undefined>>
}

/** A request has the facts of its call in `response.locals`. */
declare global {
  namespace Express {
    interface Locals extends Received, Partial<Pick<Call, 'operation' | 'validator' | 'params'>> {}
  }
}

/** A step of a call on its way to the operation. Returns the refusal of the call; null lets it go on. */
export type Step = (call: Call) => Outcome

/** A step that only a request has. */
export type RequestStep = (call: Call, request: Request, response: Response) => Outcome

type Outcome = ProblemAnswer | null | Promise<ProblemAnswer | null>

/** Passes a call through steps, from the first to the last. Returns the refusal of the one that refuses it, or null. */
export async function passSteps<Args extends readonly unknown[]>(
  steps: readonly ((...args: Args) => Outcome)[],
  ...args: Args
): Promise<ProblemAnswer | null> {
  for (const step of steps) {
    const outcome = step(...args)
    // Most steps know at once. To wait for these, too, takes a tenth of the time of a read.
    const refusal = outcome instanceof Promise ? await outcome : outcome
    if (refusal) return refusal
  }
  return null
}

/** The instance in the path; null where the operation is of none. */
export function instanceIdOf({ params: { instanceId } }: Call): string | null {
  return instanceId === undefined ? null : String(instanceId)
}

export function callerOf({ caller }: Call): Caller {
  if (!caller) throw new Error('Authentication comes before this step.')
  return caller
}

export function accessOfCall({ access }: Call): Access {
  if (!access) throw new Error('Authorization comes before this step.')
  return access
}
