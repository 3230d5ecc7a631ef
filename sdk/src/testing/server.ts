import { isIdentifier } from '../../../contract/rules/identifier.ts'
import { callerRoles, isCallerRole, type CallerRole } from '../../../contract/rules/roles.ts'
import type { ErrorCodes } from '../operations.gen.ts'
import { trust } from '../trust.ts'
import { pause } from '../wait.ts'
import { answer, findRoute } from './answer.ts'
import { forceAnswer, operationNamed, type ForcedAnswer } from './forced.ts'
import type { TestAnswer, Service, Tools } from './operation.ts'
import { closeLog } from './record.ts'
import { toResponse } from './respond.ts'
import { seedInstance, type InstanceSeed } from './seed.ts'
import { countIds, createTools } from './tools.ts'
import { toSentEvents, type SentEvent } from './deliveries.ts'

export interface TestServerOptions {
  /** The instances of the server, by id. */
  instances?: Readonly<Record<string, InstanceSeed>>
  /**
   * What `demo`, and every other instance that is asked for and not among `instances`, begins with: `seedWorld()` of
   * `@instance-admin/sdk/testing/world`, or a seed of your own. Default: there are no other instances.
   */
  world?: InstanceSeed
  /** The roles of the caller, or of the bearer token with which a request comes. Default: all of them. */
  roles?: readonly CallerRole[] | ((token: string) => readonly CallerRole[])
  /** Milliseconds that every answer is kept waiting, or the least and the most of them. Default: none. */
  delay?: number | readonly [least: number, most: number]
  /** How many requests `requests` has at most: the last ones. Default: all of them. */
  mostRequests?: number
}

export interface TestServer {
  /** Replaces the network: `createClient({ fetch: server.fetch, ... })`, or as `globalThis.fetch`. */
  fetch(this: void, input: Request | URL | string, init?: RequestInit): Promise<Response>
  /**
   * Forces the answer to the next request of this operation; further calls queue answers for the requests after that. The
   * request changes no data. Members that are left out come from the contract's example of the status and the code. Throws
   * TypeError for an answer that the contract does not declare. The client repeats a request after 429 and 503: set its
   * `maxRetries` to 0 to see the error.
   * @example
   * server.respondOnce('users.create', { status: 409, code: 'email_taken' })
   */
  respondOnce<Name extends keyof ErrorCodes>(operation: Name, forced: ForcedAnswer<Name>): void
  /** The next request of this operation gets no answer, as without a network. The client repeats it as with `respondOnce`. */
  failOnce(operation: keyof ErrorCodes): void
  /** All requests so far, in the order of their answers. */
  readonly requests: readonly SeenRequest[]
  /**
   * What the service would have sent to the webhooks so far, signed now, so that a receiver can be tested with it. The test
   * server calls no receiver: its deliveries stay `pending`.
   */
  events(): Promise<SentEvent[]>
  /** Restores the seeded data, and forgets all requests and forced answers. */
  reset(): void
}

export interface SeenRequest {
  /** Null where the contract has no operation for the method and the path. */
  operation: keyof ErrorCodes | null
  method: string
  /** The path from `/instances` on. */
  path: string
  query: Readonly<Record<string, string>>
  headers: Headers
  /** Parsed where the body is JSON; undefined where there is no body. */
  body: unknown
  /** Null where no answer was given. */
  status: number | null
}

/**
 * Creates the service in memory, for tests of front ends. It needs no network and no Node. Operations, schemas and examples
 * are generated from the contract; rules and sentences are the service's own code. A test suite compares the answers of the
 * service and the test server.
 *
 * Supported: the list of instances, users, agents, integrations, integration types, TWU models and their versions, the work
 * ledger with its summary and export, the records of changes and their stream, webhooks with what would be sent to them;
 * filters, sorts, pages and cursors; ETag with If-Match (412) and If-None-Match (304); Idempotency-Key; every fault of a
 * request that breaks the contract (400), conflicts (409), unfit configurations and drafts (422). Every run creates the
 * same ids, and no two changes have the same time. What was seeded has no records; a reset ends the streams, and their
 * positions are `changes_expired` (410) then.
 *
 * Not supported: every bearer token is the same caller, whose roles are the same in every instance; rates are not limited, and
 * Idempotency-Keys do not expire. No vendor is called: an integration stays `connecting` until `integrations.test`, whose
 * outcome is the `testOutcome` of the instance. `respondOnce` forces an answer for all of these.
 *
 * Different from the service: the ETag of an integration type, and an OPTIONS, which has no CORS headers. The position
 * where a body stops being JSON is reported in Node and Chromium only. Integers that a double cannot hold are refused only
 * by engines whose JSON reviver sees the source text, as in Node 22.
 *
 * Throws TypeError for a seed that the service could not hold.
 * @example
 * const server = createTestServer({ instances: { acme: { users: [{ username: 'ada' }] } } })
 * const client = createClient({ baseUrl: 'https://admin.test', token: 'any', fetch: server.fetch })
 * const { items } = await client.instance('acme').users.list()
 */
export function createTestServer(options: TestServerOptions): TestServer {
  const { instances = {}, world, roles = callerRoles, delay = 0, mostRequests = Infinity } = options
  const rolesOf = typeof roles === 'function' ? roles : () => roles
  const unknown = rolesOf('').find((role) => !isCallerRole(role))
  if (unknown !== undefined) throw new TypeError(`There is no role ${String(unknown)}: ${callerRoles.join(', ')}.`)
  // The seed is kept as text, so that neither the requests nor the caller can change it.
  const seed = JSON.stringify({ world, instances: { ...(world && { demo: world }), ...instances } })
  let state = begin(seed)
  const [least, most] = typeof delay === 'number' ? [delay, delay] : delay

  async function exchange(request: Request): Promise<Response> {
    // The state is read once: a request from before a reset must not appear in the state after it.
    const { forced, requests, tools, newRequestId } = state
    const service = { ...state.service, roles: rolesOf(tokenOf(request)) }
    const remember = (seen: SeenRequest) => {
      requests.push(seen)
      if (requests.length > mostRequests) requests.shift()
    }
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.slice(Math.max(0, pathname.search(/\/instances(\/|$)/)))
    const route = findRoute(request.method, path)
    const operation = route.ok ? route.operation.name : null
    const seen = await look(request, { operation, path, query: Object.fromEntries(searchParams) })
    if (most > 0) await pause(least + Math.random() * (most - least), request.signal)
    const decided = operation === null ? undefined : forced.get(operation)?.shift()
    if (decided === 'no answer') {
      remember({ ...seen, status: null })
      throw new TypeError(`The test server was told to fail ${operation}.`)
    }
    const requestId = newRequestId()
    const given = decided ?? (route.ok ? await answer(route, request, service, tools, requestId) : route.answer)
    remember({ ...seen, status: given.status })
    return toResponse(given, requestId, path, request)
  }

  function decide(operation: keyof ErrorCodes, decided: Decided): void {
    state.forced.set(operation, [...(state.forced.get(operation) ?? []), decided])
  }

  return {
    async fetch(input, init) {
      const isRequest = typeof input === 'object' && 'method' in input && init === undefined
      const request = isRequest ? input : new Request(input, init)
      request.signal.throwIfAborted()
      const response = await exchange(request)
      request.signal.throwIfAborted()
      return response
    },
    respondOnce: (operation, forced) => decide(operation, forceAnswer(operation, forced)),
    failOnce: (operation) => decide(operationNamed(operation).name, 'no answer'),
    get requests() {
      return state.requests
    },
    async events() {
      return (await Promise.all([...state.service.instances.values()].map(toSentEvents))).flat()
    },
    reset() {
      for (const { log } of state.service.instances.values()) closeLog(log)
      state = begin(seed)
    },
  }
}

function begin(seed: string): State {
  const { world, instances: seeds = {} } = trust<TestServerOptions>(JSON.parse(seed))
  const tools = createTools()
  const seeded = Object.entries(seeds).map(([id, instance]) => [id, seedInstance(id, instance, tools)] as const)
  const instances = new Map(seeded)
  const enter = (id: string) => {
    if (world && isIdentifier(id) && !instances.has(id)) instances.set(id, seedInstance(id, world, tools))
    return instances.get(id)
  }
  return { service: { instances, enter }, tools, newRequestId: countIds(), forced: new Map(), requests: [] }
}

async function look(request: Request, route: Pick<SeenRequest, 'operation' | 'path' | 'query'>) {
  const headers = new Headers(request.headers)
  headers.delete('authorization')
  const text = await request.clone().text()
  return { ...route, method: request.method, headers, body: text === '' ? undefined : parse(text) }
}

function tokenOf({ headers }: Request): string {
  return /^Bearer +(\S.*)/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

interface State {
  service: Omit<Service, 'roles'>
  tools: Tools
  newRequestId: () => string
  forced: Map<string, Decided[]>
  requests: SeenRequest[]
}

type Decided = TestAnswer | 'no answer'
