import { Ajv2020 } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { describe, expect, test } from 'vitest'
import { readNode, resolve, type ContractOperation } from '../../contract/document.ts'
import { asArray, asObject, isObject, type JsonObject } from '../../contract/json.ts'
import { parseJsonBody } from '../../contract/rules/json-text.ts'
import { findPathFaults, readQuery } from '../../contract/rules/parameters.ts'
import { readExample } from '../helpers/data/valid-requests.ts'
import { preparedOnce } from '../helpers/service.ts'

/**
 * What the contract allows, the server takes, and what it does not allow is refused: with values on both sides of each
 * limit. The contract's word is that of a plain JSON Schema validator. What an email address is, tools do not agree on:
 * its pattern decides.
 */
const { contract, validators } = await preparedOnce()
const ajv = new Ajv2020({
  strict: false,
  formats: { ...fullFormats, email: true, password: true },
  // Compiles soon rather than well: a schema sees a few hundred values.
  validateSchema: false,
  code: { optimize: false },
})
ajv.addSchema(contract.document, 'contract')

// What exporters and assistants send is read by their protocols, and not checked by a schema.
const withBody = contract.operations.filter(
  ({ maxBodyBytes, isOtlp, isMcp }) => maxBodyBytes !== null && !isOtlp && !isMcp,
)

/**
 * `all` tries each value at each place of each operation. Otherwise a schema that several bodies have is tried where it is
 * first, and a text that may be anything gets fewer values: the rules are the same there.
 */
export function describeLimits(all: boolean): void {
  const trial: Trial = { all, tried: new Set() }

  describe('bodies', () => {
    test.each(withBody)('$id', (operation) => {
      const name = bodySchemaName(operation)
      const isAllowed = compiled({ $ref: `contract#/components/schemas/${name}` })
      const valid = readExample(contract, operation)
      const bodies = [valid, ...changesOf({ $ref: `#/components/schemas/${name}` }, valid, trial, true)]
      const differences = bodies.filter((body) => isAllowed(body) !== isTaken(operation, body))
      expect(differences).toEqual([])
      expect(bodies.filter((body) => isAllowed(body)).length).toBeGreaterThan(all ? 5 : 2)
    })
  })

  describe('parameters', () => {
    test.each(contract.operations)('$id', (operation) => {
      for (const parameter of readNode(contract.document, operation.path, operation.method).parameters) {
        const schema = resolve(contract.document, parameter['schema'])
        const isAllowed = compiled(rebase(schema))
        const name = String(parameter['name'])
        // Many operations have the same parameters: in the suite the first of them tries the values, the others a few.
        const key = JSON.stringify(parameter)
        const isTried = trial.tried.has(key) && !trial.all
        trial.tried.add(key)
        const values = isTried ? fewOf(schema) : valuesFor(schema, undefined, trial)
        // A parameter is a text, which stands for a value of its type.
        const texts = values.filter((value) => typeof value === textType(schema))
        for (const value of texts.filter((value) => value !== '')) {
          const taken = takesParameter(operation, parameter, String(value))
          expect([name, value, taken]).toEqual([name, value, isAllowed(value)])
        }
      }
    })
  })
}

/** Of schemas that many operations have, one validator. */
function compiled(schema: JsonObject): (value: unknown) => boolean {
  const key = JSON.stringify(schema)
  const found = compiledBySchema.get(key) ?? ajv.compile(schema)
  compiledBySchema.set(key, found)
  return (value) => found(value) === true
}

const compiledBySchema = new Map<string, ReturnType<typeof ajv.compile>>()

function isTaken({ id }: ContractOperation, body: unknown): boolean {
  const parsed = parseJsonBody(Buffer.from(JSON.stringify(body)))
  if (!parsed.ok || parsed.faults.length > 0) return false
  return !faultsOf(id, { body: parsed.value }).some((fault) => fault.in === 'body')
}

function takesParameter({ id, query, numbersInPath }: ContractOperation, parameter: JsonObject, text: string) {
  const name = String(parameter['name'])
  if (parameter['in'] === 'query') {
    const { values, faults } = readQuery(query, new URLSearchParams({ [name]: text }).toString())
    return [...faults, ...faultsOf(id, { query: values })].every((fault) => fault.in !== 'query')
  }
  if (parameter['in'] === 'header')
    return faultsOf(id, { headers: { [name.toLowerCase()]: text } }).every((fault) => fault.in !== 'header')
  const path = { [name]: text }
  const faults = [...findPathFaults(numbersInPath, path), ...faultsOf(id, { path })]
  return faults.every(({ pointer }) => pointer !== `/${name}`)
}

function faultsOf(id: string, request: object) {
  const validator = validators.get(id)?.()
  if (!validator) throw new Error(`There is no validator of ${id}.`)
  return validator.findFaults({ path: {}, query: {}, headers: {}, body: undefined, ...request })
}

function bodySchemaName({ path, method }: ContractOperation): string {
  const { node } = readNode(contract.document, path, method)
  const { content } = resolve(contract.document, node['requestBody'])
  const schema = asObject(asObject(asObject(content)['application/json'])['schema'])
  // The fields of an integration type are checked afterwards: 422.
  const reference = resolve(contract.document, schema)['x-validated-as'] ?? schema['$ref']
  return String(reference).split('/').at(-1) ?? ''
}

function textType({ type }: JsonObject): string {
  return type === 'integer' || type === 'number' ? 'number' : String(type)
}

function rebase(schema: JsonObject): JsonObject {
  return asObject(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/')))
}

/** The value with one place of it changed, for each place and each value that its schema makes one think of. */
function changesOf(node: unknown, valid: unknown, trial: Trial, isBody = false): unknown[] {
  const name = isObject(node) ? node['$ref'] : undefined
  if (trial.tried.has(name) && !trial.all && !isBody) return ofEachType
  if (name !== undefined) trial.tried.add(name)
  const schema = resolve(contract.document, node)
  const own = valuesFor(schema, valid, trial)
  if (isObject(schema['properties'])) {
    const object = isObject(valid) ? valid : {}
    const inner = Object.entries(schema['properties']).flatMap(([name, property]) =>
      changesOf(property, object[name], trial).map((value) => ({ ...object, [name]: value })),
    )
    const without = Object.keys(object).map((name) =>
      Object.fromEntries(Object.entries(object).filter(([other]) => other !== name)),
    )
    return [...own, ...inner, ...without, { ...object, misspelt: 1 }]
  }
  if (schema['items'] !== undefined) {
    const [first] = Array.isArray(valid) ? asArray(valid) : []
    return [...own, ...changesOf(schema['items'], first, trial).map((item) => [item])]
  }
  return own
}

function valuesFor(schema: JsonObject, valid: unknown, { all }: Trial): unknown[] {
  const types = [schema['type']].flat()
  return [
    ...asArray(schema['enum'] ?? []),
    ...ofEachType,
    ...(types.includes('string') ? textsFor(schema, all) : []),
    ...(types.includes('number') || types.includes('integer') ? numbersFor(schema) : []),
    ...(types.includes('array') ? listsFor(schema, valid) : []),
    ...(types.includes('object') ? objectsFor(schema) : []),
  ]
}

const ofEachType = [null, true, 7, 'text', {}, []]

function textsFor({ minLength = 0, maxLength = 100, examples = [], ...rules }: JsonObject, all: boolean): unknown[] {
  const lengths = [Number(minLength) - 1, Number(minLength), Number(maxLength), Number(maxLength) + 1]
  const filled = lengths.filter((length) => length >= 0 && length < 70_000)
  const [shortest = 1] = filled.filter((length) => length > 0)
  const lengthsOf = (letter: string) => (all || letter === 'a' || letter === '😀' ? filled : [shortest])
  const isAnything = rules['pattern'] === undefined && rules['format'] === undefined
  return [
    ...asArray(examples),
    ...(isAnything && !all ? fewLetters : letters).flatMap((letter) =>
      lengthsOf(letter).map((length) => letter.repeat(length)),
    ),
    ...(isAnything && !all ? [] : [...emailAddresses, ...times]),
    ...(isAnything && !all ? [] : names),
  ]
}

/** One value on each side of a limit. */
function fewOf({ maxLength, maximum, enum: values = [] }: JsonObject): unknown[] {
  const limits = [maxLength, maximum].filter((limit) => typeof limit === 'number')
  const ofLimit = limits.flatMap((limit) => [limit, limit + 1])
  return [...asArray(values), ...ofEachType, ...(maximum === undefined ? ofLimit.map((n) => 'a'.repeat(n)) : ofLimit)]
}

/** Where a text may be anything, one that is longer in bytes than in characters, and two that JSON escapes. */
const fewLetters = ['a', '😀', '"', '\\']
const letters = ['a', 'A', '1', '-', '_', ' ', '.', 'é', '😀', '"', '\\']

const emailAddresses = [
  ['a@b', 'x@nodot', 'a.b@c.example', '.a@c.example', 'a..b@c.example', '"a b"@c.example', 'a@c..example'],
  ['a@-c.example', 'é@c.example', 'a@[127.0.0.1]', 'a`b@c.example', `${'a'.repeat(250)}@b`, 'a@b.'],
].flat()

const times = [
  ['2026-11-01T00:00:00Z', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:00.0000Z', '2026-11-01'],
  ['2026-11-01T00:00:00+01:00', '2026-13-01T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '0000-01-01'],
  ['2026-11-01t00:00:00.123456789-23:59', '2026-11-01T00:00:00z', '2026-11-01T00:00:00', '2026-11-01T00:00:00+24:00'],
  [
    '2026-11-01T24:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-11-01 00:00:00Z',
    '2026-11-01T00:00Z',
    '2026-11-01T00:00:00+01',
  ],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:59:60+01:00', '2016-12-31T12:00:60Z', '9999-12-31T23:59:60Z'],
  ['0001-01-01T00:00:00+00:01', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59-00:01', '9999-12-31T23:59:59+23:59'],
].flat()

const names = ['a b', ' a', 'a\tb', '1a', 'a1', 'Ab_9', 'AMAZON_CONNECT', 'name,asc', '%', 'null', '\u200b']

function numbersFor({ minimum = 0, maximum = 100 }: JsonObject): number[] {
  const [low, high] = [Number(minimum), Number(maximum)]
  return [low - 1, low, low + 1, high - 1, high, high + 1, 0.5, 1e-7, 5e-324, 1e21, -1e-7, 1.5e3, low + 1e-9]
}

function listsFor({ minItems = 0, maxItems = 10, items }: JsonObject, valid: unknown): unknown[] {
  const [allowed] = asArray(resolve(contract.document, items)['enum'] ?? ['a'])
  const [first = allowed] = Array.isArray(valid) ? asArray(valid) : []
  const named = (at: number): unknown => (isObject(first) ? { ...first, name: `n${at}` } : first)
  const lengths = [Number(minItems), Number(maxItems), Number(maxItems) + 1]
  return lengths.map((length) => Array.from({ length }, (_, at) => named(at)))
}

function objectsFor({ maxProperties = 10 }: JsonObject): unknown[] {
  const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, 'v']))
  const names = ['"', '\\', '\u0001', '\t', '', 'é', '😀', "'", '{', 'a b', 'constructor']
  return [named(Number(maxProperties)), named(Number(maxProperties) + 1), ...names.map((name) => ({ [name]: 'v' }))]
}

interface Trial {
  all: boolean
  /** The references to schemas whose values were tried. */
  tried: Set<unknown>
}
