import { isObject } from '../../../contract/json.ts'

/** What stands between this service and PostgreSQL. `transaction`: a pooler that lends a connection for one transaction. */
export const poolers = ['none', 'transaction'] as const

export type Pooler = (typeof poolers)[number]

/** Whether what one transaction sets or prepares is there in the next: not behind a pooler of transactions. */
export function keepsSession({ client }: { client: unknown }): boolean {
  const config = isObject(client) ? client['config'] : undefined
  const params = isObject(config) ? config['userParams'] : undefined
  return !isObject(params) || params['pooler'] !== 'transaction'
}
