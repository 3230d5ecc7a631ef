import type { Logger } from 'pino'
import type { Caller } from '../access/token.ts'
import type { Fault } from '../../contract/types.ts'
import type { Judge } from './validator.ts'

/** What the pipeline learns about a request on its way down. */
declare global {
  namespace Express {
    interface Locals {
      requestId: string
      log: Logger
      caller?: Caller
      operationId?: string
      /** Of that operation. */
      judge?: Judge
      /** Found while the request was read; the judge adds its own: the caller hears of all at once. */
      faults: Fault[]
    }
  }
}
