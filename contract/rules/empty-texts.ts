import { isObject } from '../json.ts'

/**
 * The body as it is meant where a form sent its empty fields: `x-empty-as` of a property says that an empty text stands for
 * null, or for a property that is left out.
 */
export function readEmptyTexts(body: unknown, { properties = {} }: Properties): unknown {
  if (!isObject(body)) return body
  const meant = Object.entries(body).map(([name, value]): [string, unknown] => {
    const emptyAs = value === '' ? properties[name]?.['x-empty-as'] : undefined
    return [name, emptyAs === 'null' ? null : emptyAs === 'absent' ? undefined : value]
  })
  return Object.fromEntries(meant.filter(([, value]) => value !== undefined))
}

interface Properties {
  properties?: Readonly<Record<string, { 'x-empty-as'?: 'null' | 'absent' }>>
}
