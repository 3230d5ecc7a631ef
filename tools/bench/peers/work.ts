import { randomUUIDv7 } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { Pool } from 'pg'
import { maxCounted, maxCountedInLedger } from '../../../contract/rules/pages.ts'
import type { AgentRow as ServiceAgentRow } from '../../../server/db/agents.ts'
import type { UserRow as ServiceUserRow } from '../../../server/db/users.ts'
import type { WorkLedgerEntryRow } from '../../../server/db/work-ledger-entries.ts'

/**
 * What a service does for a request besides HTTP, as plain `pg` does it fastest: the same statements and the same rules as
 * the service, on the same tables. Both peers use it, so they differ only in how they speak HTTP.
 */
export function createWork({ databaseUrl, issuer, audience }: WorkOptions) {
  const pool = new Pool({ connectionString: databaseUrl, max: 10 })
  const keys = createRemoteJWKSet(new URL(`${issuer}/jwks`))
  const tokens = new LRUCache<string, readonly string[]>({ max: 10_000, ttl: 60_000 })
  const instances = new LRUCache<string, boolean>({ max: 10_000 })
  const select = async <Row extends object>(name: string | undefined, text: string, values: unknown[]) =>
    (await pool.query<Row>({ name, text, values })).rows

  return {
    /** The instances of a bearer token; null for a token that is missing or wrong. */
    async verify(authorization: string | undefined): Promise<readonly string[] | null> {
      const token = authorization?.replace(/^Bearer /, '')
      if (token === undefined) return null
      const known = tokens.get(token)
      if (known) return known
      const verified = await jwtVerify(token, keys, { issuer, audience }).catch(() => null)
      const claim = verified?.payload['instances']
      if (!Array.isArray(claim)) return null
      const names = claim.map(String)
      tokens.set(token, names)
      return names
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

    async updateUser(instanceId: string, id: string, { name }: { name?: string | undefined }) {
      const text = `update users set name = coalesce($3, name), revision = revision + 1, updated_at = now()
                     where instance_id = $1 and id = $2 returning ${userColumns}`
      const [row] = await select<UserRow>('update user', text, [instanceId, id, name])
      return row ? { etag: `"${row.revision}"`, body: toUser(row) } : null
    },

    async createAgent(instanceId: string, agent: Readonly<Record<string, unknown>>) {
      const { name, type, active, capabilities, model = null, priority = null, metadata = {} } = agent
      const text = `insert into agents
             (instance_id, id, name, type, active, capabilities, model, priority, metadata)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *`
      const values = [instanceId, randomUUIDv7(), name, type, active, capabilities, model, priority, metadata]
      const [row] = await select<AgentRow>('create agent', text, values)
      if (!row) throw new Error('An insert returns its row.')
      return { etag: `"${row.revision}"`, body: toAgent(row) }
    },

    async listEntries(instanceId: string, { size = 20 }: ListQuery) {
      const rows = await select<EntryRow & { total: number }>(
        'entries',
        `select ${entryColumns}, (select count(*)::integer from (
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

const entryColumns = `id, title, description, type, status, entity_id, related_entity, actors, active_time, cost,
  policy_status, model_name, created_at, updated_at`

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
    name: row.name,
    type: row.type,
    active: row.active,
    capabilities: row.capabilities,
    model: row.model,
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
    activeTime: row.active_time,
    cost: row.cost,
    policyStatus: row.policy_status,
    modelName: row.model_name,
  }
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

type EntryRow = Dated<WorkLedgerEntryRow>
