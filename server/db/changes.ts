import type { Database } from './database.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { erased, personalNames } from '../../contract/rules/changes.ts'
import { findDifference } from '../../contract/rules/difference.ts'
import { etagOf } from '../../contract/rules/etag.ts'
import type { Query } from '../../contract/types.ts'
import type { components } from '../../spec/openapi.gen.ts'
import type { AccountOwner } from './account-syncs.ts'
import { toAgent, type AgentRow } from './agents.ts'
import { toIntegration, type IntegrationRow } from './integrations.ts'
import { given, whereBetween } from './query/conditions.ts'
import { selectPage, type PageOfRows, type PageRequest } from './query/pages.ts'
import { query, queryOne, queryPrepared, queryRow } from './query/query.ts'
import type { RowOf } from './query/row-of.ts'
import { toTwuModelVersion, type TwuModelVersionRow } from './twu-model-versions.ts'
import { toUser, type UserRow } from './users.ts'
import { toWebhook, type WebhookRow } from './webhooks.ts'

type Change = components['schemas']['Change']

interface HeadRow {
  instance_id: string
  sequence: number
  expired: number
}

/** What the stream tells of a change. */
export interface NoticeRow extends RowOf<Omit<components['schemas']['ChangeNotice'], 'resource' | 'etag'>> {
  resource_type: string
  resource_id: string
  revision_after: number | null
}

export type ChangeRow = NoticeRow & {
  resource_name: string | null
  operation: string
  actor_type: Change['actor']['type']
  actor_id: string | null
  actor_name: string | null
  revision_before: number | null
  /** Pointers to secrets that were set, changed or removed. */
  secrets: string[]
  /** Pointers to values that differed and were erased; null where nothing was erased. */
  erased: string[] | null
} & (
    | { resource_type: 'agent'; before: AgentRow | null; after: AgentRow | null }
    | { resource_type: 'user'; before: UserRow | null; after: UserRow | null }
    | { resource_type: 'integration'; before: IntegrationRow | null; after: IntegrationRow | null }
    | { resource_type: 'twu_model'; before: TwuModelVersionRow | null; after: TwuModelVersionRow | null }
    | { resource_type: 'webhook'; before: WebhookRow | null; after: WebhookRow | null }
    | { resource_type: 'work_ledger' | 'instance'; before: object | null; after: object | null }
  )

const noticeColumns = raw('sequence, at, kind, resource_type, resource_id, version, revision_after, request_id')

const facts = `sequence, at, kind, resource_type, resource_id, resource_name, version, operation, actor_type, actor_id,
  actor_name, request_id, revision_before, revision_after, secrets, erased, bytes`

const columns = raw(`${facts}, before, after`)

/** Members of resources that may have some 100 KiB each. */
const large = `'{metadata, entities, actions, events, outcomes, policies, cases}'::text[]`
const columnsForEvents = raw(`${facts}, before - ${large} as before, after - ${large} as after`)

/** A page of the changes of resources of these types. */
export async function listChanges(
  db: Database,
  instanceId: string,
  types: readonly string[],
  { resourceType, resourceId, actorId, operation, from, to }: Query<'listChanges'>,
  page: PageRequest,
): Promise<PageOfRows<ChangeRow>> {
  const filter = [
    ...given({ resource_type: resourceType, resource_id: resourceId, actor_id: actorId, operation }),
    ...whereBetween('at', from, to),
  ]
  const where = sql`instance_id = ${instanceId} and resource_type = any(${types})`
  return selectPage(db, { columns, table: 'changes', where, filter, idColumn: 'sequence', isMeasured: true }, page)
}

export async function findChange(
  db: Database,
  instanceId: string,
  types: readonly string[],
  sequence: number,
): Promise<ChangeRow | null> {
  const found = sql`select ${columns} from changes
    where instance_id = ${instanceId} and sequence = ${sequence} and resource_type = any(${types})`
  return queryRow<ChangeRow>(db, found)
}

/** The number of the last change, and the highest one whose record is no longer kept; 0 before the first. */
export async function findHead(db: Database, instanceId: string): Promise<Pick<HeadRow, 'sequence' | 'expired'>> {
  const [row] = await queryPrepared<HeadRow>(
    db,
    sql`select sequence, expired from change_heads where instance_id = ${instanceId}`,
  )
  return row ?? { sequence: 0, expired: 0 }
}

/**
 * Another text after a restore, into this cluster or another, and where a standby took over: the cluster, its timeline and the
 * database. Any role may ask. On Citus, the coordinator's. Whoever copies files has to recover from them to begin a timeline.
 */
export async function readEpoch(db: Database): Promise<string> {
  const facts = sql`(select system_identifier from pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8), oid`
  const read = sql`select left(md5(concat_ws(' ', ${facts})), 8) as epoch from pg_database where datname = current_database()`
  return (await queryOne<{ epoch: string }>(db, read)).epoch
}

/** Of instances that may be on one worker of Citus. */
export async function listHeads(db: Database, instanceIds: readonly string[]): Promise<Map<string, number>> {
  const found = sql`select instance_id, sequence from change_heads where instance_id = any(${instanceIds})`
  const rows = await queryPrepared<Omit<HeadRow, 'expired'>>(db, found)
  return new Map(rows.map(({ instance_id: instanceId, sequence }) => [instanceId, sequence]))
}

/** Returns the function that lists the next changes behind a number, in order. */
function listerOf<Row extends NoticeRow>(shown: Sql) {
  return (db: Database, instanceId: string, after: number, limit: number): Promise<Row[]> => {
    const found = sql`select ${shown} from changes
      where instance_id = ${instanceId} and sequence > ${after} order by sequence limit ${limit}`
    return queryPrepared<Row>(db, found)
  }
}

/** As the stream tells of them. */
export const listNotices = listerOf<NoticeRow>(noticeColumns)

/** Without the large members of resources, of which webhooks do not tell. */
export const listChangesAfter = listerOf<ChangeRow>(columnsForEvents)

/**
 * Deletes up to `limit` records from before an instant, the oldest first, and returns how many. Writers wait for the row of
 * the head, so it comes last.
 */
export async function deleteOldChanges(db: Database, instanceId: string, before: Date, limit: number): Promise<number> {
  return db.transaction(async (transaction) => {
    // Without this, PostgreSQL would look through all that was deleted before.
    const expired = sql`select expired from change_heads where instance_id = ${instanceId}`
    const left = sql`instance_id = ${instanceId} and sequence > (${expired})`
    const oldest = sql`select sequence, at from changes where ${left} order by sequence limit ${limit}`
    // The time is that of the beginning: what a slow transaction wrote takes later records with a lower number along.
    const found = sql`select max(sequence) as last from (${oldest}) oldest where at < ${before}`
    const [{ last } = { last: null }] = await query<{ last: number | null }>(transaction, found)
    if (last === null) return 0
    const removed = sql`delete from changes where ${left} and sequence <= ${last} returning sequence`
    const { length } = await query(transaction, removed)
    const expire = sql`update change_heads set expired = greatest(expired, ${last}) where instance_id = ${instanceId}`
    await query(transaction, expire)
    return length
  })
}

/**
 * Erases the names of a user from the records behind the number `after` up to the number `last`, and returns from how many.
 * `erased` tells which of them an update changed.
 */
export async function eraseNames(
  db: Database,
  { instanceId, userId }: AccountOwner,
  after: number,
  last: number,
): Promise<number> {
  const inRange = sql`instance_id = ${instanceId} and sequence > ${after} and sequence <= ${last}`
  const columnOf = (pointer: string) => pointer.slice(1).replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`)
  const row = JSON.stringify(Object.fromEntries(personalNames.map((pointer) => [columnOf(pointer), erased])))
  const differing = personalNames.map((pointer) => {
    const column = columnOf(pointer)
    return `case when before -> '${column}' <> after -> '${column}' then '${pointer}' end`
  })
  const ofUser = sql`update changes
    set resource_name = case when resource_name is not null then ${erased} end, before = before || ${row}::jsonb,
        after = after || ${row}::jsonb, erased = array_remove(array[${raw(differing.join(', '))}], null)
    where ${inRange} and resource_type = 'user' and resource_id = ${userId} and erased is null returning sequence`
  const byUser = sql`update changes set actor_name = ${erased}
    where ${inRange} and actor_type = 'user' and actor_id = ${userId} and actor_name <> ${erased} returning sequence`
  const found = [...(await query<HeadRow>(db, ofUser)), ...(await query<HeadRow>(db, byUser))]
  return new Set(found.map(({ sequence }) => sequence)).size
}

export function toNotice(row: NoticeRow): components['schemas']['ChangeNotice'] {
  return {
    sequence: row.sequence,
    at: row.at,
    kind: row.kind,
    resource: { type: row.resource_type, id: row.resource_id },
    version: row.version,
    etag: toEtag(row.revision_after),
    requestId: row.request_id,
  }
}

export function toChange(row: ChangeRow): Change {
  const [before, after] = represent(row)
  const gone = row.erased?.map((pointer) => ({ pointer, before: erased, after: erased })) ?? []
  const secrets = row.secrets.map((pointer) => ({ pointer, isSecret: true as const }))
  return {
    sequence: row.sequence,
    at: row.at,
    kind: row.kind,
    resource: { type: row.resource_type, id: row.resource_id, name: row.resource_name },
    version: row.version,
    operation: row.operation,
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    requestId: row.request_id,
    etagBefore: toEtag(row.revision_before),
    etagAfter: toEtag(row.revision_after),
    difference: [...findDifference(before, after), ...gone, ...secrets],
  }
}

/** The resource before and after, as its operations show it. */
function represent(row: ChangeRow): (object | null)[] {
  if (row.kind === 'flagged') return [row.before, row.after]
  if (row.resource_type === 'agent') return [row.before, row.after].map((agent) => agent && toAgent(withTimes(agent)))
  if (row.resource_type === 'user') return [row.before, row.after].map((user) => user && toUser(withTimes(user)))
  if (row.resource_type === 'integration')
    return [row.before, row.after].map((integration) => integration && toIntegration(withTimes(integration)))
  if (row.resource_type === 'webhook')
    return [row.before, row.after].map((webhook) => webhook && toWebhook(withTimes(webhook)))
  if (row.resource_type === 'twu_model')
    return [row.before, row.after].map((version) => version && toTwuModelVersion(version))
  return [row.before, row.after]
}

/** In a row that it makes JSON of, PostgreSQL writes times in another form. */
function withTimes<Row extends { created_at: string; last_health_check?: string | null }>(row: Row): Row {
  const { created_at: created, last_health_check: checked } = row
  const toTime = (text: string) => new Date(text).toISOString()
  return { ...row, created_at: toTime(created), ...(checked && { last_health_check: toTime(checked) }) }
}

function toEtag(revision: number | null): string | null {
  return revision === null ? null : etagOf(revision)
}
