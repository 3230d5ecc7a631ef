import { isObject } from '../json.ts'

/** The body without the fields that only the service sets. So a caller can change what a read returned, and send it back. */
export function withoutReadOnly(body: unknown, { properties = {} }: Properties): unknown {
  if (!isObject(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => properties[name]?.readOnly !== true))
}

interface Properties {
  properties?: Readonly<Record<string, { readOnly?: boolean }>>
}
