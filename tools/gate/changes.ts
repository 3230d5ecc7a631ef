import { readFile } from 'node:fs/promises'
import { resolve } from '../../contract/document.ts'
import { asArray, asObject, asString, isObject, unescapePointer, type JsonObject } from '../../contract/json.ts'
import { describe, eventPath, nameOfPlace } from './describe.ts'
import { diff, type DiffChange } from './diff.ts'

/**
 * Compares two bundled contracts (absolute file names) with `redocly diff`, and corrects ratings that Redocly cannot know.
 * Examples: another default or a smaller body limit breaks callers; a raised limit breaks nobody; a union or enum that the
 * released contract marks `x-extensible` may gain values; a changed security requirement is a changed role.
 */
export async function compareContracts(released: string, current: string): Promise<ContractChange[]> {
  const before = readEvents(asObject(JSON.parse(await readFile(released, 'utf8'))))
  const now = readEvents(asObject(JSON.parse(await readFile(current, 'utf8'))))
  const changes = (await diff(before, now)).flatMap((change) => {
    if (change.type === 'SecurityRequirement') return compareRoles(change)
    return isWorthTelling(change) ? [{ impact: rate(change, before), ...describe(change) }] : []
  })
  return tellOnce(changes)
}

/**
 * The document with each of its `webhooks` as a path that answers what the service sends. A receiver reads an event as a caller
 * reads an answer: a new field or type breaks nobody, a field that goes and a new value of a closed enum do.
 */
function readEvents({ webhooks = {}, ...document }: JsonObject): JsonObject {
  const events = Object.entries(asObject(webhooks)).map(([name, item]): [string, unknown] => {
    const { requestBody, parameters = [], ...post } = asObject(asObject(item)['post'])
    const headers = asArray(parameters).map((parameter): [string, unknown] => {
      const { name, in: _in, ...header } = resolve(document, parameter)
      return [asString(name), header]
    })
    const { content } = asObject(requestBody)
    const answer = { description: 'The event.', headers: Object.fromEntries(headers), content }
    return [`${eventPath}${name}`, { get: { ...post, responses: { 200: answer } } }]
  })
  return { ...document, paths: { ...asObject(document['paths']), ...Object.fromEntries(events) } }
}

/**
 * One and the same change in many places (in the schemas of every integration type, for example) becomes one line. A new
 * operation always has a line of its own.
 */
function tellOnce(changes: readonly PlacedChange[]): ContractChange[] {
  const alike = Map.groupBy(changes, ({ impact, what }) => `${impact} ${what}`)
  return [...alike.values()].flatMap((group) => {
    const [first] = group
    if (!first || group.length <= fewPlaces || first.place.startsWith('`/'))
      return group.map(({ impact, place, what }) => ({
        impact,
        text: place === '' ? what : `${place}: ${what}`,
      }))
    const text = `${first.place} and ${group.length - 1} others: ${first.what}`
    return [{ impact: first.impact, text }]
  })
}

const fewPlaces = 8

interface PlacedChange {
  impact: Impact
  place: string
  what: string
}

/** A removed role is breaking, even where the operation is then open to everybody: its callers may have no other role. */
function compareRoles({ pointer, base, revision }: DiffChange): PlacedChange[] {
  const { place } = nameOfPlace(pointer, undefined)
  const [before, after] = [rolesIn(base), rolesIn(revision)]
  const lost = before.filter((role) => !after.includes(role))
  const gained = after.filter((role) => !before.includes(role))
  return [
    ...lost.map((role) => ({ impact: 'breaking' as const, place, what: `role \`${role}\` removed.` })),
    ...gained.map((role) => ({ impact: 'additive' as const, place, what: `role \`${role}\` added.` })),
  ]
}

/** Takes a requirement like `{ identityProvider: ['Editor'] }`, or a part of one. */
function rolesIn(requirement: unknown): string[] {
  return (isObject(requirement) ? Object.values(requirement) : [requirement ?? []]).flat().map(String)
}

/**
 * A variant that comes or goes is already reported by `oneOf`, so the change of the mapping is skipped. A change of the
 * version is skipped because the version follows from all other changes.
 */
function isWorthTelling({ kind, path, type, property }: DiffChange): boolean {
  const isMapping = kind !== 'modified' && /\/discriminator\/mapping\/[^/]+$/.test(path)
  return !isMapping && !(type === 'Info' && property === 'version')
}

function rate(change: DiffChange, released: JsonObject): Impact {
  if (isWording(change)) return 'wording'
  if (breaksSilently(change)) return 'breaking'
  const breaking = change.verdicts.filter(
    ({ rule }) =>
      !(rule === 'schema-constraint-changed' && isRaisedLimit(change)) &&
      !(growth.has(rule) && change.kind !== 'removed' && isExtensible(change.pointer, released)),
  )
  return breaking.length > 0 ? 'breaking' : 'additive'
}

function isWording({ path, type, property, verdicts }: DiffChange): boolean {
  if (verdicts.length > 0) return false
  // Redocly reports a changed component again at each place that uses the component.
  if (/^#\/(?:components|info|tags)\b/.test(path)) return true
  return wordingTypes.has(type) || path.includes('/x-') || (property !== undefined && wording.has(property))
}

function breaksSilently({ property, base, revision }: DiffChange): boolean {
  if (property === 'default') return base !== undefined
  if (property === 'propertyName') return true
  if (property !== undefined && marks.has(property)) return revision === true
  return property === 'x-max-body-bytes' && !(Number(revision) > Number(base))
}

function isRaisedLimit({ property = '', base, revision }: DiffChange): boolean {
  if (typeof base !== 'number' || typeof revision !== 'number') return false
  return property.startsWith('max') ? revision > base : property.startsWith('min') && revision < base
}

/** `x-extensible` stands on the schema whose `enum` or `oneOf` grew. */
function isExtensible(pointer: string, document: JsonObject): boolean {
  const parts = pointer
    .replace(/\/(?:enum|oneOf(?:\/\d+)?)$/, '')
    .split('/')
    .slice(1)
  const schema = parts.reduce<unknown>(step, document)
  return isObject(schema) && schema['x-extensible'] === true
}

function step(node: unknown, part: string): unknown {
  if (Array.isArray(node)) return node[Number(part)]
  return isObject(node) ? node[unescapePointer(part)] : undefined
}

/** Marks that break callers when set. After `x-extensible`, code that switches over the values may meet a new value. */
const marks = new Set(['readOnly', 'writeOnly', 'x-extensible'])
const growth = new Set(['enum-values-added', 'schema-combinator-changed'])
const wordingTypes = new Set(['Example', 'ExamplesMap', 'Link', 'LinksMap', 'ExternalDocs', 'Tag', 'TagList'])
const wording = new Set([
  'description',
  'summary',
  'title',
  'example',
  'examples',
  'tags',
  'x-origin',
  'x-decision',
  'x-failure-message',
  'x-pattern-message',
  'x-case',
  'x-reads-changes-of',
])

export interface ContractChange {
  impact: Impact
  /** One line of Markdown. */
  text: string
}

/** The part of the version that must rise: major for `breaking`, minor for `additive`, patch for `wording`. */
export type Impact = 'breaking' | 'additive' | 'wording'
