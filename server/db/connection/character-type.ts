import type { Database } from '../database.ts'

/**
 * What is wrong with the character type of the database: null, or a sentence for the operator. PostgreSQL takes capitals and
 * words from `LC_CTYPE`, which is chosen when a database is created.
 */
export async function findCharacterTypeFault(db: Database): Promise<string | null> {
  const wrong = await db('pg_database')
    .whereRaw("datname = current_database() and lower('Ä') <> 'ä'")
    .first<{ ctype: string } | undefined>('datctype as ctype')
  if (!wrong) return null
  return (
    `With its LC_CTYPE ${wrong.ctype} the database knows no letters beyond ASCII, and searches miss them: ` +
    'make a new one with --locale=C.UTF-8, and restore a backup into it (docs/operations.md).'
  )
}
