import { isObject } from '../json.ts'

/** A checked body without what only the service sets, so that what was read can be changed and sent back. */
export function withoutReadOnly(body: unknown, { properties = {} }: Properties): unknown {
  if (!isObject(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => properties[name]?.readOnly !== true))
}

interface Properties {
  properties?: Readonly<Record<string, { readOnly?: boolean }>>
}
