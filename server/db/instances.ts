import type { Database } from './database.ts'
import { findDifference } from '../../contract/rules/difference.ts'
import type { components } from '../../spec/gen/openapi.gen.ts'
import { wasInstance } from './deleted-instances.ts'
import { withoutUndefined } from './query/conditions.ts'
import { selectPage, type Given, type PageOfRows, type PageRequest } from './query/pages.ts'
import { preparedRow } from './query/query.ts'
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
    const inserted = transaction('instances').insert({ id, name }).onConflict().ignore()
    const [row] = await inserted.returning<InstanceRow[]>(columns)
    if (row) record(toRecordedChange('created', null, row))
    return row !== undefined
  })
}

const columns = ['id', 'name', 'status', 'ledger_retention_days', 'change_retention_days', 'created_at']

export async function listInstances(db: Database): Promise<InstanceRow[]> {
  return db('instances').select<InstanceRow[]>(columns).orderBy('id')
}

/**
 * A page of the instances with these ids. Citus keeps a copy of the table `instances` everywhere, as its rows belong to no
 * instance.
 */
export async function listOpenInstances(
  db: Database,
  ids: readonly string[],
  page: PageRequest,
): Promise<PageOfRows<OpenInstanceRow>> {
  const rows = (ids: Given) => db('instances').whereRaw("id = any(?) and status <> 'deleting'", [ids])
  const columns = ['id', 'name', 'status']
  return selectPage(db, { name: 'instances', rows, of: [[...ids]], columns, isFiltered: false }, page)
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
    const open = transaction('instances').where({ id }).whereNot('status', 'deleting')
    // Not a lock `for update`: rows of the instance may be inserted meanwhile, the one with the number of the change, too.
    const [before] = await open.clone().select<InstanceRow[]>(columns).forNoKeyUpdate()
    const [after] = await open.update(withoutUndefined(changes)).returning<InstanceRow[]>(columns)
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
  return preparedRow<InstanceRow>(db, db('instances').select(columns).where({ id }))
}

/** The instances that are suspended or being deleted. */
export async function listClosedInstances(db: Database): Promise<Pick<InstanceRow, 'id' | 'status'>[]> {
  return db('instances').select<Pick<InstanceRow, 'id' | 'status'>[]>('id', 'status').whereNot('status', 'active')
}

/** False also for an instance that is being deleted. */
export async function isInstanceKnown(db: Database, instanceId: string): Promise<boolean> {
  const found = db('instances').select(1).where({ id: instanceId }).whereNot('status', 'deleting')
  return (await preparedRow(db, found)) !== null
}
