import type { Knex } from 'knex'
import { asObject, type JsonObject } from '../../contract/json.ts'
import type { Change } from '../../sdk/src/index.ts'

/** The resource before a change, from the one after it; null stands for none. Secrets are in neither. */
export function applyBackwards(after: JsonObject | null, difference: Change['difference']): JsonObject | null {
  const before = structuredClone(after ?? {})
  for (const change of difference.filter(({ isSecret }) => !isSecret)) {
    const names = change.pointer.slice(1).split('/')
    const [last = '', ...above] = names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')).toReversed()
    const parent = above.reduceRight((object, name) => asObject(object[name]), before)
    if ('before' in change) parent[last] = change.before
    else delete parent[last]
  }
  return Object.keys(before).length === 0 ? null : before
}

/** What commands and the service itself recorded of an instance, the oldest first: the operation, the kind, and the counts. */
export async function recordedRuns(db: Knex, instanceId: string): Promise<unknown[]> {
  const rows = await db('changes')
    .where({ instance_id: instanceId, actor_type: 'service' })
    .whereIn('kind', ['started', 'finished'])
    .orderBy('sequence')
    .select<RunRow[]>('operation', 'kind', 'resource_type', 'resource_id', 'before', 'after')
  return rows.map(({ operation, kind, resource_type, resource_id, before, after }) => {
    if (before !== null) throw new Error('A run has nothing before.')
    return [`${operation} ${kind}`, `${resource_type} ${resource_id}`, after]
  })
}

interface RunRow {
  operation: string
  kind: string
  resource_type: string
  resource_id: string
  before: unknown
  after: unknown
}
