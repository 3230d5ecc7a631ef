import type { Database } from './database.ts'
import { erased, personalNames } from '../../contract/rules/changes.ts'
import { findDifference } from '../../contract/rules/difference.ts'
import { etagOf } from '../../contract/rules/etag.ts'
import type { Query } from '../../contract/types.ts'
import type { components } from '../../spec/gen/openapi.gen.ts'
import type { AccountOwner } from './account-syncs.ts'
import { toAgent, type AgentRow } from './agents.ts'
import { toIntegration, type IntegrationRow } from './integrations.ts'
import { toMcpAccess, type McpAccessRow } from './mcp-access.ts'
import { toModelPrice, type ModelPriceRow } from './model-prices.ts'
import { withoutUndefined, isAnyGiven, whereAmong, whereBetween } from './query/conditions.ts'
import { selectPage, type Given, type PageOfRows, type PageRequest } from './query/pages.ts'
import { planned, prepared, preparedOne, preparedRow } from './query/query.ts'
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
    | { resource_type: 'model_price'; before: ModelPriceRow | null; after: ModelPriceRow | null }
    | { resource_type: 'mcp_access'; before: McpAccessRow | null; after: McpAccessRow | null }
    | { resource_type: 'webhook'; before: WebhookRow | null; after: WebhookRow | null }
    | { resource_type: 'work_ledger' | 'instance'; before: object | null; after: object | null }
  )

const notice = ['sequence', 'at', 'kind', 'resource_type', 'resource_id', 'version', 'revision_after', 'request_id']
const actor = ['actor_type', 'actor_id', 'actor_name']
const facts = [...notice, 'resource_name', 'operation', ...actor, 'revision_before', 'secrets', 'erased', 'bytes']
const columns = [...facts, 'before', 'after']

/** Members of resources that may have some 100 KiB each. */
const large = `'{metadata, entities, actions, events, outcomes, policies, cases}'::text[]`

/** A page of the changes of resources of these types. */
export async function listChanges(
  db: Database,
  instanceId: string,
  types: readonly string[],
  { resourceType, resourceId, actorId, operation, from, to }: Query<'listChanges'>,
  page: PageRequest,
): Promise<PageOfRows<ChangeRow>> {
  const wanted = withoutUndefined({
    resource_type: resourceType,
    resource_id: resourceId,
    actor_id: actorId,
    operation,
  })
  const rows = (instanceId: Given, types: Given) =>
    db('changes')
      .where({ instance_id: instanceId, ...wanted })
      .whereRaw('resource_type = any(?)', [types])
      .modify(whereBetween, 'at', from, to)
  const isFiltered = isAnyGiven(...Object.values(wanted), from, to)
  const list = { name: 'changes', rows, of: [instanceId, [...types]], columns, isFiltered }
  return selectPage(db, { ...list, idColumn: 'sequence', isMeasured: true }, page)
}

export async function findChange(
  db: Database,
  instanceId: string,
  types: readonly string[],
  sequence: number,
): Promise<ChangeRow | null> {
  const found = db('changes')
    .select(columns)
    .where({ instance_id: instanceId, sequence })
    .modify(whereAmong, 'resource_type', types)
  return preparedRow<ChangeRow>(db, found)
}

/** The number of the last change, and the highest one whose record is no longer kept; 0 before the first. */
export async function findHead(db: Database, instanceId: string): Promise<Pick<HeadRow, 'sequence' | 'expired'>> {
  const head = db('change_heads').select('sequence', 'expired').where({ instance_id: instanceId })
  return (await preparedRow<HeadRow>(db, head)) ?? { sequence: 0, expired: 0 }
}

/**
 * Another text after a restore, into this cluster or another, and where a standby took over: the cluster, its timeline and the
 * database. Any role of PostgreSQL may ask. On Citus, the coordinator's. A copy of the files begins a timeline only by a recovery.
 */
export async function readEpoch(db: Database): Promise<string> {
  const facts = `(select system_identifier from pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8), oid`
  const read = `select left(md5(concat_ws(' ', ${facts})), 8) as epoch from pg_database where datname = current_database()`
  return (await preparedOne<{ epoch: string }>(db, db.raw(read))).epoch
}

/** Of instances that may be on one worker of Citus. */
export async function listHeads(db: Database, instanceIds: readonly string[]): Promise<Map<string, number>> {
  const heads = db('change_heads').select('instance_id', 'sequence').modify(whereAmong, 'instance_id', instanceIds)
  const rows = await prepared<HeadRow>(db, heads)
  return new Map(rows.map(({ instance_id: instanceId, sequence }) => [instanceId, sequence]))
}

/** Returns the function that lists the next changes behind a number, in order, with these columns in SQL. */
function listerOf<Row extends NoticeRow>(shown: readonly string[]) {
  return (db: Database, instanceId: string, after: number, limit: number): Promise<Row[]> => {
    const next = db('changes')
      .select(db.raw(shown.join(', ')))
      .where({ instance_id: instanceId })
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(limit)
    return prepared<Row>(db, next)
  }
}

/** As the stream tells of them. */
export const listNotices = listerOf<NoticeRow>(notice)

/** Without the large members of resources, of which webhooks do not tell. */
export const listChangesAfter = listerOf<ChangeRow>([
  ...facts,
  `before - ${large} as before`,
  `after - ${large} as after`,
])

/**
 * Deletes up to `limit` records from before an instant, the oldest first, and returns how many. Writers wait for the row of
 * the head, so it comes last.
 */
export async function deleteOldChanges(db: Database, instanceId: string, before: Date, limit: number): Promise<number> {
  return db.transaction(async (transaction) => {
    const head = () => transaction('change_heads').where({ instance_id: instanceId })
    // Without the number, PostgreSQL would look through all that was deleted before.
    const left = () =>
      transaction('changes').where({ instance_id: instanceId }).where('sequence', '>', head().select('expired'))
    const oldest = left().select('sequence', 'at').orderBy('sequence').limit(limit).as('oldest')
    // The time is that of the beginning: what a slow transaction wrote takes later records with a lower number along.
    const found = transaction.max('sequence as last').from(oldest).where('at', '<', before)
    const [{ last } = { last: null }] = await planned<{ last: number | null }>(transaction, found)
    if (last === null) return 0
    const deleted = await left().where('sequence', '<=', last).delete()
    await head().update({ expired: transaction.raw('greatest(expired, ?)', [last]) })
    return deleted
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
  const records = () =>
    db('changes').where({ instance_id: instanceId }).where('sequence', '>', after).where('sequence', '<=', last)
  const columnOf = (pointer: string) => pointer.slice(1).replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`)
  const row = JSON.stringify(Object.fromEntries(personalNames.map((pointer) => [columnOf(pointer), erased])))
  const differing = personalNames.map((pointer) => {
    const column = columnOf(pointer)
    return `case when before -> '${column}' <> after -> '${column}' then '${pointer}' end`
  })
  const ofUser = await records()
    .where({ resource_type: 'user', resource_id: userId, erased: null })
    .update({
      resource_name: db.raw('case when resource_name is not null then ? end', [erased]),
      before: db.raw('before || ?::jsonb', [row]),
      after: db.raw('after || ?::jsonb', [row]),
      erased: db.raw(`array_remove(array[${differing.join(', ')}], null)`),
    })
    .returning<HeadRow[]>('sequence')
  const byUser = await records()
    .where({ actor_type: 'user', actor_id: userId })
    .where('actor_name', '<>', erased)
    .update({ actor_name: erased })
    .returning<HeadRow[]>('sequence')
  return new Set([...ofUser, ...byUser].map(({ sequence }) => sequence)).size
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
  if (row.resource_type === 'model_price')
    return [row.before, row.after].map((price) => price && toModelPrice(withTimes(price)))
  if (row.resource_type === 'mcp_access') return [row.before, row.after].map((access) => access && toMcpAccess(access))
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
