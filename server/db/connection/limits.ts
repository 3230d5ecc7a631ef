import type { Database } from '../database.ts'
import type { DatabaseConfig } from './pool.ts'

/**
 * Whether sessions of the database lack a limit of time: null, or what an operator has to do. Behind a pooler the limits have
 * to come from the account, because a session cannot have limits of its own, and a pooler may ignore those that it asks for.
 * A statement without a limit would keep its connection from all others.
 */
export async function findMissingLimits(db: Database, config: DatabaseConfig): Promise<string | null> {
  const limits = await db('pg_settings')
    .select<{ name: string; account: string }[]>('name', db.raw('quote_ident(current_user) as account'))
    .whereIn('name', ['statement_timeout', 'idle_in_transaction_session_timeout'])
    .where({ setting: '0' })
    .orderBy('name', 'desc')
  if (limits.length === 0) return null
  const wanted = new Map([['statement_timeout', config.databaseStatementTimeoutMs]])
  return [
    config.databasePooler === 'none'
      ? 'A pooler ignores the limits of time of the service. Set DATABASE_POOLER=transaction, and run in PostgreSQL'
      : 'DATABASE_POOLER=transaction: the account of the database has no limits of time. Run in PostgreSQL',
    ...limits.map(({ name, account }) => `  alter role ${account} set ${name} = ${wanted.get(name) ?? 30_000};`),
    'and then, in the administration database of PgBouncer, RECONNECT.',
  ].join('\n')
}
