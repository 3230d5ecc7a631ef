import type { QueryClient } from '@tanstack/react-query'
import { reads, type Read, type ReadName, type Write } from './declaration.gen.ts'

/**
 * Brings the cache up to date after a write: the reads that it made stale are invalidated, and those on the screen
 * fetched again. Of what is gone nothing is fetched; it stays on the screen until the screen changes.
 */
export async function refresh(
  client: QueryClient,
  scope: Key,
  write: Write,
  variables: Variables,
  hasSucceeded: boolean,
): Promise<void> {
  const toKey = (name: ReadName) => keyOf(scope, name, write, variables)
  const gone = write.gone.map(toKey)
  if (hasSucceeded)
    for (const queryKey of gone) {
      client.removeQueries({ queryKey, type: 'inactive' })
      await client.invalidateQueries({ queryKey, refetchType: 'none' })
    }
  const stale = [...write.stale.map(toKey), ...(hasSucceeded ? [] : gone)]
  await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Of a read with the ids of the write only what has these ids; of one without, all. */
function keyOf(scope: Key, name: ReadName, write: Write, variables: Variables): Key {
  const { ids }: Read = reads[name]
  return [
    ...scope,
    ...name.split('.'),
    ...ids.filter((id) => write.ids.includes(id)).map((id) => variables[id]),
  ]
}

export type Key = readonly unknown[]

export type Variables = Readonly<Record<string, unknown>>
