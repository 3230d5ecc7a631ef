import type { Database } from '../database.ts'
import sql from 'sql-template-tag'
import { query } from '../query/query.ts'

/**
 * What is wrong with the character type of the database: null, or a sentence for the operator. PostgreSQL takes capitals and
 * words from `LC_CTYPE`, which is chosen when a database is created.
 */
export async function findCharacterTypeFault(db: Database): Promise<string | null> {
  const wrong = await query<{ ctype: string }>(
    db,
    sql`select datctype as ctype from pg_database where datname = current_database() and lower('Ä') <> 'ä'`,
  )
  if (!wrong[0]) return null
  return (
    `With its LC_CTYPE ${wrong[0].ctype} the database knows no letters beyond ASCII, and searches miss them: ` +
    'make a new one with --locale=C.UTF-8, and restore a backup into it (docs/operations.md).'
  )
}
