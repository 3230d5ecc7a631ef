import { contract } from './contract.gen.ts'
import type { ContractOperation } from './contract.ts'
import { exampleOf } from './forced.ts'
import type { AnyAnswer, Context, Instance } from './operation.ts'
import { operationsById } from './operations.ts'
import { readInput } from './read.ts'

/** Which operation of the contract a request is for, or why there is none. */
export function findRoute(method: string, path: string): Route {
  // What a browser asks another origin, of any path.
  if (method === 'OPTIONS') return { ok: false, answer: { status: 204 } }
  // What is written out comes before what a placeholder takes.
  const template = templates.find((template) => matchPath(template, path) !== null)
  if (template === undefined) return { ok: false, answer: pathNotFound }
  const ids = decodeAll(matchPath(template, path) ?? {})
  if (!ids) return { ok: false, answer: malformedPath }
  const operations = Object.entries(contract.operations).filter(([, { path }]) => path === template)
  const [found] = operations.filter(([, operation]) => operation.method === method)
  if (found) return { ok: true, id: found[0], operation: found[1], ids }
  const Allow = operations.map(([, operation]) => operation.method).join(', ')
  const problem = { code: 'method_not_allowed', detail: `This path takes ${Allow}.` }
  return { ok: false, answer: { status: 405, headers: { Allow }, problem } }
}

const templates = [...new Set(Object.values(contract.operations).map(({ path }) => path))].sort()

/** Answers as the service does, in its order: who asks, for what, in which form, and then the operation. */
export async function answer(
  { id, operation, ids }: Extract<Route, { ok: true }>,
  request: Request,
  instances: ReadonlyMap<string, Instance>,
  tools: Omit<Context, 'instance'>,
): Promise<AnyAnswer> {
  if (!/^Bearer +\S/i.test(request.headers.get('authorization') ?? ''))
    return { status: 401, headers: challenge, problem: { code: 'token_missing' } }
  const instance = instances.get(ids['instanceId'] ?? '')
  if (!instance) return { status: 404, problem: { code: 'instance_not_found' } }
  if (!accepts(request.headers.get('accept'), operation)) return notAcceptable(operation)
  const run = operationsById[id]
  if (!run) return notClaimed(operation.name)
  const read = await readInput(operation, ids, request)
  if (!read.ok) return read.answer

  const key = request.headers.get('idempotency-key')
  if (operation.method !== 'POST' || key === null) return run(read.input, { ...tools, instance })
  const fingerprint = JSON.stringify([request.method, ids, operation.path, sortMembers(read.input.body)])
  const earlier = instance.answered.get(key)
  if (earlier && earlier.fingerprint !== fingerprint) return keyReused
  if (earlier)
    return { ...earlier.answer, headers: { ...earlier.answer.headers, 'Idempotency-Replayed': 'true' } }
  const first = run(read.input, { ...tools, instance })
  instance.answered.set(key, { fingerprint, answer: first })
  return first
}

/** The ids in a path, as they are written; null when it is not of this form. */
function matchPath(template: string, path: string): Record<string, string> | null {
  const names = Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  const match = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(path)
  return match && Object.fromEntries(names.map((name, at) => [name, match[at + 1] ?? '']))
}

/** Null when one is no percent-encoded UTF-8. */
function decodeAll(ids: Readonly<Record<string, string>>): Record<string, string> | null {
  try {
    return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, decodeURIComponent(id)]))
  } catch {
    return null
  }
}

function accepts(accept: string | null, operation: ContractOperation): boolean {
  if (accept === null || accept.includes('*/*')) return true
  return mediaTypesOf(operation).some(
    (type) => accept.includes(type) || accept.includes(type.replace(/\/.*/, '/*')),
  )
}

function mediaTypesOf({ answers }: ContractOperation): string[] {
  const good = Object.entries(answers).filter(([status]) => status.startsWith('2'))
  return [...new Set(good.map(([, { mediaType }]) => mediaType ?? 'application/json'))]
}

function notAcceptable(operation: ContractOperation): AnyAnswer {
  const detail = `Accept ${mediaTypesOf(operation).join(' or ')} and application/problem+json, or send no Accept header.`
  return { status: 406, problem: { code: 'not_acceptable', detail } }
}

function notClaimed(name: string): AnyAnswer {
  const detail = `The test server does not do ${name}. Give it an answer with respondOnce('${name}', { status: 200 }).`
  return { status: 501, problem: { code: 'not_in_test_server', detail } }
}

/** The same payload written in another order of members is the same payload. */
function sortMembers(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null), (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))
      : member,
  )
}

const challenge = { 'WWW-Authenticate': 'Bearer realm="instance-admin"' }

const pathNotFound: AnyAnswer = {
  status: 404,
  problem: {
    code: 'path_not_found',
    detail: 'No operation has this path. The contract lists them: /openapi.json, or /docs to read.',
  },
}

const notUtf8 = 'is not valid percent-encoded UTF-8'

const malformedPath: AnyAnswer = {
  status: 400,
  problem: {
    code: 'invalid_request',
    detail: `The path ${notUtf8}.`,
    errors: [{ in: 'path', pointer: '', code: 'encoding', message: notUtf8 }],
  },
}

/** What is wrong with it stands in the contract's example. */
const keyReused: AnyAnswer = {
  status: 422,
  problem: { code: 'idempotency_key_reused', errors: exampleOf('idempotency_key_reused')?.errors ?? [] },
}

type Route =
  | { ok: true; id: string; operation: ContractOperation; ids: Record<string, string> }
  | { ok: false; answer: AnyAnswer }
