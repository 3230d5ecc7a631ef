import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import type { ChangeNotice } from '../../../spec/gen/openapi.gen.ts'
import { parametersOf } from '../ids.ts'
import { table } from '../table.gen.ts'
import { effectsOf, type Endpoint } from './effects.ts'

/**
 * Updates the cache after a write: invalidates the stale reads, and fetches those on the screen again. Reads of a deleted
 * item are not fetched: they stay on the screen until the screen changes.
 */
export async function refresh(
  client: QueryClient,
  scope: Key,
  write: Endpoint,
  variables: Variables,
  hasSucceeded: boolean,
): Promise<void> {
  const effects = effectsOf(write, Object.entries(table))
  const toKey = keyOf(scope, write, variables)
  const gone = effects.gone.map(toKey)
  if (hasSucceeded)
    for (const queryKey of gone) {
      client.removeQueries({ queryKey, type: 'inactive' })
      await client.invalidateQueries({ queryKey, refetchType: 'none' })
    }
  const stale = [...effects.stale.map(toKey), ...(hasSucceeded ? [] : gone)]
  await Promise.all(stale.map((queryKey) => invalidate(client, { queryKey })))
}

/**
 * Marks reads as stale, and fetches those on the screen again. TanStack Query leaves alone a first fetch that is under way:
 * as it may have begun before the change, it is followed by another.
 */
export async function invalidate(client: QueryClient, filters: QueryFilters): Promise<void> {
  const underWay = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })
  const begun = underWay.filter((query) => query.state.data === undefined || !query.isActive())
  await client.invalidateQueries(filters)
  if (begun.length === 0) return
  await Promise.allSettled(begun.map(async ({ promise }) => promise))
  await client.invalidateQueries({ predicate: (query) => begun.includes(query) })
}

/**
 * The beginnings of the keys that a change of a resource makes stale: the same keys as an update of it. `/me` only where the
 * user with the id `ownId` was changed. A newer service has types of resources that this package does not know, and so does not
 * read.
 */
export function keysAfterChange({ resource }: ChangeNotice, scope: Key, ownId: string | undefined): Key[] {
  const { type, id } = resource
  const path = pathsByType.get(type) ?? '/'
  const [name = ''] = parametersOf(path)
  const write = { method: 'PUT', path }
  const reads = effectsOf(write, Object.entries(table)).stale.filter(([, read]) => read.path !== '/me' || id === ownId)
  return reads.map(keyOf(scope, write, { [name]: id }))
}

const pathsByType: ReadonlyMap<string, string> = new Map([
  ['user', '/users/{userId}'],
  ['agent', '/agents/{agentId}'],
  ['integration', '/integrations/{integrationId}'],
  ['twu_model', '/twu-models/{modelId}'],
  ['model_price', '/model-prices/{priceId}'],
  ['mcp_access', '/mcp-access'],
  ['webhook', '/webhooks/{webhookId}'],
  ['work_ledger', '/work-ledger'],
])

/** Returns a function that gives the beginning of a read's keys. */
function keyOf(scope: Key, write: Endpoint, variables: Variables) {
  return ([name, read]: [string, Endpoint]): Key => [
    ...scope,
    ...name.split('.'),
    ...idsInBoth(read, write).map((id) => variables[id]),
  ]
}

/**
 * The ids that a read shares with the write. A read is affected only for the same values of these ids; a read without ids
 * always is. Of two items that are compared, `{other}` may be the one that is written as well.
 */
function idsInBoth(read: Endpoint, write: Endpoint): string[] {
  const own = parametersOf(write.path)
  const ids = parametersOf(read.path)
  return (ids.at(-1) === 'other' ? ids.slice(0, -2) : ids).filter((id) => own.includes(id))
}

export type Key = readonly unknown[]

export type Variables = Readonly<Record<string, unknown>>
