import { isObject, type JsonObject } from '../json.ts'

/** A member that differs. Without `before` there was none, without `after` there is none any more. */
export interface Difference {
  pointer: string
  before?: unknown
  after?: unknown
}

/**
 * What differs between two JSON values: objects member by member, everything else whole. `undefined` and null at the top stand
 * for an object without members. What each change moves, the `etag` and `updatedAt` of the top, does not count.
 *
 * findDifference({ name: 'a', tags: [1] }, { name: 'b', tags: [1] })  // [{ pointer: '/name', before: 'a', after: 'b' }]
 */
export function findDifference(before: unknown, after: unknown): Difference[] {
  const differing = compareMembers(isObject(before) ? before : {}, isObject(after) ? after : {}, '')
  return differing.filter(({ pointer }) => pointer !== '/etag' && pointer !== '/updatedAt')
}

function compareMembers(before: JsonObject, after: JsonObject, parent: string): Difference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => {
    const pointer = `${parent}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (!Object.hasOwn(before, name)) return [{ pointer, after: after[name] }]
    if (!Object.hasOwn(after, name)) return [{ pointer, before: before[name] }]
    return compare(before[name], after[name], pointer)
  })
}

function compare(before: unknown, after: unknown, pointer: string): Difference[] {
  if (isObject(before) && isObject(after)) return compareMembers(before, after, pointer)
  return isEqual(before, after) ? [] : [{ pointer, before, after }]
}

/** The order of members does not count. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, at) => isEqual(item, b[at]))
  if (isObject(a) && isObject(b)) return compareMembers(a, b, '').length === 0
  return a === b
}
