import { createHash, randomUUIDv7 } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { Pool } from 'pg'
import { maxCounted, maxCountedInLedger } from '../../../contract/rules/pages.ts'
import type { AgentRow as ServiceAgentRow } from '../../../server/db/agents.ts'
import type { UserRow as ServiceUserRow } from '../../../server/db/users.ts'
import { workLedgerColumns, type WorkLedgerEntryRow } from '../../../server/db/work-ledger-entries.ts'

/**
 * What a service does for a request besides HTTP, as plain `pg` does it fastest: the same statements and the same rules as
 * the service, on the same tables, for the same bytes. Both peers use it, so they differ only in how they speak HTTP.
 */
export function createWork({ databaseUrl, issuer, audience }: WorkOptions) {
  const pool = new Pool({ connectionString: databaseUrl, max: 10 })
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`))
  const tokens = new LRUCache<string, Caller>({ max: 10_000, ttl: 60_000 })
  const counts = new LRUCache<string, Count>({ max: 50_000 })
  const instances = new LRUCache<string, boolean>({ max: 10_000 })
  const select = async <Row extends object>(name: string | undefined, text: string, values: unknown[]) =>
    (await pool.query<Row>({ name, text, values })).rows

  return {
    /** The caller of a bearer token; null for a token that is missing or wrong. */
    async verify(authorization: string | undefined): Promise<Caller | null> {
      const token = authorization?.replace(/^Bearer /, '')
      if (token === undefined) return null
      const known = tokens.get(token)
      if (known) return known
      const verified = await jwtVerify(token, keys, { issuer, audience }).catch(() => null)
      if (!verified) return null
      const { sub = '', instances, roles } = verified.payload
      const caller = { subject: sub, instances: toNames(instances), roles: toNames(roles) }
      tokens.set(token, caller)
      return caller
    },

    /** Counts a request of the caller's minute, and returns the headers that tell of it; null when there were too many. */
    count({ subject }: Caller, instanceId: string): Record<string, string> | null {
      const key = `${instanceId}\n${subject}`
      const now = performance.now()
      const known = counts.get(key)
      const count = known && now < known.endsAt ? known : beginCount(key, now)
      if (count !== known) counts.set(key, count)
      if (count.requests >= limit) return null
      count.requests += 1
      const seconds = Math.max(1, Math.ceil((count.endsAt - now) / 1000))
      return {
        RateLimit: `"${limit}-in-1min"; r=${limit - count.requests}; t=${seconds}`,
        'RateLimit-Policy': `"${limit}-in-1min"; q=${limit}; w=60; pk=:${count.partition}:`,
      }
    },

    async hasInstance(id: string): Promise<boolean> {
      const known = instances.get(id)
      if (known !== undefined) return known
      const rows = await select('instance', 'select 1 from instances where id = $1', [id])
      instances.set(id, rows.length === 1)
      return rows.length === 1
    },

    async listUsers(instanceId: string, { username, cursor, size = 20 }: ListQuery) {
      const rows =
        username === undefined
          ? await select<UserRow & { total: number }>(
              `users ${cursor === undefined ? 'first' : 'after'}`,
              `select ${userColumns}, (select count(*)::integer from (
                 select 1 from users where instance_id = $1 limit ${maxCounted + 1}) counted) as total
                 from users
                where instance_id = $1 ${cursor === undefined ? '' : `and (updated_at, id) < ($3, $4)`}
                order by updated_at desc, id desc limit $2`,
              [instanceId, size + 1, ...(cursor ? readCursor(cursor) : [])],
            )
          : // Planned with its values; everything else is prepared once.
            await select<UserRow & { total: number }>(undefined, filtered, [instanceId, size + 1, username])
      const page = rows.slice(0, size)
      const last = rows.length > size ? page.at(-1) : undefined
      const next = last ? writeCursor([last.updated_at.toISOString(), last.id]) : null
      return { content: page.map(toUser), page: describePage(size, rows[0]?.total ?? 0, maxCounted, next) }
    },

    async findUser(instanceId: string, id: string) {
      const text = `select ${userColumns} from users where instance_id = $1 and id = $2`
      const [row] = await select<UserRow>('find user', text, [instanceId, id])
      return row ? { etag: `"${row.revision}"`, body: toUser(row) } : null
    },

    async updateUser(
      caller: Caller,
      requestId: string,
      instanceId: string,
      id: string,
      { name }: { name?: string | undefined },
    ) {
      const origin = [instanceId, 'updateUser', ...actorOf(caller), requestId]
      const [row] = await select<UserRow>('update user', updateUser, [...origin, id, name, `changes ${instanceId}`])
      return row ? { etag: `"${row.revision}"`, body: toUser(row) } : null
    },

    async createAgent(caller: Caller, requestId: string, instanceId: string, agent: Readonly<Record<string, unknown>>) {
      const { name, type, active, capabilities, model = null, priority = null, metadata = {} } = agent
      const origin = [instanceId, 'createAgent', ...actorOf(caller), requestId]
      const values = [randomUUIDv7(), name, type, active, capabilities, model, priority, metadata]
      const [row] = await select<AgentRow>('create agent', createAgent, [...origin, ...values, `changes ${instanceId}`])
      if (!row) throw new Error('An insert returns its row.')
      return { etag: `"${row.revision}"`, body: toAgent(row) }
    },

    async listEntries(instanceId: string, { size = 20 }: ListQuery) {
      const rows = await select<EntryRow & { total: number }>(
        'entries',
        `select ${workLedgerColumns.join(', ')}, (select count(*)::integer from (
           select 1 from work_ledger_entries where instance_id = $1 limit ${maxCountedInLedger + 1}) counted) as total
           from work_ledger_entries where instance_id = $1 order by created_at desc, id desc limit $2`,
        [instanceId, size + 1],
      )
      const page = rows.slice(0, size)
      const last = rows.length > size ? page.at(-1) : undefined
      const next = last ? writeCursor([last.created_at.toISOString(), last.id]) : null
      return {
        content: page.map(toEntry),
        page: describePage(size, rows[0]?.total ?? 0, maxCountedInLedger, next),
      }
    },
  }
}

export type Work = ReturnType<typeof createWork>

const contains = `and folded(username) like '%' || regexp_replace(folded($3), '([\\\\%_])', '\\\\\\1', 'g') || '%'`

const userColumns = `id, username, email, name, middle_name, family_name, enabled, roles, revision, created_at, updated_at`

const filtered = `select matches.*, count(*) over ()::integer as total from (
    select ${userColumns} from users where instance_id = $1 ${contains}
     order by updated_at desc, id desc limit ${maxCounted + 1}) matches
  order by updated_at desc, id desc limit $2`

const agentColumns = 'id, name, type, active, capabilities, model, priority, metadata, revision, created_at, updated_at'

const createAgent = writeRecorded('agent', 'name', agentColumns, {
  rows: `written as (
    insert into agents (instance_id, id, name, type, active, capabilities, model, priority, metadata)
    values ($1, $7, $8, $9, $10, $11, $12, $13, $14) returning *)`,
  kind: 'created',
  kept: 'id, name, type, active, capabilities, model, priority, metadata, revision, created_at',
  lock: '$15',
})

const updateUser = writeRecorded('user', 'username', userColumns, {
  rows: `before as (select * from users where instance_id = $1 and id = $7 for update),
  written as (
    update users set name = coalesce($8, name),
           revision = revision + (name is distinct from $8)::integer,
           updated_at = (array[updated_at, now()])[1 + (name is distinct from $8)::integer]
     where instance_id = $1 and id = $7 and exists (select from before) returning *)`,
  kind: 'updated',
  kept: 'id, username, email, name, middle_name, family_name, enabled, roles, revision, created_at',
  lock: '$9',
})

/** The statement that writes a row and the record of its change. Its first six values are the origin of the change. */
function writeRecorded(
  type: string,
  nameColumn: string,
  columns: string,
  { rows, kind, kept, lock }: { rows: string; kind: 'created' | 'updated'; kept: string; lock: string },
): string {
  const keep = (row: string) => `(select to_jsonb(kept) from (select ${kept} from ${row}) kept)`
  const isUpdate = kind === 'updated'
  return `with ${rows},
    change as (
      select '${kind}' as kind, '${type}' as resource_type, written.id as resource_id, written.${nameColumn} as resource_name,
             ${isUpdate ? 'before.revision' : 'null::integer'} as revision_before, written.revision as revision_after,
             ${isUpdate ? keep('before') : 'null::jsonb'} as before, ${keep('written')} as after
        from ${isUpdate ? 'before, written where written.revision <> before.revision' : 'written'}),
    queued as (select pg_advisory_xact_lock(hashtextextended(${lock}, 0)) from change),
    head as (
      insert into change_heads as head (instance_id, sequence) select $1, 1 from queued
      on conflict (instance_id) do update set sequence = head.sequence + excluded.sequence returning sequence),
    recorded as (
      insert into changes (
        instance_id, operation, actor_type, actor_id, actor_name, request_id, sequence, kind, resource_type, resource_id,
        resource_name, revision_before, revision_after, before, after)
      select $1, $2, $3, $4, $5, $6, head.sequence, change.* from change, head)
    select ${columns} from written`
}

function actorOf({ subject }: Caller): string[] {
  return ['client', subject, subject]
}

function toNames(claim: unknown): string[] {
  return Array.isArray(claim) ? claim.map(String) : []
}

function beginCount(key: string, now: number): Count {
  const hash = createHash('sha256').update(key).digest('hex')
  return { requests: 0, endsAt: now + 60_000, partition: Buffer.from(hash.slice(0, 12)).toString('base64') }
}

/** Requests a minute; the benchmark sends fewer. */
const limit = 10_000_000

function describePage(size: number, total: number, most: number, next: string | null) {
  const totalElements = Math.min(total, most)
  const totalPages = Math.ceil(totalElements / size)
  return { size, number: 0, totalElements, totalPages, totalIsExact: total <= most, next }
}

function writeCursor(position: string[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

function readCursor(cursor: string): unknown[] {
  const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  return Array.isArray(position) ? position : []
}

function toUser(row: UserRow) {
  return {
    id: row.id,
    etag: `"${row.revision}"`,
    username: row.username,
    email: row.email,
    name: row.name,
    middleName: row.middle_name,
    familyName: row.family_name,
    enabled: row.enabled,
    roles: row.roles,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

function toAgent(row: AgentRow) {
  return {
    id: row.id,
    etag: `"${row.revision}"`,
    name: row.name,
    type: row.type,
    model: row.model,
    active: row.active,
    capabilities: row.capabilities,
    priority: row.priority,
    metadata: row.metadata,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

function toEntry(row: EntryRow) {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    type: row.type,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    entityId: row.entity_id,
    relatedEntity: row.related_entity,
    actors: row.actors === 'HYBRID' ? ['AI', 'HUMAN'] : [row.actors],
    activeTime: Number(row.active_time),
    cost: Number(row.cost),
    policyStatus: row.policy_status,
    modelName: row.model_name,
    modelId: row.model_id ?? undefined,
    modelVersion: row.model_version ?? undefined,
    startedAt: row.started_at ?? undefined,
    outcomes: row.outcomes ?? undefined,
    missedPolicies: row.missed_policies ?? undefined,
    review: row.review ?? undefined,
  }
}

/** Who may read what the benchmark reads, and who may write what it writes. */
export const readers = ['Manager', 'Administrator']
export const ledgerReaders = ['Viewer', 'Manager', 'Administrator']
export const writers = ['Administrator']

export function mayCall({ roles }: Caller, wanted: readonly string[]): boolean {
  return roles.some((role) => wanted.includes(role))
}

export interface Caller {
  subject: string
  instances: readonly string[]
  roles: readonly string[]
}

interface Count {
  requests: number
  endsAt: number
  partition: string
}

interface ListQuery {
  username?: string
  cursor?: string
  size?: number
}

interface WorkOptions {
  databaseUrl: string
  issuer: string
  audience: string
}

/** Plain `pg` gives times as dates. */
type Dated<Row> = Omit<Row, 'created_at' | 'updated_at'> & Record<'created_at' | 'updated_at', Date>

type UserRow = Dated<ServiceUserRow>

type AgentRow = Dated<ServiceAgentRow>

/** Plain `pg` gives numbers of PostgreSQL's `numeric` as texts. */
type EntryRow = Dated<Omit<WorkLedgerEntryRow, 'active_time' | 'cost'>> & Record<'active_time' | 'cost', string>
