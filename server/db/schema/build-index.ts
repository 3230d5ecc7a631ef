import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database.ts'

/**
 * Builds an index while others read and write, unless it exists. An index that an interrupted build left invalid is built
 * again. Runs outside a transaction, and takes as long as PostgreSQL needs: the build waits for all transactions that began
 * before. Only one process at a time may call this (`withAdvisoryLock`).
 */
export async function buildIndex(db: Database, name: string, definition: IndexDefinition): Promise<void> {
  // PostgreSQL goes on with the build of a killed process. A statement that waited for it would have a snapshot, for which
  // the build would wait.
  while (await isBeingBuilt(db, name)) await sleep(200)
  if (await hasIndex(db, name)) return
  await db.raw('drop index concurrently if exists ??', [name])
  const [kind, rest] = typeof definition === 'string' ? ['index', definition] : ['unique index', definition.unique]
  await db.raw(`create ${kind} concurrently ${name} ${rest}`)
}

/** Whether the index exists and can be used. */
export async function hasIndex(db: Database, name: string): Promise<boolean> {
  const usable = db('pg_index').where({ indisvalid: true }).whereRaw('indexrelid = to_regclass(?)', [name])
  return (await usable.select()).length > 0
}

async function isBeingBuilt(db: Database, name: string): Promise<boolean> {
  const builds = db('pg_stat_progress_create_index').whereRaw('index_relid = to_regclass(?)', [name])
  return (await builds.select()).length > 0
}

/** What follows the name of the index in `create index`. */
type IndexDefinition = string | { unique: string }
