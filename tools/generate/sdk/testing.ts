import { readNode, readOperations, readTitles, resolve, type ContractOperation } from '../../../contract/document.ts'
import { integrationTypesFolder, loadIntegrationTypes } from '../../../contract/integration-type-files.ts'
import { asArray, asObject, asString, isObject, type JsonObject, mapValues } from '../../../contract/json.ts'
import { copyForValidator } from '../../../contract/validator-document.ts'
import { toForm } from '../../../server/integrations/connection-test/facts.ts'
import { writeJson } from '../write-json.ts'
import { exampleOf, readProblems } from '../problems.ts'
import type { SdkOperation } from './operations.ts'

/** The facts about the contract that the test server needs, and the schemas of bodies and seeded values, as modules. */
export function writeTestContract(contract: unknown, operations: readonly SdkOperation[]) {
  // Prepared as for the service's validator: an integration is checked by its untyped schema, later by the fields of its
  // type.
  const document = asObject(copyForValidator({ document: asObject(contract), operations: [], titles: new Map() }))
  const names = new Map(operations.map(({ id, names }) => [id, names.join('.')]))
  const known = readOperations(document)
    .filter(({ id }) => names.has(id))
    .map((operation) => [operation.id, readOperation(document, operation, names.get(operation.id))] as const)
  const facts = {
    operations: Object.fromEntries(known),
    titles: Object.fromEntries(readTitles(document)),
    problems: Object.fromEntries(
      Object.entries(readProblems()).map(([name, { codes }]) => [
        `${name}Problem`,
        codes.map((code) => readProblem(exampleOf(name, code))),
      ]),
    ),
    integrationTypes: readIntegrationForms(),
  }
  const schemas = readSchemas(
    document,
    known.map(([, { body, parameters }]) => [body, parameters]),
  )
  return {
    contract: [
      "import * as rules from '../schemas/rules.gen.ts'\nimport type { TestContract } from './contract.ts'",
      `export const contract: TestContract = ${withReferences(writeJson(facts, 2), 'rules.')}`,
    ].join('\n\n'),
    rules: [
      "import type { Schema } from './check.ts'",
      ...schemas.map(([name, rules]) => `export const ${name}: Schema = ${withReferences(writeJson(rules, 0), '')}`),
    ].join('\n\n'),
  }
}

/** A reference of the contract as one to the constant of that name. */
function withReferences(json: string, place: string): string {
  return json.replaceAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g, `"$ref":${place}$1`)
}

/** The schemas of the values that a test can seed. */
const seeded = ['User', 'Agent', 'Integration', 'TwuModelVersion', 'ModelPrice', 'WorkLedgerEntry']

function readOperation(
  document: JsonObject,
  {
    id,
    method,
    path,
    roles,
    needsRole,
    readsChangesOf,
    isSafe,
    hasSecretAnswer,
    mediaTypes,
    maxBodyBytes,
    takesLines,
    query,
  }: ContractOperation,
  name: string | undefined,
) {
  const { node: operation, parameters } = readNode(document, path, method)
  const within = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter['in'] === place)
        .map((parameter) => [
          asString(parameter['name']),
          keepRules(resolve(document, parameter['schema']), `${id}/${asString(parameter['name'])}`),
        ]),
    )
  return {
    name,
    method: method.toUpperCase(),
    path,
    roles,
    needsRole,
    readsChangesOf,
    isSafe,
    hasSecretAnswer,
    mediaTypes,
    query: Object.fromEntries(query),
    parameters: { path: within('path'), query: within('query'), header: within('header') },
    body:
      maxBodyBytes === null
        ? null
        : { schema: readBodySchema(document, operation), maxBytes: maxBodyBytes, takesLines },
    answers: mapValues(operation['responses'], (response) => readAnswer(document, resolve(document, response))),
  }
}

function readBodySchema(document: JsonObject, { requestBody }: JsonObject): JsonObject {
  const { content } = resolve(document, requestBody)
  return asObject(asObject(asObject(content)['application/json'])['schema'])
}

function readAnswer(document: JsonObject, response: JsonObject) {
  const [[mediaType, content] = [null, {}]] = Object.entries(asObject(response['content'] ?? {}))
  const { schema, examples = {} } = asObject(content)
  const isProblem = mediaType === 'application/problem+json'
  return {
    mediaType,
    headers: readHeaders(document, asObject(response['headers'] ?? {})),
    problem: isProblem ? nameOf(schema) : null,
    // The examples of a problem are with the problem.
    examples: isProblem ? {} : mapValues(examples, (example) => resolve(document, example)['value']),
  }
}

/** Leaves out `Link`: an example of a list is its only page, so a link would lead nowhere. */
function readHeaders(document: JsonObject, headers: JsonObject) {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, header]) => [name, resolve(document, header)['example']] as const)
      .filter(([name, example]) => name !== 'Link' && example !== undefined)
      .map(([name, example]) => [name, String(example)]),
  )
}

/** What differs between the problems of one code. */
function readProblem({ code, detail, errors }: ReturnType<typeof exampleOf>) {
  return { code, detail, errors }
}

/** The schemas of request bodies and of seeded values, each behind the schemas to which it refers. */
function readSchemas(document: JsonObject, bodies: unknown) {
  const found = new Map<string, JsonObject>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isObject(node)) return
    const name = '$ref' in node ? nameOf(node) : null
    if (name !== null && !found.has(name)) {
      const rules = keepRules(resolve(document, node), name)
      visit(rules)
      found.set(name, rules)
    }
    Object.values(node).forEach(visit)
  }
  visit(seeded.map(schemaReference))
  visit(bodies)
  return [...found]
}

function nameOf(reference: unknown): string {
  return asString(asObject(reference)['$ref']).replace('#/components/schemas/', '')
}

function schemaReference(name: string) {
  return { $ref: `#/components/schemas/${name}` }
}

/** Keeps only the keywords that are checked. Throws for a rule that sdk/src/schemas/check.ts does not check. */
function keepRules(schema: JsonObject, where: string): JsonObject {
  const rules = Object.entries(schema).filter(
    ([keyword]) => checked.has(keyword) || !(forPeople.has(keyword) || keyword.startsWith('x-')),
  )
  return Object.fromEntries(
    rules.map(([keyword, value]) => {
      if (!checked.has(keyword))
        throw new Error(`${where}: the test server does not check "${keyword}". Teach sdk/src/schemas/check.ts.`)
      return [keyword, keepInner(keyword, value, where)]
    }),
  )
}

function keepInner(keyword: string, value: unknown, where: string): unknown {
  if (keyword === 'properties')
    return mapValues(value, (schema, name) => keepRules(asObject(schema), `${where}/${name}`))
  if (keyword === 'oneOf') return asArray(value).map((branch) => keepRules(asObject(branch), where))
  const isSchema = ['items', 'additionalProperties'].includes(keyword) && isObject(value)
  return isSchema ? keepRules(value, where) : value
}

/** Keywords for people, and `propertyNames`, which is checked where the body is read. */
const forPeople = new Set(['title', 'description', 'examples', 'writeOnly', 'propertyNames'])

const checked = new Set([
  '$ref',
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'required',
  'properties',
  'additionalProperties',
  'maxProperties',
  'oneOf',
  'default',
  'readOnly',
  'x-pattern-message',
  'x-case',
  'x-empty-as',
])

/** The form of every integration type, and of its connection test what messages tell. */
function readIntegrationForms() {
  return Object.fromEntries([...loadIntegrationTypes(integrationTypesFolder)].map(([id, type]) => [id, toForm(type)]))
}
