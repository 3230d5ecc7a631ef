import { contract } from './contract.gen.ts'
import type { ContractOperation } from './contract.ts'
import type { AnyAnswer, Context, Instance } from './operation.ts'
import { operationsById } from './operations.ts'
import { readInput } from './read.ts'

/** Which operation of the contract a request is for, or why there is none. */
export function findRoute(method: string, path: string): Route {
  const routes = Object.entries(contract.operations).flatMap(([id, operation]) => {
    const ids = matchPath(operation.path, path)
    return ids ? [{ id, operation, ids }] : []
  })
  const found = routes.find(({ operation }) => operation.method === method)
  if (found) return { ok: true, ...found }
  if (routes.length === 0) return { ok: false, answer: { status: 404, problem: { code: 'path_not_found' } } }
  const Allow = routes.map(({ operation }) => operation.method).join(', ')
  const problem = { code: 'method_not_allowed', detail: `This path takes ${Allow}.` }
  return { ok: false, answer: { status: 405, headers: { Allow }, problem } }
}

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
  if (!accepts(request.headers.get('accept'), operation))
    return { status: 406, problem: { code: 'not_acceptable' } }
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

/** The ids in a path; null when it is not of this form. */
function matchPath(template: string, path: string): Record<string, string> | null {
  const names = Array.from(template.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  const match = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(path)
  return match && Object.fromEntries(names.map((name, at) => [name, decode(match[at + 1] ?? '')]))
}

/** What is no percent-encoded UTF-8 stays as it is, and is no id. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function accepts(accept: string | null, { answers }: ContractOperation): boolean {
  if (accept === null || accept.includes('*/*')) return true
  const mediaTypes = Object.entries(answers).flatMap(([status, { mediaType }]) =>
    status.startsWith('2') ? [mediaType ?? 'application/json'] : [],
  )
  return mediaTypes.some((type) => accept.includes(type) || accept.includes(type.replace(/\/.*/, '/*')))
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

const keyReused: AnyAnswer = {
  status: 422,
  problem: {
    code: 'idempotency_key_reused',
    errors: [
      { in: 'header', pointer: '/idempotency-key', code: 'reused', message: 'was used with another payload' },
    ],
  },
}

type Route =
  | { ok: true; id: string; operation: ContractOperation; ids: Record<string, string> }
  | { ok: false; answer: AnyAnswer }
