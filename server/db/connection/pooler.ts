import type { Database } from '../database.ts'
import { clientOf } from './knex-client.ts'

/** What stands between this service and PostgreSQL. `transaction`: a pooler that lends a connection for one transaction. */
export const poolers = ['none', 'transaction'] as const

export type Pooler = (typeof poolers)[number]

/** Whether what one transaction sets or prepares is there in the next: not behind a pooler of transactions. */
export function keepsSession(db: Database): boolean {
  return clientOf(db).config.pooler === 'none'
}
