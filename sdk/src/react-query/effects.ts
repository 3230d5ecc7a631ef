import { parametersOf } from '../ids.ts'

/**
 * The reads of the same resource that a write makes stale or removes. A write makes every read stale, with one exception: a
 * create leaves the items that existed before unchanged. A delete removes the item and everything below it. No write of the
 * contract changes another resource, but a change of a user may change who calls, and each write leaves a record.
 */
export function effectsOf<Read extends Endpoint>(
  write: Endpoint,
  operations: readonly [name: string, Read][],
): { stale: [name: string, Read][]; gone: [name: string, Read][] } {
  const reads = operations.filter(([, { method, path }]) => method === 'GET' && isResourceOf(path, write.path))
  const isCreate = write.method === 'POST' && reads.some(([, { path }]) => path === write.path)
  const depth = parametersOf(write.path).length
  const isBefore = (path: string) => isCreate && parametersOf(path).length > depth
  const isGone = (path: string) => write.method === 'DELETE' && `${path}/`.startsWith(`${write.path}/`)
  return {
    stale: reads.filter(([, { path }]) => !isGone(path) && !isBefore(path)),
    gone: reads.filter(([, { path }]) => isGone(path)),
  }
}

function isResourceOf(path: string, write: string): boolean {
  const isOther = path === '/changes' || (path === '/me' && resourceOf(write) === 'users')
  return isOther || resourceOf(path) === resourceOf(write)
}

/** The resource of a path: `users` for `/users/{userId}`. */
function resourceOf(path: string): string | null {
  return path.split('/')[1] ?? null
}

export interface Endpoint {
  method: string
  path: string
}
