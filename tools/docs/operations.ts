import { asArray, asObject, asString, type JsonObject } from '../../contract/json.ts'
import { readOperations, resolve, type ContractOperation, readNode } from '../../contract/document.ts'
import { operationPath } from './markdown.ts'

/** One operation of the contract, prepared for the pages. */
export interface DocumentedOperation {
  id: string
  /** The HTTP method in upper case. */
  method: string
  path: string
  tag: string
  summary: string
  origin: string
  /** The number of the decision (D-nn); null when the origin is not `decided`. */
  decision: string | null
  roles: readonly string[]
  /** The parameters of the operation and of its path, with references followed. */
  parameters: JsonObject[]
  /** The responses in the contract's order, with references followed. */
  responses: [status: number, response: JsonObject][]
  /** The operation's node in the contract, unchanged. */
  source: JsonObject
}

export function documentedOperations(document: JsonObject): DocumentedOperation[] {
  return readOperations(document).map((operation) => describe(document, operation))
}

/** Returns a copy of the document in which `change` replaced every operation. */
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
