import type { Fault } from '../errors.ts'
import { check, type ValueFault } from './check.ts'
import type { ContractOperation, Schema } from './contract.ts'
import type { AnyAnswer, AnyInput } from './operation.ts'

/** The input of an operation, or the answer to a request that breaks the contract: 400 with every fault, 413, 415. */
export async function readInput(
  { parameters, body: expected }: ContractOperation,
  ids: Readonly<Record<string, string>>,
  request: Request,
): Promise<{ ok: true; input: AnyInput } | { ok: false; answer: AnyAnswer }> {
  // In the order of the service: how it is written, and then what it says.
  const given = readQuery(parameters.query, new URL(request.url).searchParams)
  const written = [...given.faults, ...findNumberFaults(parameters.path, ids)]
  const content = await readContent(expected, request)
  if (!content.ok && content.fault)
    return { ok: false, answer: malformedJson([...written, content.fault], content.fault) }
  if (!content.ok) return content
  written.push(...content.faults)

  const said: Fault[] = []
  const query = readValues('query', parameters.query, given.values, said)
  const headers = readHeaders(parameters.header, request.headers, said)
  const path = readValues('path', parameters.path, ids, said)
  if (expected) said.push(...check(expected.schema, content.value).map(inBody))
  const faults = withoutRepeated([...written, ...said])
  if (faults.length > 0) return { ok: false, answer: invalid(faults) }
  return {
    ok: true,
    input: { path, query: { ...defaultsOf(parameters.query), ...query }, headers, body: content.value },
  }
}

/** What is faulty is left out, so that it has no other faults. */
function readQuery(schemas: Schemas, given: URLSearchParams) {
  const values: Record<string, string> = {}
  const faults: Fault[] = []
  for (const name of new Set(given.keys())) {
    const [value = '', ...more] = given.getAll(name)
    const refuse = (code: string, message: string) =>
      faults.push({ in: 'query', pointer: pointerTo(name), code, message })
    if (!Object.hasOwn(schemas, name)) refuse('unknown', 'is not a parameter of this operation')
    else if (more.length > 0) refuse('repeated', 'is given more than once')
    else if (value === '') refuse('empty', 'is empty; leave it out instead')
    else if (isNumeric(schemas[name]) && !decimal.test(value))
      refuse('type', 'must be a plain decimal number')
    else values[name] = value
  }
  return { values, faults }
}

/** Numbers that JavaScript would read all the same. What it cannot read is of another type. */
function findNumberFaults(schemas: Schemas, ids: Readonly<Record<string, string>>): Fault[] {
  return Object.entries(ids)
    .filter(([name, id]) => isNumeric(schemas[name]) && !/^\d{1,300}$/.test(id) && !Number.isNaN(Number(id)))
    .map(([name]) => ({
      in: 'path',
      pointer: pointerTo(name),
      code: 'type',
      message: 'must be a plain whole number',
    }))
}

function isNumeric({ type }: Schema = {}): boolean {
  return type === 'integer' || type === 'number'
}

const decimal = /^-?\d{1,16}(\.\d{1,16})?$/

function defaultsOf(schemas: Schemas): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) =>
      schema.default === undefined ? [] : [[name, schema.default] as const],
    ),
  )
}

/** Under the contract's names; faults name them in lower case, as the service does. */
function readHeaders(schemas: Schemas, given: Headers, faults: Fault[]): Record<string, unknown> {
  const values = Object.keys(schemas).flatMap((name) => {
    const value = given.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const found: Fault[] = []
  const headers = readValues('header', schemas, Object.fromEntries(values), found)
  faults.push(...found.map((fault) => ({ ...fault, pointer: fault.pointer.toLowerCase() })))
  return headers
}

function readValues(
  place: Fault['in'],
  schemas: Schemas,
  texts: Readonly<Record<string, string>>,
  faults: Fault[],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const schema = schemas[name] ?? {}
      const value = readText(schema, text)
      faults.push(...check(schema, value, pointerTo(name)).map((fault) => ({ in: place, ...fault })))
      return [name, value]
    }),
  )
}

/** A text that stands for no value of the type stays one, so that its type is at fault. */
function readText(schema: Schema, text: string): unknown {
  if (isNumeric(schema)) return Number.isNaN(Number(text)) ? text : Number(text)
  return schema.type === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text
}

async function readContent(expected: ContractOperation['body'], request: Request): Promise<Content> {
  if (!expected) return { ok: true, value: undefined, faults: [] }
  const bytes = await request.arrayBuffer()
  if (bytes.byteLength === 0) return { ok: true, value: {}, faults: [bodyFault('required', 'is missing')] }
  if (!isJson(request.headers.get('content-type') ?? ''))
    return { ok: false, answer: { status: 415, problem: { code: 'unsupported_media_type' } } }
  const detail = `This operation takes bodies of at most ${expected.maxBytes} bytes.`
  if (bytes.byteLength > expected.maxBytes)
    return { ok: false, answer: { status: 413, problem: { code: 'payload_too_large', detail } } }
  return parse(bytes)
}

/** Whether it is plain JSON in UTF-8. */
function isJson(contentType: string): boolean {
  const [mediaType, ...parameters] = contentType.toLowerCase().split(';')
  const charsets = parameters
    .map((parameter) => parameter.split('=').map((part) => part.trim().replaceAll('"', '')))
    .filter(([name]) => name === 'charset')
  return (
    mediaType?.trim() === 'application/json' && charsets.every(([, value]) => /^utf-?8$/.test(value ?? ''))
  )
}

/** Where the fault is, no engine but V8 says. */
function parse(bytes: ArrayBuffer): Content {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { ok: false, fault: bodyFault('json', 'is not UTF-8') }
  }
  try {
    return { ok: true, value: JSON.parse(text), faults: [] }
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1]
    return {
      ok: false,
      fault: bodyFault('json', `is not JSON${position ? ` at character ${position}` : ''}`),
    }
  }
}

function bodyFault(code: string, message: string): Fault {
  return { in: 'body', pointer: '', code, message }
}

function inBody(fault: ValueFault): Fault {
  return { in: 'body', ...fault }
}

function withoutRepeated(faults: readonly Fault[]): Fault[] {
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()]
}

function invalid(errors: readonly Fault[]): AnyAnswer {
  const [first] = errors
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : ''
  const detail = `${first?.in}${first?.pointer} ${first?.message}${more}.`
  return { status: 400, problem: { code: 'invalid_request', detail, errors } }
}

function malformedJson(errors: readonly Fault[], { message }: Fault): AnyAnswer {
  return { status: 400, problem: { code: 'malformed_json', detail: `The body ${message}.`, errors } }
}

function pointerTo(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

type Schemas = Readonly<Record<string, Schema>>

type Content =
  | { ok: true; value: unknown; faults: Fault[] }
  | { ok: false; fault: Fault }
  | { ok: false; fault?: undefined; answer: AnyAnswer }
