import { isObject } from '../../contract/json.ts'

/**
 * Names a place of the bundled contract for people: `#/paths/~1users/get/parameters/1` is the `page` query parameter
 * (`thing`) of `GET /users` (`place`). `value` is what stands there.
 */
export function nameOfPlace(pointer: string, value: unknown): { place: string; thing: string } {
  const [section = '', ...parts] = pointer
    .replace(/^#?\//, '')
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (section === 'paths') {
    const [path = '', method, ...rest] = parts
    if (method === undefined) return { place: `\`${path}\``, thing: nameOperations(value) }
    if (!methods.has(method)) return { place: `\`${path}\``, thing: nameThing([method, ...rest], value) }
    return { place: `\`${method.toUpperCase()} ${path}\``, thing: nameThing(rest, value) }
  }
  if (section === 'components') {
    const [, name = '', ...rest] = parts
    return { place: `\`${name}\``, thing: nameThing(rest, value) }
  }
  return { place: '', thing: `\`${section}\`` }
}

function nameOperations(value: unknown): string {
  const operations = isObject(value) ? Object.keys(value).filter((key) => methods.has(key)) : []
  return operations.length > 0 ? operations.map((method) => method.toUpperCase()).join(', ') : 'path'
}

function nameThing(parts: string[], value: unknown): string {
  const [kind, name = ''] = parts.slice(-2)
  const object = isObject(value) ? value : {}
  if (parts.length === 0) return 'operation'
  if (kind === 'parameters') return `${String(object['in'])} parameter \`${String(object['name'])}\``
  if (kind === 'oneOf' || kind === 'anyOf' || kind === 'allOf')
    return `variant \`${typeof object['title'] === 'string' ? object['title'] : name}\``
  const noun = kind === undefined ? undefined : nouns[kind]
  return noun ? `${noun} \`${name}\`` : `\`${parts.join('/')}\``
}

export const methods: ReadonlySet<string> = new Set([
  'get',
  'put',
  'post',
  'delete',
  'patch',
  'head',
  'options',
  'trace',
])
const nouns: Record<string, string> = {
  properties: 'property',
  responses: 'status',
  headers: 'header',
  content: 'media type',
}
