import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { resolve } from '../../contract/document.ts'
import { asArray, asObject, asString, isObject, type JsonObject } from '../../contract/json.ts'
import { nameOfPlace } from './places.ts'
import { compareRoles } from './roles.ts'
import { runRedocly } from '../redocly.ts'

/**
 * What changed between two bundled contracts (file names), as `redocly diff` finds it, with three corrections for what
 * it cannot know: another default or a smaller body limit, say, breaks callers; a limit that grows breaks nobody; and what
 * the released contract marks `x-extensible` may gain values. Who may call is compared by `compareRoles`.
 */
export async function compareContracts(released: string, current: string): Promise<ContractChange[]> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-diff-'))
  try {
    const report = join(folder, 'report.json')
    const { code, output } = await runRedocly([
      'diff',
      released,
      current,
      '--format=json',
      '--fail-on=none',
      `--output=${report}`,
    ])
    if (code !== 0) throw new Error(`redocly diff failed:\n${output}`)
    const [before, after] = [await readDocument(released), await readDocument(current)]
    const changes = asArray((await readDocument(report))['changes']).map(readChange)
    return [
      ...compareRoles(before, after),
      ...changes.filter(isWorthTelling).map((change) => ({
        impact: rate(change, before),
        text: describe(change, after),
      })),
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function readDocument(file: string): Promise<JsonObject> {
  return asObject(JSON.parse(await readFile(file, 'utf8')))
}

function readChange(value: unknown): DiffChange {
  const change = asObject(value)
  const base = isObject(change['base']) ? change['base'] : undefined
  const revision = isObject(change['revision']) ? change['revision'] : undefined
  const path = asString(change['path'])
  return {
    kind: asString(change['kind']),
    path,
    type: asString(change['typeName']),
    property: typeof change['property'] === 'string' ? change['property'] : undefined,
    pointer: asString((revision ?? base)?.['pointer']),
    isOtherReference:
      path.endsWith('/$ref') && base && revision
        ? componentOf(base['pointer']) !== componentOf(revision['pointer'])
        : false,
    base: base?.['value'],
    revision: revision?.['value'],
    verdicts: asArray(change['verdicts']).map((verdict) => ({
      rule: asString(asObject(verdict)['ruleId']),
      message: asString(asObject(verdict)['message']),
    })),
  }
}

function componentOf(pointer: unknown): string {
  return asString(pointer).split('/').slice(0, 4).join('/')
}

/**
 * A variant that comes or goes is told of once, by `oneOf`; what changes inside it is often told of by way of the mapping
 * only. The version is what all the rest decides about.
 */
function isWorthTelling({ kind, path, type, property }: DiffChange): boolean {
  const isMapping = kind !== 'modified' && /\/discriminator\/mapping\/[^/]+$/.test(path)
  return !isMapping && !type.startsWith('SecurityRequirement') && !(type === 'Info' && property === 'version')
}

function rate(change: DiffChange, document: JsonObject): Impact {
  if (isWording(change)) return 'wording'
  if (breaksSilently(change)) return 'breaking'
  const breaking = change.verdicts.filter(
    ({ rule }) =>
      !(rule === 'schema-constraint-changed' && isRaisedLimit(change)) &&
      !(growth.has(rule) && change.kind !== 'removed' && isExtensible(change.pointer, document)),
  )
  return breaking.length > 0 ? 'breaking' : 'additive'
}

function isWording({ path, type, property, verdicts }: DiffChange): boolean {
  if (verdicts.length > 0) return false
  // Components are told of where they are used.
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

/** The mark stands on the schema whose `enum` or `oneOf` grew. */
function isExtensible(pointer: string, document: JsonObject): boolean {
  const parts = pointer
    .replace(/\/(?:enum|oneOf\/\d+)$/, '')
    .split('/')
    .slice(1)
  const schema = parts.reduce<unknown>(step, document)
  return isObject(schema) && schema['x-extensible'] === true
}

function describe(change: DiffChange, document: JsonObject): string {
  const pointer = change.isOtherReference ? (locate(change.path, document) ?? change.pointer) : change.pointer
  const holder = change.property === undefined ? pointer : withoutEnd(pointer, `/${change.property}`)
  const { place, thing } = nameOfPlace(holder, change.revision ?? change.base)
  const said = change.verdicts
    .filter(({ rule }) => !saidBetter.has(rule))
    .map(({ message }) => message.replaceAll(/'([^'`]*)'/g, '`$1`'))
  const what = said.length > 0 ? said.join(' ') : say(change, thing)
  const isNamed = change.property !== undefined && thing.startsWith('property ')
  const whose = isNamed && (said.length === 0 || change.isOtherReference) ? `${thing}: ` : ''
  return place === '' ? what : `${place}: ${whose}${what}`
}

function withoutEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length) : text
}

/** Where the reference stands that a path ends with: what it leads to may be as it was. */
function locate(path: string, document: JsonObject): string | null {
  let [pointer, node]: [string, unknown] = ['#', document]
  for (const part of withoutEnd(path, '/$ref').split('/').slice(1)) {
    const reference = isObject(node) ? node['$ref'] : undefined
    if (typeof reference === 'string') [pointer, node] = [reference, resolve(document, node)]
    node = step(node, part)
    if (node === undefined) return null
    pointer += `/${part}`
  }
  return pointer
}

function step(node: unknown, part: string): unknown {
  if (Array.isArray(node)) return node[Number(part)]
  return isObject(node) ? node[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
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

/** `x-extensible`: whoever switches over the values was told that there are no more. */
const marks = new Set(['readOnly', 'writeOnly', 'x-extensible'])
/** Redocly's words leave out which variant. */
const saidBetter = new Set(['schema-combinator-changed'])
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
])

export interface ContractChange {
  impact: Impact
  /** One line of Markdown. */
  text: string
}

/** What a change asks of the version: a new major, a new minor, a new patch. */
export type Impact = 'breaking' | 'additive' | 'wording'

interface DiffChange {
  kind: string
  /** By way of references, from the operation that it was first met in. */
  path: string
  type: string
  property: string | undefined
  /** Where it stands in the document. */
  pointer: string
  /** The path ends with a reference, which leads elsewhere now. */
  isOtherReference: boolean
  base: unknown
  revision: unknown
  verdicts: { rule: string; message: string }[]
}
