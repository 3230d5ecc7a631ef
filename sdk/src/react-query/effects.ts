import { parametersOf } from '../ids.ts'

/**
 * What a write does to the reads of its resource: it makes stale every one, except what a create cannot have touched, the
 * items that were there before. What was deleted is gone, with all that is below it. No write of the contract reaches
 * another resource.
 */
export function effectsOf<Read extends Endpoint>(
  write: Endpoint,
  operations: readonly [name: string, Read][],
): { stale: [name: string, Read][]; gone: [name: string, Read][] } {
  const reads = operations.filter(
    ([, { method, path }]) => method === 'GET' && resourceOf(path) === resourceOf(write.path),
  )
  const isCreate = write.method === 'POST' && reads.some(([, { path }]) => path === write.path)
  const depth = parametersOf(write.path).length
  const isBefore = (path: string) => isCreate && parametersOf(path).length > depth
  const isGone = (path: string) => write.method === 'DELETE' && `${path}/`.startsWith(`${write.path}/`)
  return {
    stale: reads.filter(([, { path }]) => !isGone(path) && !isBefore(path)),
    gone: reads.filter(([, { path }]) => isGone(path)),
  }
}

/** `users` of `/users/{userId}`. */
function resourceOf(path: string): string | undefined {
  return path.split('/')[1]
}

export interface Endpoint {
  method: string
  path: string
}
