import type { Database } from './database.ts'
import { preparedRow } from './query/query.ts'

/** The tables whose rows have a column `secrets`: envelopes by field. */
export const sealedTables = ['integrations', 'webhooks'] as const

export type SealedTable = (typeof sealedTables)[number]

export interface SealedSecrets {
  instance_id: string
  id: string
  secrets: Record<string, string>
}

export async function countSealedRows(db: Database): Promise<number> {
  const counts = await db.first<Record<SealedTable, number>>(sealedTables.map((table) => db(table).count().as(table)))
  return counts.integrations + counts.webhooks
}

export async function listInstancesWithSecrets(db: Database): Promise<string[]> {
  const found = sealedTables.map((table) => db(table).select('instance_id'))
  return db.from(db.union(found).as('found')).orderBy('instance_id').pluck<string[]>('instance_id')
}

/** The next rows behind an id, in the order of their ids. */
export async function listSealedSecrets(
  db: Database,
  table: SealedTable,
  instanceId: string,
  after: string,
  limit: number,
): Promise<SealedSecrets[]> {
  return db(table)
    .select<SealedSecrets[]>('instance_id', 'id', 'secrets')
    .where({ instance_id: instanceId })
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
}

export async function findSealedSecrets(
  db: Database,
  table: SealedTable,
  { instance_id, id }: SealedSecrets,
): Promise<SealedSecrets | null> {
  const found = db(table).select('instance_id', 'id', 'secrets').where({ instance_id, id })
  return preparedRow<SealedSecrets>(db, found)
}

/**
 * Replaces the envelopes of secrets, unless the secrets have changed since they were read. Returns whether it replaced them.
 * Revision and time stay, because callers see no difference.
 */
export async function replaceSealedSecrets(
  db: Database,
  table: SealedTable,
  { instance_id, id, secrets: read }: SealedSecrets,
  secrets: Record<string, string>,
): Promise<boolean> {
  return (await db(table).where({ instance_id, id, secrets: read }).update({ secrets })) === 1
}
