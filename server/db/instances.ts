import type { Database } from './database.ts'
import sql, { join, raw } from 'sql-template-tag'
import { findDifference } from '../../contract/rules/difference.ts'
import type { components } from '../../spec/openapi.gen.ts'
import { wasInstance } from './deleted-instances.ts'
import { given } from './query/conditions.ts'
import { selectPage, type PageOfRows, type PageRequest } from './query/pages.ts'
import { query, queryPrepared, queryRow } from './query/query.ts'
import { recording, serviceOrigin, type RecordedChange } from './query/recorded.ts'

type Instance = components['schemas']['Instance']

export interface InstanceRow {
  id: string
  name: string
  /** One that is `deleting` is gone for everybody but the command that deletes it. */
  status: Instance['status'] | 'deleting'
  /** The days for which work ledger entries are kept; null keeps them for ever. */
  ledger_retention_days: number | null
  /** The same for records of changes. */
  change_retention_days: number | null
  created_at: string
}

/** Returns false when an instance with this id exists, or existed. */
export async function insertInstance(db: Database, { id, name }: { id: string; name: string }): Promise<boolean> {
  if (await wasInstance(db, id)) return false
  return recording(db, serviceOrigin(id, 'instances:create'), async (transaction, record) => {
    const inserted = sql`insert into instances (id, name) values (${id}, ${name})
      on conflict do nothing returning ${columns}`
    const [row] = await query<InstanceRow>(transaction, inserted)
    if (row) record(toRecordedChange('created', null, row))
    return row !== undefined
  })
}

const columns = raw('id, name, status, ledger_retention_days, change_retention_days, created_at')

export async function listInstances(db: Database): Promise<InstanceRow[]> {
  return query<InstanceRow>(db, sql`select ${columns} from instances order by id`)
}

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

/** Changes an instance, by this command. False when there is no such instance. */
export async function updateInstance(
  db: Database,
  id: string,
  operation: string,
  changes: { [Column in Changeable]?: InstanceRow[Column] | undefined },
): Promise<boolean> {
  return recording(db, serviceOrigin(id, operation), async (transaction, record) => {
    const open = sql`id = ${id} and status <> 'deleting'`
    // Not a lock `for update`: rows of the instance may be inserted meanwhile, the one with the number of the change, too.
    const [before] = await query<InstanceRow>(
      transaction,
      sql`select ${columns} from instances where ${open} for no key update`,
    )
    const set = sql`update instances set ${join(given(changes))} where ${open} returning ${columns}`
    const [after] = await query<InstanceRow>(transaction, set)
    if (!before || !after) return false
    if (findDifference(before, after).length > 0) record(toRecordedChange('updated', before, after))
    return true
  })
}

type Changeable = 'name' | 'status' | 'ledger_retention_days' | 'change_retention_days'

function toRecordedChange(kind: 'created' | 'updated', before: InstanceRow | null, after: InstanceRow): RecordedChange {
  const resource = { resource_type: 'instance', resource_id: after.id, resource_name: after.name }
  return { kind, ...resource, before: before && toRecorded(before), after: toRecorded(after) }
}

function toRecorded({ name, status, ledger_retention_days, change_retention_days }: InstanceRow) {
  return { name, status, ledgerRetentionDays: ledger_retention_days, changeRetentionDays: change_retention_days }
}

/** Also one that is being deleted. */
export async function findInstance(db: Database, id: string): Promise<InstanceRow | null> {
  return queryRow<InstanceRow>(db, sql`select ${columns} from instances where id = ${id}`)
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
