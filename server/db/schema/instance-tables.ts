import type { Knex } from 'knex'
import type { Database } from '../database.ts'
import { planned } from '../query/query.ts'

export interface InstanceTable {
  name: string
  /** The columns of its primary key. */
  key: string[]
  /** The tables to which its foreign keys lead. */
  refersTo: string[]
}

/** The tables with rows of instances, by their column, so that no new table is forgotten. */
export function instanceTables(db: Database): Knex.QueryBuilder {
  return db('pg_class').where({ relkind: 'r' }).whereRaw(`relnamespace = current_schema()::regnamespace
    and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'instance_id')`)
}

/** A table comes before those to which it refers: in this order their rows can be deleted. */
export async function listInstanceTables(db: Database): Promise<InstanceTable[]> {
  const key = db.raw(`array(
    select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
     where indrelid = pg_class.oid and indisprimary order by attnum)`)
  const refersTo = db.raw(`array(
    select target.relname::text from pg_constraint join pg_class target on target.oid = confrelid
     where conrelid = pg_class.oid and contype = 'f')`)
  const tables = instanceTables(db).select({ name: 'relname', key, refersTo }).orderBy('relname')
  const left = await planned<InstanceTable>(db, tables)
  const sorted: InstanceTable[] = []
  while (left.length > 0) {
    const isReferred = ({ name }: InstanceTable) =>
      left.some((other) => other.name !== name && other.refersTo.includes(name))
    const next = left.findIndex((table) => !isReferred(table))
    if (next < 0) throw new Error('Tables refer to each other in a circle.')
    sorted.push(...left.splice(next, 1))
  }
  return sorted
}

export async function countInstanceRows(db: Database, { name }: InstanceTable, instanceId: string): Promise<number> {
  const counted = await db(name).where({ instance_id: instanceId }).count({ rows: '*' }).first<{ rows: number }>()
  return counted.rows
}

/** Deletes up to `limit` rows of an instance, in the order of the primary key, and returns how many. */
export async function deleteInstanceRows(
  db: Database,
  { name, key }: InstanceTable,
  instanceId: string,
  limit: number,
): Promise<number> {
  const rows = db(name).where({ instance_id: instanceId })
  const next = rows.clone().select(key).orderBy(key).limit(limit)
  return rows.whereIn(key, next).delete()
}
