import type { QueryClient } from '@tanstack/react-query'
import { parametersOf } from '../ids.ts'
import { table } from '../table.gen.ts'
import { effectsOf, type Endpoint } from './effects.ts'

/**
 * Brings the cache up to date after a write: the reads that it made stale are invalidated, and those on the screen
 * fetched again. Of what is gone nothing is fetched; it stays on the screen until the screen changes.
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

/** Of a read with the ids of the write only what has these ids is reached; of one without, all. */
function idsInBoth(read: Endpoint, write: Endpoint): string[] {
  const own = parametersOf(write.path)
  return parametersOf(read.path).filter((id) => own.includes(id))
}

export type Key = readonly unknown[]

export type Variables = Readonly<Record<string, unknown>>
