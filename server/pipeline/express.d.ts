import type { Logger } from 'pino'
import type { Caller } from '../access/token.ts'
import type { Fault } from '../../contract/types.ts'

/** What the pipeline learns about a request on its way down. */
declare global {
  namespace Express {
    interface Locals {
      requestId: string
      log: Logger
      caller?: Caller
      operationId?: string
      /** Found before the validator, which adds its own: the caller hears of all at once. */
      faults: Fault[]
    }
  }
}
