import { asArray, asObject, asString, type JsonObject } from '../../contract/json.ts'
import { resolve } from '../../contract/document.ts'
import { operationPath } from './markdown.ts'

/** One operation of the contract, as a reader of the pages sees it. */
export interface DocumentedOperation {
  id: string
  /** In upper case. */
  method: string
  path: string
  tag: string
  summary: string
  origin: string
  /** The decision behind it, when it is `decided`. */
  decision: string | null
  roles: string[]
  /** Those of its path, too, with their references followed. */
  parameters: JsonObject[]
  /** Each as the contract has it, by status, with its reference followed. */
  responses: [status: number, response: JsonObject][]
  /** As the contract has it. */
  source: JsonObject
}

export function documentedOperations(document: JsonObject): DocumentedOperation[] {
  return Object.entries(asObject(document['paths'])).flatMap(([path, item]) =>
    Object.entries(asObject(item))
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => read(document, path, method, asObject(item), asObject(operation))),
  )
}

/** The document with every operation replaced; the original stays as it is. */
export function mapOperations(
  document: JsonObject,
  change: (operation: DocumentedOperation) => JsonObject,
): JsonObject {
  const operations = Map.groupBy(documentedOperations(document), ({ path }) => path)
  const paths = Object.entries(asObject(document['paths'])).map(([path, item]): [string, JsonObject] => {
    const changed = (operations.get(path) ?? []).map((operation): [string, JsonObject] => [
      operation.method.toLowerCase(),
      change(operation),
    ])
    return [path, { ...asObject(item), ...Object.fromEntries(changed) }]
  })
  return { ...document, paths: Object.fromEntries(paths) }
}

export function linkTo({ tag, id, summary }: DocumentedOperation): string {
  return `[${summary}](${operationPath(tag, id)})`
}

const methods = new Set(['get', 'post', 'put', 'patch', 'delete'])

function read(
  document: JsonObject,
  path: string,
  method: string,
  item: JsonObject,
  source: JsonObject,
): DocumentedOperation {
  const [tag] = asArray(source['tags']).map(asString)
  if (tag === undefined) throw new Error(`${asString(source['operationId'])} has no tag.`)
  return {
    id: asString(source['operationId']),
    method: method.toUpperCase(),
    path,
    tag,
    summary: asString(source['summary']),
    origin: asString(source['x-origin']),
    decision: source['x-decision'] === undefined ? null : asString(source['x-decision']),
    roles: asArray(source['security']).flatMap((requirement) =>
      Object.values(asObject(requirement)).flatMap((names) => asArray(names).map(asString)),
    ),
    parameters: [...asArray(item['parameters'] ?? []), ...asArray(source['parameters'] ?? [])].map(
      (parameter) => resolve(document, parameter),
    ),
    responses: Object.entries(asObject(source['responses'])).map(([status, response]) => [
      Number(status),
      resolve(document, response),
    ]),
    source,
  }
}

/** The object with each of its values changed. */
export function mapValues(object: unknown, change: (value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(asObject(object)).map(([name, value]) => [name, change(value)]))
}
