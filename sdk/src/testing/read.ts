import type { Fault } from '../errors.ts'
import { check } from './check.ts'
import type { ContractOperation, Schema } from './contract.ts'
import type { AnyAnswer, AnyInput } from './operation.ts'

/** The input of an operation, or the answer to a request that breaks the contract: 400 with every fault, 413, 415. */
export async function readInput(
  operation: ContractOperation,
  ids: Readonly<Record<string, string>>,
  request: Request,
): Promise<{ ok: true; input: AnyInput } | { ok: false; answer: AnyAnswer }> {
  const { parameters } = operation
  const faults: Fault[] = []
  const path = readValues('path', parameters.path, ids, faults)
  const query = readQuery(parameters.query, new URL(request.url).searchParams, faults)
  const headers = readHeaders(parameters.header, request.headers, faults)
  const body = await readBody(operation, request, faults)
  if (!body.ok) return body
  if (faults.length > 0) return { ok: false, answer: invalid('invalid_request', faults) }
  return { ok: true, input: { path, query, headers, body: body.value } }
}

function readQuery(schemas: Schemas, given: URLSearchParams, faults: Fault[]): Record<string, unknown> {
  const values: Record<string, string> = {}
  for (const name of new Set(given.keys())) {
    const [value = '', ...more] = given.getAll(name)
    const refuse = (code: string, message: string) =>
      faults.push({ in: 'query', pointer: pointerTo(name), code, message })
    if (!Object.hasOwn(schemas, name)) refuse('unknown', 'is not a parameter of this operation')
    else if (more.length > 0) refuse('repeated', 'is given more than once')
    else if (value === '') refuse('empty', 'is empty; leave it out instead')
    else values[name] = value
  }
  const defaults = Object.entries(schemas).flatMap(([name, schema]) =>
    schema.default === undefined ? [] : [[name, schema.default] as const],
  )
  return { ...Object.fromEntries(defaults), ...readValues('query', schemas, values, faults) }
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
function readText({ type }: Schema, text: string): unknown {
  const isNumber = (type === 'integer' || type === 'number') && /^-?\d{1,16}(\.\d{1,16})?$/.test(text)
  if (isNumber) return Number(text)
  return type === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text
}

async function readBody(
  { body }: ContractOperation,
  request: Request,
  faults: Fault[],
): Promise<{ ok: true; value: unknown } | { ok: false; answer: AnyAnswer }> {
  if (!body) return { ok: true, value: undefined }
  const bytes = await request.arrayBuffer()
  if (bytes.byteLength > 0 && !/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? ''))
    return { ok: false, answer: { status: 415, problem: { code: 'unsupported_media_type' } } }
  const detail = `This operation takes bodies of at most ${body.maxBytes} bytes.`
  if (bytes.byteLength > body.maxBytes)
    return { ok: false, answer: { status: 413, problem: { code: 'payload_too_large', detail } } }
  if (bytes.byteLength === 0) {
    faults.push({ in: 'body', pointer: '', code: 'required', message: 'is missing' })
    return checkBody(body.schema, {}, faults)
  }
  const parsed = parse(new TextDecoder().decode(bytes))
  if (!parsed.ok) {
    faults.push({ in: 'body', pointer: '', code: 'json', message: 'is not JSON' })
    return { ok: false, answer: invalid('malformed_json', faults) }
  }
  return checkBody(body.schema, parsed.value, faults)
}

function checkBody(schema: Schema, value: unknown, faults: Fault[]): { ok: true; value: unknown } {
  faults.push(...check(schema, value).map((fault) => ({ in: 'body', ...fault }) as const))
  return { ok: true, value }
}

function parse(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}

function invalid(code: string, errors: readonly Fault[]): AnyAnswer {
  const [first] = errors
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : ''
  const detail = first && `${first.in}${first.pointer} ${first.message}${more}.`
  return { status: 400, problem: { code, errors, ...(detail !== undefined && { detail }) } }
}

function pointerTo(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

type Schemas = Readonly<Record<string, Schema>>
