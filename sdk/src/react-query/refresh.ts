import type { QueryClient } from '@tanstack/react-query'
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
  const toKey = ([name, read]: [string, Endpoint]) => [
    ...scope,
    ...name.split('.'),
    ...idsInBoth(read, write).map((id) => variables[id]),
  ]
  const gone = effects.gone.map(toKey)
  if (hasSucceeded)
    for (const queryKey of gone) {
      client.removeQueries({ queryKey, type: 'inactive' })
      await client.invalidateQueries({ queryKey, refetchType: 'none' })
    }
  const stale = [...effects.stale.map(toKey), ...(hasSucceeded ? [] : gone)]
  await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/**
 * The ids that a read shares with the write. A read is affected only for the same values of these ids; a read without ids
 * always is.
 */
function idsInBoth(read: Endpoint, write: Endpoint): string[] {
  const own = parametersOf(write.path)
  return parametersOf(read.path).filter((id) => own.includes(id))
}

export type Key = readonly unknown[]

export type Variables = Readonly<Record<string, unknown>>
