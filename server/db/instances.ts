import type { Knex } from 'knex'

export interface InstanceRow {
  id: string
  name: string
  created_at: Date
}

/** Answers false when there is one with this id already. */
export async function insertInstance(db: Knex, instance: { id: string; name: string }): Promise<boolean> {
  const rows = await db<InstanceRow>('instances').insert(instance).onConflict('id').ignore().returning('id')
  return rows.length === 1
}

export async function listInstances(db: Knex): Promise<InstanceRow[]> {
  return db<InstanceRow>('instances').select('*').orderBy('id')
}

export async function isInstanceKnown(db: Knex, instanceId: string): Promise<boolean> {
  const row = await db<InstanceRow>('instances').where({ id: instanceId }).first('id')
  return row !== undefined
}
