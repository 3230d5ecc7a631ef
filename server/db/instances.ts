import type { Database } from './database.ts'
import sql, { raw } from 'sql-template-tag'
import type { components } from '../../spec/openapi.gen.ts'
import { wasInstance } from './deleted-instances.ts'
import { selectPage, type PageOfRows, type PageRequest } from './query/pages.ts'
import { query, queryPrepared } from './query/query.ts'

type Instance = components['schemas']['Instance']

export interface InstanceRow {
  id: string
  name: string
  /** One that is `deleting` is gone for everybody but the command that deletes it. */
  status: Instance['status'] | 'deleting'
  /** The days for which work ledger entries are kept; null keeps them for ever. */
  ledger_retention_days: number | null
  created_at: string
}

/** Returns false when an instance with this id exists, or existed. */
export async function insertInstance(db: Database, { id, name }: { id: string; name: string }): Promise<boolean> {
  if (await wasInstance(db, id)) return false
  const inserted = sql`insert into instances (id, name) values (${id}, ${name}) on conflict do nothing returning id`
  return (await query(db, inserted)).length === 1
}

/**
 * Makes others who lock this of the instance wait until the transaction ends. Nobody else waits. An advisory lock, which asks
 * no worker of Citus: a lock on the row of the instance would ask the first worker, whichever has the instance.
 */
export async function lockInstance(transaction: Database, id: string, what: 'authority' | 'ledger'): Promise<void> {
  const key = `${what} ${id}`
  await queryPrepared(transaction, sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

export async function listInstances(db: Database): Promise<InstanceRow[]> {
  return query<InstanceRow>(
    db,
    sql`select id, name, status, ledger_retention_days, created_at from instances order by id`,
  )
}

export const instanceSortKeys = { name: { expression: 'lower(name) collate "C"', type: 'text' } } as const

/** A page of those with these ids. `instances` has no instance's rows: Citus keeps a copy of it everywhere. */
export async function listOpenInstances(
  db: Database,
  ids: readonly string[],
  page: PageRequest,
): Promise<PageOfRows<OpenInstanceRow>> {
  const where = sql`id = any(${ids}) and status <> 'deleting'`
  const columns = raw('id, name, status')
  return selectPage(db, { columns, table: 'instances', where, filter: [], idColumn: 'id', isMeasured: false }, page)
}

export type OpenInstanceRow = Pick<Instance, 'id' | 'name' | 'status'>

/** An instance as a caller with these roles sees it. */
export function toInstance({ id, name, status }: OpenInstanceRow, roles: Instance['roles']): Instance {
  return { id, name, status, roles }
}

/** The instances whose retention is not for ever. */
export async function listRetentions(db: Database): Promise<{ id: string; ledger_retention_days: number }[]> {
  return query(
    db,
    sql`select id, ledger_retention_days from instances where ledger_retention_days is not null order by id`,
  )
}

/** `days` is null to keep entries for ever. Returns false when the instance does not exist. */
export async function setRetention(db: Database, id: string, days: number | null): Promise<boolean> {
  const set = sql`update instances set ledger_retention_days = ${days} where id = ${id} returning id`
  return (await query(db, set)).length === 1
}

/** False when there is no such instance. */
export async function renameInstance(db: Database, id: string, name: string): Promise<boolean> {
  const renamed = sql`update instances set name = ${name} where id = ${id} and status <> 'deleting' returning id`
  return (await query(db, renamed)).length === 1
}

/** False when there is no such instance. */
export async function setInstanceStatus(db: Database, id: string, status: Instance['status']): Promise<boolean> {
  const set = sql`update instances set status = ${status} where id = ${id} and status <> 'deleting' returning id`
  return (await query(db, set)).length === 1
}

/** Also one that is being deleted. */
export async function findInstance(db: Database, id: string): Promise<InstanceRow | null> {
  const found = sql`select id, name, status, ledger_retention_days, created_at from instances where id = ${id}`
  const [row] = await query<InstanceRow>(db, found)
  return row ?? null
}

/** Those that are suspended or being deleted. */
export async function listClosedInstances(db: Database): Promise<Pick<InstanceRow, 'id' | 'status'>[]> {
  return queryPrepared(db, sql`select id, status from instances where status <> 'active'`)
}

/** False also for an instance that is being deleted. */
export async function isInstanceKnown(db: Database, instanceId: string): Promise<boolean> {
  const found = sql`select from instances where id = ${instanceId} and status <> 'deleting'`
  return (await queryPrepared(db, found)).length === 1
}
