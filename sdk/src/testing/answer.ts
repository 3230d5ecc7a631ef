import { accepts } from '../../../contract/rules/media-types.ts'
import { matchPath } from '../../../contract/rules/paths.ts'
import { describeValue, isStored, replay } from '../../../contract/rules/payload.ts'
import * as problems from '../../../contract/rules/problems.ts'
import { idempotencyKeyReused, instanceNotFound, roleMissing, tokenMissing } from '../../../contract/rules/refusals.ts'
import { mayCall } from '../../../contract/rules/roles.ts'
import { isPublicUrl } from '../../../contract/rules/webhook-url.ts'
import { contract } from './contract.gen.ts'
import type { ContractOperation } from './contract.ts'
import type { Service, TestAnswer, Tools } from './operation.ts'
import { operationsById, serviceOperationsById } from './operations.ts'
import { readInput } from './read.ts'

/** The operation of the contract for a request, or the answer to a request that matches none. */
export function findRoute(method: string, path: string): Route {
  // The preflight request of a browser is answered for any path.
  if (method === 'OPTIONS') return { ok: false, answer: { status: 204 } }
  const all = Object.entries(contract.operations)
  const templates = all.map(([, operation]) => operation.path)
  const matched = matchPath(templates, path)
  if (!matched) return { ok: false, answer: problems.pathNotFound }
  const ids = decodeAll(matched.values)
  if (!ids) return { ok: false, answer: problems.malformedPath }
  const operations = all.filter(([, { path }]) => path === matched.template)
  const asked = method === 'HEAD' ? 'GET' : method
  const found = operations.find(([, operation]) => operation.method === asked)
  if (found) return { ok: true, id: found[0], operation: found[1], path, ids }
  return { ok: false, answer: problems.methodNotAllowed(operations.map(([, { method }]) => method)) }
}

/** Checks in the order of the service: the token, the instance, the roles, the form of the request. Then runs the operation. */
export async function answer(
  { id, operation, path, ids }: Extract<Route, { ok: true }>,
  request: Request,
  service: Service,
  tools: Tools,
  requestId: string,
): Promise<TestAnswer> {
  const { headers } = request
  if (!/^Bearer +\S/i.test(headers.get('authorization') ?? '')) return tokenMissing
  const runOnService = serviceOperationsById[id]
  if (runOnService) {
    const read = await readInput(operation, ids, request)
    return read.ok ? runOnService(read.input, service) : read.answer
  }
  const instance = service.enter(ids['instanceId'] ?? '')
  if (!instance) return instanceNotFound
  const { roles } = service
  if (!mayCall(operation, roles)) return roleMissing(operation.roles)
  const read = await readInput(operation, ids, request)
  if (!read.ok) return read.answer
  const run = operationsById[id]
  if (!run) return notClaimed(operation.name)
  const origin = { operation: id, actor: { type: 'client', id: 'test', name: 'test' } as const, requestId }
  const readers = Object.values(contract.operations).filter((one) => one.readsChangesOf !== null && mayCall(one, roles))
  const readsChangesOf = (type: string) => readers.some((one) => one.readsChangesOf === type)
  const context = { ...tools, instance, roles, origin, readsChangesOf, isCallable: isPublicUrl }

  const key = 'Idempotency-Key' in operation.parameters.header ? headers.get('idempotency-key') : null
  if (key === null) return refuseStream(run(read.input, context), headers.get('accept') ?? undefined)
  const payload = describeValue([operation.method, path, read.input.body])
  const earlier = instance.answered.get(key)
  if (earlier) return earlier.payload === payload ? replay(earlier.answer) : idempotencyKeyReused
  const first = run(read.input, context)
  if (isStored(first)) instance.answered.set(key, { payload, answer: first })
  return first
}

/** The format of an export is known only now. */
function refuseStream(answer: TestAnswer, accept: string | undefined): TestAnswer {
  if (!answer.stream || accepts(accept, answer.stream.mediaType)) return answer
  answer.stream.close()
  return problems.streamNotAcceptable(answer.stream.mediaType)
}

/** Null when an id is no percent-encoded UTF-8. */
function decodeAll(ids: Readonly<Record<string, string>>): Record<string, string> | null {
  try {
    return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, decodeURIComponent(id)]))
  } catch {
    return null
  }
}

function notClaimed(name: string): TestAnswer {
  const detail = `The test server does not do ${name}. Give it an answer with respondOnce('${name}', { status: 200 }).`
  return { status: 501, mediaType: 'application/problem+json', body: { code: 'not_in_test_server', detail } }
}

type Route =
  | { ok: true; id: string; operation: ContractOperation; path: string; ids: Record<string, string> }
  | { ok: false; answer: TestAnswer }
