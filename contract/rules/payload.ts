import { isObject } from '../json.ts'

/** A text that is equal for requests that ask for the same: the order of members does not matter. */
export function describePayload(method: string, path: string, body: unknown): string {
  return describeValue([method, path, body])
}

/** A text that is equal for equal values: the order of members does not matter. */
export function describeValue(value: unknown): string {
  return JSON.stringify(sortMembers(value))
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (!isObject(value)) return value ?? null
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, sortMembers(member)])
}
