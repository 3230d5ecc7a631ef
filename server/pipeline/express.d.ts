import type { Logger } from 'pino'
import type { Access } from '../access/roles.ts'
import type { Caller } from '../access/token.ts'
import type { ContractOperation } from '../../contract/document.ts'
import type { Fault } from '../../contract/types.ts'
import type { Validator } from '../contract/validator.ts'

/** Facts about a request that the handlers of the pipeline pass on. */
declare global {
  namespace Express {
    interface Locals {
      requestId: string
      log: Logger
      /** The headers of the answer, whatever it will be. Written together: a `setHeader` for each takes twice as long. */
      headers: Record<string, string>
      /** The parameters of the query; the validator turns them into their types. */
      query: Record<string, unknown>
      caller?: Caller
      access?: Access
      /** The body had not arrived when the caller was let in. */
      waitedForBody?: boolean
      /** The instance of the request, once the caller is known to reach it. */
      instanceId?: string
      operation?: ContractOperation
      /** The validator of that operation. */
      validator?: Validator
      /** Faults found while the request was read. The validator adds its own, so that the caller gets all faults at once. */
      faults: Fault[]
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
  }
}
