/** What stands between this service and PostgreSQL. `transaction`: a pooler that lends a connection for one transaction. */
export const poolers = ['none', 'transaction'] as const

export type Pooler = (typeof poolers)[number]
