import { isObject } from '../json.ts'

/**
 * Whether an answer is kept for its Idempotency-Key: not when nothing has happened, and another time may have another answer:
 * with other authority (401, 403), the tag of another state (412), or when what was missing is back (503).
 */
export function isStored({ status }: { status: number }): boolean {
  return ![401, 403, 412, 503].includes(status)
}

/** An answer that was given before to the same key, with the header that says so. */
export function replay<Answer extends { headers?: Readonly<Record<string, string>> }>(answer: Answer) {
  return { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } }
}

/** An answer that showed a secret once, when that is no longer the secret, or what it was for is gone. */
export function hideSecret<Answer extends { body?: unknown }>(answer: Answer) {
  return isObject(answer.body) ? { ...answer, body: { ...answer.body, secret: null } } : answer
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
