import type { Database } from './database.ts'
import sql, { join, raw } from 'sql-template-tag'
import { query, queryOne, queryPrepared, queryRow } from './query/query.ts'

/** The tables whose rows have a column `secrets`: envelopes by field. */
export const sealedTables = ['integrations', 'webhooks'] as const

export type SealedTable = (typeof sealedTables)[number]

export interface SealedSecrets {
  instance_id: string
  id: string
  secrets: Record<string, string>
}

export async function countSealedRows(db: Database): Promise<number> {
  const counts = sealedTables.map((table) => sql`(select count(*) from ${raw(table)})`)
  return (await queryOne<{ count: number }>(db, sql`select (${join(counts, ' + ')})::integer as count`)).count
}

export async function listInstancesWithSecrets(db: Database): Promise<string[]> {
  const found = sealedTables.map((table) => sql`select instance_id from ${raw(table)}`)
  const rows = await query<SealedSecrets>(db, sql`${join(found, ' union ')} order by instance_id`)
  return rows.map(({ instance_id }) => instance_id)
}

/** The next rows behind an id, in the order of their ids. */
export async function listSealedSecrets(
  db: Database,
  table: SealedTable,
  instanceId: string,
  after: string,
  limit: number,
): Promise<SealedSecrets[]> {
  const found = sql`select instance_id, id, secrets from ${raw(table)}
    where instance_id = ${instanceId} and id > ${after} order by id limit ${limit}`
  return query<SealedSecrets>(db, found)
}

export async function findSealedSecrets(
  db: Database,
  table: SealedTable,
  { instance_id, id }: SealedSecrets,
): Promise<SealedSecrets | null> {
  const found = sql`select instance_id, id, secrets from ${raw(table)} where instance_id = ${instance_id} and id = ${id}`
  return queryRow<SealedSecrets>(db, found)
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
  const replaced = sql`update ${raw(table)} set secrets = ${secrets}
    where instance_id = ${instance_id} and id = ${id} and secrets = ${JSON.stringify(read)}::jsonb returning id`
  return (await queryPrepared(db, replaced)).length === 1
}
