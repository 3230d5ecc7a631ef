import type { Tool } from '@modelcontextprotocol/server'
import { readNode, resolve, type Contract, type ContractOperation } from '../../contract/document.ts'
import { asArray, asObject, asString, isObject, type JsonObject } from '../../contract/json.ts'
import { isTool } from '../../contract/rules/mcp-access.ts'
import { nameMethod } from '../../contract/method-names.ts'
import { isPaged, needsMatch } from './arguments.ts'
import { narrow, ofAnswers, ofArguments, standAlone } from './schemas.ts'

/** An operation as a tool. */
export interface OperationTool {
  operation: ContractOperation
  tool: Tool
  /** Listed by its own name; other reads are called by `call_operation` (`x-mcp: tool`). */
  isListed: boolean
  /** The parameter of the contract for each argument but `body`. */
  parameters: ReadonlyMap<string, JsonObject>
  /** The members of an item of a list that are answered; null where the whole answer is. */
  fields: readonly string[] | null
}

/** A tool for each operation of an instance that answers JSON without a secret. */
export function readTools({ document, operations }: Contract): OperationTool[] {
  return operations.filter(isTool).map((operation) => readTool(document, operation))
}

function readTool(document: JsonObject, operation: ContractOperation): OperationTool {
  const { node, parameters } = readNode(document, operation.path, operation.method)
  const fields = node['x-mcp-fields'] === undefined ? null : asArray(node['x-mcp-fields']).map(asString)
  const given = parameters.filter((parameter) => isArgument(operation, parameter))
  const byArgument = new Map(given.map((parameter) => [argumentOf(parameter), parameter]))
  const title = asString(node['summary'])
  const tool: Tool = {
    name: nameTool(operation, node),
    title,
    description: `${title}. ${asString(node['description'])}`,
    inputSchema: readInput(document, operation, node, byArgument),
    ...describeOutput(document, node, fields),
    annotations: {
      readOnlyHint: operation.isSafe,
      destructiveHint: !operation.isSafe && !operation.isRead && !operation.statuses.includes(201),
      idempotentHint: operation.isSafe || operation.isRepeatable || operation.method !== 'post',
      openWorldHint: operation.callsOut,
    },
  }
  return { operation, tool, isListed: node['x-mcp'] === 'tool', parameters: byArgument, fields }
}

/** `work_ledger_operations_list` */
function nameTool({ id, path }: ContractOperation, node: JsonObject): string {
  const own = node['x-sdk-name'] === undefined ? undefined : asString(node['x-sdk-name'])
  const names = nameMethod(id, path.slice('/instances/{instanceId}'.length), own)
  return names.join('_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The instance is that of the address, pages have one size and follow each other by `cursor`, and answers are not kept. */
function isArgument(operation: ContractOperation, { name, in: place }: JsonObject): boolean {
  if (place === 'header') return name === 'Idempotency-Key' || name === 'If-Match'
  return name !== 'instanceId' && !(isPaged(operation) && (name === 'page' || name === 'size'))
}

/** What the contract says of these is about requests. */
const ownDescriptions: Readonly<Record<string, string>> = {
  cursor: 'The `page.next` of the answer before, with the same filters and order.',
  ifMatch: 'The `etag` of what was read. Refused when it has changed since.',
  idempotencyKey: 'Any value unique to this change. Repeated with the same one, the call changes nothing more.',
}

/** `Idempotency-Key` is the argument `idempotencyKey`. */
function argumentOf({ name }: JsonObject): string {
  return asString(name).replaceAll(/^[A-Z]|-/g, (part) => (part === '-' ? '' : part.toLowerCase()))
}

function readInput(
  document: JsonObject,
  operation: ContractOperation,
  { requestBody }: JsonObject,
  parameters: OperationTool['parameters'],
): Tool['inputSchema'] {
  const properties: Record<string, JsonObject> = {}
  const required: string[] = needsMatch(operation) ? ['ifMatch'] : []
  for (const [argument, { schema, description, required: isNeeded }] of parameters) {
    properties[argument] = { ...asObject(schema), description: ownDescriptions[argument] ?? description }
    if (isNeeded === true) required.push(argument)
  }
  if (requestBody !== undefined) {
    const { content } = resolve(document, requestBody)
    properties['body'] = asObject(asObject(asObject(content)['application/json'])['schema'])
    required.push('body')
  }
  const schema = { additionalProperties: false, required, properties }
  return { ...standAlone(document, schema, ofArguments), type: 'object' }
}

function describeOutput(document: JsonObject, { responses }: JsonObject, fields: readonly string[] | null) {
  const [, success] = Object.entries(asObject(responses)).find(([status]) => status.startsWith('2')) ?? []
  const { content } = resolve(document, success)
  const json = content === undefined ? undefined : asObject(content)['application/json']
  if (json === undefined) return {}
  const schema = resolve(document, asObject(json)['schema'])
  const alone = standAlone(document, fields === null ? schema : narrowPage(document, schema, fields), ofAnswers)
  return alone['type'] === 'object' ? { outputSchema: { ...alone, type: 'object' as const } } : {}
}

function narrowPage(document: JsonObject, page: JsonObject, fields: readonly string[]): JsonObject {
  const { content, page: info } = asObject(page['properties'])
  const items = narrow(document, asObject(content)['items'], fields)
  return {
    type: 'object',
    required: ['content', 'page'],
    properties: { content: { type: 'array', items }, page: narrow(document, info, fieldsOfPage) },
  }
}

const fieldsOfPage = ['totalElements', 'totalIsExact', 'next']

/** The members that matter of an answer. */
export function narrowAnswer({ fields }: OperationTool, answer: unknown): unknown {
  if (fields === null || !isObject(answer)) return answer
  const { content, page } = answer
  return {
    content: asArray(content).map((item) => pick(asObject(item), fields)),
    page: pick(asObject(page), fieldsOfPage),
  }
}

function pick(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.filter((name) => name in object).map((name) => [name, object[name]]))
}
