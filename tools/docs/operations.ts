import { asArray, asObject, asString, type JsonObject } from '../../contract/json.ts'
import { readOperations, resolve, type ContractOperation } from '../../contract/document.ts'
import { readNode } from '../contract-nodes.ts'
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
  roles: readonly string[]
  /** Those of its path, too, with their references followed. */
  parameters: JsonObject[]
  /** Each as the contract has it, by status, with its reference followed. */
  responses: [status: number, response: JsonObject][]
  /** As the contract has it. */
  source: JsonObject
}

export function documentedOperations(document: JsonObject): DocumentedOperation[] {
  return readOperations(document).map((operation) => describe(document, operation))
}

/** The document with every operation replaced; the original stays as it is. */
export function mapOperations(
  document: JsonObject,
  change: (operation: DocumentedOperation) => JsonObject,
): JsonObject {
  const paths = { ...asObject(document['paths']) }
  for (const operation of documentedOperations(document)) {
    const { path, method } = operation
    paths[path] = { ...asObject(paths[path]), [method.toLowerCase()]: change(operation) }
  }
  return { ...document, paths }
}

export function linkTo({ tag, id, summary }: DocumentedOperation): string {
  return `[${summary}](${operationPath(tag, id)})`
}

function describe(document: JsonObject, operation: ContractOperation): DocumentedOperation {
  const { id, path, roles } = operation
  const { node: source, parameters } = readNode(document, path, operation.method)
  const [tag] = asArray(source['tags']).map(asString)
  if (tag === undefined) throw new Error(`${id} has no tag.`)
  return {
    id,
    method: operation.method.toUpperCase(),
    path,
    tag,
    summary: asString(source['summary']),
    origin: asString(source['x-origin']),
    decision: source['x-decision'] === undefined ? null : asString(source['x-decision']),
    roles,
    parameters,
    responses: Object.entries(asObject(source['responses'])).map(([status, response]) => [
      Number(status),
      resolve(document, response),
    ]),
    source,
  }
}
