import type { Knex } from 'knex'
import sql from 'sql-template-tag'
import { queryPrepared } from './query/query.ts'

export interface InstanceRow {
  id: string
  name: string
  /** The days for which work ledger entries are kept; null keeps them for ever. */
  ledger_retention_days: number | null
  created_at: string
}

/** Returns false when an instance with this id exists. */
export async function insertInstance(db: Knex, instance: { id: string; name: string }): Promise<boolean> {
  const rows = await db<InstanceRow>('instances').insert(instance).onConflict('id').ignore().returning('id')
  return rows.length === 1
}

/** Makes others who lock the instance wait until the transaction ends. Nobody else waits. */
export async function lockInstance(transaction: Knex, id: string): Promise<void> {
  await queryPrepared(transaction, sql`select from instances where id = ${id} for no key update`)
}

export async function listInstances(db: Knex): Promise<InstanceRow[]> {
  return db<InstanceRow>('instances').select('*').orderBy('id')
}

/** The instances whose retention is not for ever. */
export async function listRetentions(db: Knex): Promise<{ id: string; ledger_retention_days: number }[]> {
  return db('instances')
    .whereNotNull('ledger_retention_days')
    .select('id', 'ledger_retention_days')
    .orderBy('id')
}

/** `days` is null to keep entries for ever. Returns false when the instance does not exist. */
export async function setRetention(db: Knex, id: string, days: number | null): Promise<boolean> {
  return (await db('instances').where({ id }).update({ ledger_retention_days: days })) === 1
}

export async function isInstanceKnown(db: Knex, instanceId: string): Promise<boolean> {
  const row = await db<InstanceRow>('instances').where({ id: instanceId }).first('id')
  return row !== undefined
}
