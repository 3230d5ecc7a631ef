import type { Database } from './database.ts'
import { etagOf } from '../../contract/rules/etag.ts'
import { mcpAccessId, noMcpAccess } from '../../contract/rules/mcp-access.ts'
import type { AssistantAccess } from '../../spec/gen/openapi.gen.ts'
import { setRevised } from './query/conditions.ts'
import { lockName, writtenOnce } from './query/query.ts'
import { insertRecorded, updateRecorded, type ChangeOrigin, type RecordedTable } from './query/recorded.ts'

export type McpAccessRow = Pick<AssistantAccess, 'operations' | 'deletes'> & { updated_at: string; revision: number }

const kept = ['operations', 'deletes', 'revision']

const columns = [...kept, 'updated_at']

const mcpAccess: RecordedTable = { table: 'mcp_access', resourceType: 'mcp_access', columns, kept, nameColumn: null }

const find = writtenOnce((db, instanceId) => db('mcp_access').select(columns).where({ instance_id: instanceId }))

/** What assistants may change in the instance. */
export async function findMcpAccess(db: Database, instanceId: string): Promise<AssistantAccess> {
  const [row] = await find<McpAccessRow>(db, instanceId)
  return row ? toMcpAccess(row) : noMcpAccess
}

/** Makes others who set the access of the instance wait: two could find none, and both insert one. */
export async function lockMcpAccess(transaction: Database, instanceId: string): Promise<void> {
  await lockName(transaction, `mcp_access ${instanceId}`)
}

/** Sets the access, which is locked. */
export async function writeMcpAccess(
  transaction: Database,
  origin: ChangeOrigin,
  access: Pick<AssistantAccess, 'operations' | 'deletes'>,
): Promise<AssistantAccess> {
  const update = { id: mcpAccessId, revisions: null, set: setRevised(transaction, access) }
  const updated = await updateRecorded<McpAccessRow>(transaction, origin, mcpAccess, update)
  const values = { id: mcpAccessId, ...access }
  return toMcpAccess(updated ?? (await insertRecorded<McpAccessRow>(transaction, origin, mcpAccess, values)))
}

export function toMcpAccess({ operations, deletes, updated_at: updatedAt, revision }: McpAccessRow): AssistantAccess {
  return { etag: etagOf(revision), operations, deletes, updatedAt }
}
