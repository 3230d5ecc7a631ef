import { isObject, unescapePointer } from '../../contract/json.ts'
import type { DiffChange } from './diff.ts'

/** The place of a change, and one line of Markdown about it: Redocly's message where there is one. */
export function describe(change: DiffChange): { place: string; what: string } {
  const { path, pointer, property, verdicts } = change
  // A changed `$ref` is described at the place that refers: the schema that it now leads to may itself be unchanged.
  const isOtherReference = path.endsWith('/$ref')
  const holder = isOtherReference ? withoutEnd(path, '/$ref') : withoutEnd(pointer, `/${property}`)
  const { place, thing } = nameOfPlace(holder, change.revision ?? change.base)
  const said = verdicts
    .filter(({ rule }) => !saidBetter.has(rule))
    .map(({ message }) => message.replaceAll(/'([^'`]*)'/g, '`$1`'))
  const what = said.length > 0 ? said.join(' ') : say(change, thing)
  const isNamed = property !== undefined && thing.startsWith('property ')
  const whose = isNamed && (said.length === 0 || isOtherReference) ? `${thing}: ` : ''
  return { place, what: place === '' ? what : `${whose}${what}` }
}

/** Rules whose message does not name the variant that changed. */
const saidBetter = new Set(['schema-combinator-changed'])

function withoutEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) : text
}

function say({ kind, property, base, revision }: DiffChange, thing: string): string {
  if (property === undefined) return `${thing} ${kind}.`
  if (Array.isArray(base) && Array.isArray(revision)) {
    const gained = revision.filter((value) => !base.includes(value)).map(show)
    const lost = base.filter((value) => !revision.includes(value)).map(show)
    const parts = [...gained.map((value) => `gained ${value}`), ...lost.map((value) => `lost ${value}`)]
    return `\`${property}\` ${parts.join(', ') || 'in another order'}.`
  }
  if (base === undefined) return `\`${property}\` set to ${show(revision)}.`
  if (revision === undefined) return `\`${property}\` removed.`
  return `\`${property}\` changed from ${show(base)} to ${show(revision)}.`
}

function show(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

/**
 * Names a place of the bundled contract for people: `#/paths/~1users/get/parameters/1` is the `page` query parameter
 * (`thing`) of `GET /users` (`place`). `value` is the node at the pointer.
 */
export function nameOfPlace(pointer: string, value: unknown): { place: string; thing: string } {
  const [section = '', ...parts] = pointer.replace(/^#?\//, '').split('/').map(unescapePointer)
  if (section === 'paths') {
    const [path = '', method, ...rest] = parts
    if (path.startsWith(eventPath)) {
      const place = `webhook \`${path.slice(eventPath.length)}\``
      return { place, thing: rest.length > 0 ? nameThing(rest, value) : 'event' }
    }
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

/** Where the gate puts what the service sends (`webhooks`) among the paths. */
export const eventPath = '/webhooks#'

function nameOperations(value: unknown): string {
  const operations = isObject(value) ? Object.keys(value).filter((key) => methods.has(key)) : []
  return operations.length > 0 ? operations.map((method) => method.toUpperCase()).join(', ') : 'path'
}

function nameThing(parts: string[], value: unknown): string {
  const [kind, name = ''] = parts.slice(-2)
  if (Array.isArray(value)) return value.map((variant) => nameThing(['oneOf'], variant)).join(' and ')
  const object = isObject(value) ? value : {}
  if (parts.length === 0) return 'operation'
  if (kind === 'parameters') return `${String(object['in'])} parameter \`${String(object['name'])}\``
  if (kind === 'oneOf' || kind === 'anyOf' || kind === 'allOf')
    return `variant \`${typeof object['title'] === 'string' ? object['title'] : name}\``
  const noun = kind === undefined ? undefined : nouns[kind]
  return noun ? `${noun} \`${name}\`` : `\`${parts.join('/')}\``
}

const methods: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'])
const nouns: Record<string, string> = {
  properties: 'property',
  responses: 'status',
  headers: 'header',
  content: 'media type',
}
