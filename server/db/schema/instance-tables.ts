import type { Database } from '../database.ts'
import sql, { raw } from 'sql-template-tag'
import { query, queryOne } from '../query/query.ts'

export interface InstanceTable {
  name: string
  /** The columns of its primary key. */
  key: string[]
  /** The tables to which its foreign keys lead. */
  refersTo: string[]
}

/**
 * The tables with rows of instances, by their column, so that no new table is forgotten. A table comes before those to which
 * it refers: in this order their rows can be deleted.
 */
export async function listInstanceTables(db: Database): Promise<InstanceTable[]> {
  const left = await query<InstanceTable>(
    db,
    sql`select relname as name,
               array(select attname::text from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
                      where indrelid = pg_class.oid and indisprimary order by attnum) as key,
               array(select target.relname::text from pg_constraint join pg_class target on target.oid = confrelid
                      where conrelid = pg_class.oid and contype = 'f') as "refersTo"
          from pg_class
         where relkind = 'r' and relnamespace = current_schema()::regnamespace
           and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'instance_id')
         order by relname`,
  )
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
  const counted = sql`select count(*)::float8 as rows from ${raw(name)} where instance_id = ${instanceId}`
  return (await queryOne<{ rows: number }>(db, counted)).rows
}

/** Deletes up to `limit` rows of an instance, in the order of the primary key, and returns how many. */
export async function deleteInstanceRows(
  db: Database,
  { name, key }: InstanceTable,
  instanceId: string,
  limit: number,
): Promise<number> {
  const [table, columns] = [raw(name), raw(key.join(', '))]
  const next = sql`select ${columns} from ${table} where instance_id = ${instanceId} order by ${columns} limit ${limit}`
  const deleted = sql`delete from ${table} where instance_id = ${instanceId} and (${columns}) in (${next}) returning 1`
  return (await query(db, deleted)).length
}
