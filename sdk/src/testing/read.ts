import { withoutRepeats } from '../../../contract/rules/faults.ts'
import { isNoBody, parseJsonBody, parseJsonLines } from '../../../contract/rules/json-text.ts'
import { accepts, isJson } from '../../../contract/rules/media-types.ts'
import { findTypeFaults } from '../../../contract/rules/type-faults.ts'
import { findPathFaults, readQuery, trimTexts } from '../../../contract/rules/parameters.ts'
import * as problems from '../../../contract/rules/problems.ts'
import { invalidInput } from '../../../contract/rules/refusals.ts'
import { readWritable, timeWriter } from '../../../contract/rules/writable.ts'
import type { CheckedInput, Fault } from '../../../contract/types.ts'
import { check, follow, type Schema } from '../schemas/check.ts'
import { contract } from './contract.gen.ts'
import type { ContractOperation } from './contract.ts'

/**
 * The checked input of an operation, or the refusal of a request that breaks the contract: 400 with every fault, 406, 413 or
 * 415.
 */
export async function readInput(
  operation: ContractOperation,
  ids: Readonly<Record<string, string>>,
  request: Request,
): Promise<{ ok: true; input: CheckedInput } | Refused> {
  const { mediaTypes, parameters, body: expected } = operation
  const accept = request.headers.get('accept') ?? undefined
  if (!mediaTypes.some((type) => accepts(accept, type)))
    return { ok: false, answer: problems.notAcceptable(mediaTypes) }
  // The order of the service: first the faults of the syntax, then the faults of the values.
  const given = readQuery(new Map(Object.entries(operation.query)), new URL(request.url).search.slice(1))
  const numbersInPath = Object.keys(parameters.path).filter((name) => isNumeric(parameters.path[name]))
  const written = [...given.faults, ...findPathFaults(numbersInPath, ids)]
  const content = await readContent(operation, request, written)
  if (!content.ok) return content

  const query = readValues('query', parameters.query, given.values)
  const headers = readValues('header', parameters.header, readHeaders(parameters.header, request.headers))
  const path = readValues('path', parameters.path, ids)
  const sent = expected ? readWritable(content.value, follow(expected.schema), follow) : undefined
  const body = expected && sent !== undefined ? check('body', expected.schema, sent) : []
  const faults = [
    ...written,
    ...content.faults,
    ...query.faults,
    // The service writes the names of headers in lower case.
    ...headers.faults.map((fault) => ({ ...fault, pointer: fault.pointer.toLowerCase() })),
    ...path.faults,
    ...body,
  ]
  if (faults.length > 0) {
    const isUpdate = operation.name === 'integrations.update'
    if (isUpdate || operation.name === 'integrations.create')
      faults.push(...findTypeFaults(faults, sent, isUpdate, forms))
    return { ok: false, answer: invalidInput(withoutRepeats(faults)) }
  }
  timeWriter({ properties: parameters.query }, follow)?.(query.values)
  if (expected) timeWriter(expected.schema, follow)?.(sent)
  const trimmed = trimTexts(new Map(Object.entries(operation.query)), query.values)
  // Where too little of a text would be left, it is searched as it is.
  const isEnough = trimmed !== null && checkAll('query', parameters.query, trimmed).length === 0
  const filled = { ...defaultsOf(parameters.query), ...(isEnough ? trimmed : query.values) }
  return { ok: true, input: { path: path.values, query: filled, headers: headers.values, body: sent } }
}

async function readContent(
  { method, body: expected }: ContractOperation,
  request: Request,
  earlierFaults: readonly Fault[],
): Promise<{ ok: true; value: unknown; faults: Fault[] } | Refused> {
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (!expected) {
    const isTaken = method !== 'POST' || isNoBody(bytes)
    return { ok: true, value: undefined, faults: isTaken ? [] : [problems.bodyNotTaken] }
  }
  if (bytes.length === 0) return { ok: true, value: undefined, faults: [problems.bodyMissing] }
  const contentType = request.headers.get('content-type') ?? undefined
  const isLines = expected.takesLines && isJson(contentType, 'application/x-ndjson')
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if ((!isLines && !isJson(contentType)) || encoding.toLowerCase() !== 'identity')
    return { ok: false, answer: problems.unsupportedMediaType }
  if (bytes.length > expected.maxBytes) return { ok: false, answer: problems.payloadTooLarge(expected.maxBytes) }
  const parsed = isLines ? parseJsonLines(bytes) : parseJsonBody(bytes)
  return parsed.ok ? parsed : { ok: false, answer: problems.malformedBody(parsed.fault, earlierFaults) }
}

const forms = new Map(Object.entries(contract.integrationTypes))

/** The headers of the contract that the request has, under the contract's names. */
function readHeaders(schemas: Schemas, given: Headers): Record<string, string> {
  const sent = Object.keys(schemas).map((name) => [name, given.get(name)] as const)
  return Object.fromEntries(sent.filter((header): header is [string, string] => header[1] !== null))
}

function readValues(place: Fault['in'], schemas: Schemas, texts: Readonly<Record<string, string | string[]>>) {
  const values = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, readText(schemas[name], text)]))
  return { values, faults: checkAll(place, schemas, values) }
}

function checkAll(place: Fault['in'], schemas: Schemas, values: Readonly<Record<string, unknown>>): Fault[] {
  return Object.entries(values).flatMap(([name, value]) => check(place, schemas[name] ?? {}, value, `/${name}`))
}

/** Reads a text as a value of the schema's type. A text that is no such value stays a text, which the check then refuses. */
function readText(schema: Schema = {}, text: string | string[]): unknown {
  if (typeof text !== 'string') return text
  if (isNumeric(schema)) return Number.isNaN(Number(text)) ? text : Number(text)
  return schema.type === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text
}

function isNumeric({ type }: Schema = {}): boolean {
  return type === 'integer' || type === 'number'
}

function defaultsOf(schemas: Schemas): Record<string, unknown> {
  const values = Object.entries(schemas).map(([name, schema]) => [name, schema.default] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

type Schemas = Readonly<Record<string, Schema>>

interface Refused {
  ok: false
  answer: problems.ProblemAnswer
}
