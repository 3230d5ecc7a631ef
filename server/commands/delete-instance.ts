import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { heardWithinMs } from '../access/instances.ts'
import { requireConfig } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { beginDeletion, finishDeletion, recordDeleted } from '../db/deleted-instances.ts'
import { findInstance } from '../db/instances.ts'
import { isForeignKeyViolation } from '../db/query/violations.ts'
import {
  countInstanceRows,
  deleteInstanceRows,
  listInstanceTables,
  type InstanceTable,
} from '../db/schema/instance-tables.ts'
import { directoryKind } from '../identity/directory-kind.ts'
import { enqueueAccountsSharedWith } from '../identity/sync-shared-account.ts'
import { inBatches } from '../lib/in-batches.ts'
import { fail } from './fail.ts'
import { failOnMissingInstance } from './on-database.ts'
import { formatCount, startProgress, type Progress } from './progress.ts'

/** Deletes an instance with all its rows, once the operator has typed its id. After a kill the next call goes on. */
export async function deleteInstance(db: Database, id: string): Promise<number> {
  const instance = await findInstance(db, id)
  if (!instance) return failOnMissingInstance(db, id)
  const tables = await listInstanceTables(db)
  const counts: Record<string, number> = {}
  for (const table of tables) counts[table.name] = await countInstanceRows(db, table, id)
  console.log(`With ${id} (${instance.name}) goes for ever: ${describeCounts(counts)}.`)
  console.log('Accounts at an identity provider of your own stay. Close there those that nobody needs.')
  if (!(await isTyped(id))) return fail('Nothing was deleted.')

  if (!(await beginDeletion(db, id))) return failOnMissingInstance(db, id)
  console.log(`${id} is closed. The deletion begins when every server knows.`)
  // A server that has not heard of it by then has forgotten which instances it knew.
  await sleep(heardWithinMs + 1000)
  if (directoryKind(requireConfig(process.env)) !== 'none') await enqueueAccountsSharedWith(db, id)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const progress = startProgress({ total, unit: 'records' })
  await deleteRows(db, id, tables, progress)
  progress.finish()
  console.log(`Deleted the instance ${id}. Its id is not given again.`)
  return 0
}

/** `3 users, 1 agent`: the resources among the rows of tables. What else there is belongs to them. */
export function describeCounts(counts: Readonly<Record<string, number>>): string {
  const some = resources.flatMap(([table, one, many]) => {
    const count = counts[table] ?? 0
    return count === 0 ? [] : [`${formatCount(count)} ${count === 1 ? one : many}`]
  })
  return some.length === 0 ? 'nothing, since it is empty' : some.join(', ')
}

const resources = [
  ['users', 'user', 'users'],
  ['agents', 'agent', 'agents'],
  ['integrations', 'integration', 'integrations'],
  ['twu_models', 'TWU model', 'TWU models'],
  ['work_ledger_entries', 'entry of the work ledger', 'entries of the work ledger'],
  ['model_prices', 'price of an AI model', 'prices of AI models'],
  ['webhooks', 'webhook', 'webhooks'],
  ['changes', 'record of a change', 'records of changes'],
] as const

/** A request or an import that began before may still have written: then the instance cannot go yet. */
async function deleteRows(db: Database, id: string, tables: readonly InstanceTable[], progress: Progress) {
  let deleted = 0
  for (;;) {
    try {
      for (const table of tables) {
        const onProgress = (now: number) => progress.advanceTo(deleted + now)
        deleted += await inBatches((limit) => deleteBatch(db, id, table, limit), undefined, onProgress)
      }
      return await finishDeletion(db, id)
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error
    }
  }
}

async function deleteBatch(db: Database, id: string, table: InstanceTable, limit: number): Promise<number> {
  return db.transaction(async (transaction) => {
    const found = await deleteInstanceRows(transaction, table, id, limit)
    if (found > 0) await recordDeleted(transaction, id, table.name, found)
    return found
  })
}

/** Asks on the terminal; a script writes the id to standard input. */
async function isTyped(id: string): Promise<boolean> {
  console.log(`Type ${id} to delete it:`)
  for await (const line of createInterface({ input: process.stdin })) return line.trim() === id
  return false
}
