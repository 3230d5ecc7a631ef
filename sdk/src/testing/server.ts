import type { ErrorCodes } from '../operations.gen.ts'
import { trust } from '../trust.ts'
import { answer, findRoute } from './answer.ts'
import { forceAnswer, operationNamed, type ForcedAnswer } from './forced.ts'
import type { AnyAnswer, Instance } from './operation.ts'
import { toResponse } from './respond.ts'
import { seedInstance, type InstanceSeed } from './seed.ts'

export interface TestServerOptions {
  /** Every instance that there is, by its id. */
  instances: Readonly<Record<string, InstanceSeed>>
}

export interface TestServer {
  /** In the place of the network: `createClient({ fetch: server.fetch, ... })`, or of `globalThis.fetch`. */
  fetch(this: void, input: Request | URL | string, init?: RequestInit): Promise<Response>
  /**
   * The next request of this operation gets this answer, the one after it the next that was asked for; nothing is
   * changed. What is left out comes from the contract's example of the status and the code. Throws TypeError for what the contract does not
   * declare. The client sends a request again after 429 and 503: give it `maxRetries: 0` to see the error.
   * @example
   * server.respondOnce('users.create', { status: 409, code: 'email_taken' })
   */
  respondOnce<Name extends keyof ErrorCodes>(operation: Name, forced: ForcedAnswer<Name>): void
  /** The next request of this operation gets no answer, as without a network. */
  failOnce(operation: keyof ErrorCodes): void
  /** What has been asked so far, in the order in which it was answered. */
  readonly requests: readonly SeenRequest[]
  /** Back to the beginning: what was seeded, no requests, no forced answers. */
  reset(): void
}

export interface SeenRequest {
  /** Null where the contract has none for method and path. */
  operation: keyof ErrorCodes | null
  method: string
  /** From `/instances` on. */
  path: string
  query: Readonly<Record<string, string>>
  headers: Headers
  /** Parsed where it is JSON; undefined where there is none. */
  body: unknown
  /** Null where no answer was given. */
  status: number | null
}

/**
 * The service in memory, for tests of front ends: no network, no Node, nothing but this package. Its operations, schemas
 * and examples are generated from the contract, its rules and sentences are the service's own, and one suite compares
 * the answers of both.
 *
 * It does: users, agents, integrations, integration types, TWU models and their versions, the work ledger and its
 * summary; filters, sorts, pages and cursors; ETag with If-Match (412) and If-None-Match (304); Idempotency-Key; every
 * fault of a request that breaks the contract (400), conflicts (409), unfit configurations and drafts (422). Ids are the
 * same in every run, and no two changes have the same time.
 *
 * It does not: `workLedger.export` answers 501. Any bearer token is one caller, who may do everything in every instance;
 * no rates are limited, and Idempotency-Keys do not expire. No system is called: an integration stays `connecting` until
 * `integrations.test`, which finds the `testOutcome` of its instance. Expressions of TWU models are not compiled: one
 * that is there can be published. What it does not do by itself, `respondOnce` makes it answer.
 *
 * Not the same as the service's: the `message` of a connection test; the ETag of an integration type; an OPTIONS, which
 * has no CORS headers. Where a body stops being JSON is said in Node and Chromium only; integers that a double does not
 * keep are refused only by engines that show a reviver their text, as Node 22 does.
 *
 * Throws TypeError for a seed that the service could not hold.
 * @example
 * const server = createTestServer({ instances: { acme: { users: [{ username: 'ada' }] } } })
 * const client = createClient({ baseUrl: 'https://admin.test', token: 'any', fetch: server.fetch })
 * const { items } = await client.instance('acme').users.list()
 */
export function createTestServer({ instances }: TestServerOptions): TestServer {
  // Neither reset nor the caller can change what it begins with.
  const seed = JSON.stringify(instances)
  let state = begin(seed)

  async function exchange(request: Request): Promise<Response> {
    // What was asked before a reset stays out of what begins then.
    const { forced, requests, instances, tools, newRequestId } = state
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.slice(Math.max(0, pathname.indexOf('/instances/')))
    const route = findRoute(request.method, path)
    const operation = route.ok ? route.operation.name : null
    const seen = await look(request, { operation, path, query: Object.fromEntries(searchParams) })
    const decided = operation === null ? undefined : forced.get(operation)?.shift()
    if (decided === 'no answer') {
      requests.push({ ...seen, status: null })
      throw new TypeError(`The test server was told to fail ${operation}.`)
    }
    const given = decided ?? (route.ok ? await answer(route, request, instances, tools) : route.answer)
    requests.push({ ...seen, status: given.status })
    return toResponse(given, newRequestId(), { method: request.method, path })
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
    reset() {
      state = begin(seed)
    },
  }
}

function begin(seed: string): State {
  const seeds = trust<TestServerOptions['instances']>(JSON.parse(seed))
  const tools = { newId: countIds(), now: tellTimes() }
  const seeded = Object.entries(seeds).map(
    ([id, instance]) => [id, seedInstance(`instances.${id}`, instance, tools)] as const,
  )
  return { instances: new Map(seeded), tools, newRequestId: countIds(), forced: new Map(), requests: [] }
}

/** In the form of the service's. */
function countIds(): () => string {
  let count = 0
  return () => {
    count += 1
    return `00000000-0000-7000-8000-${String(count).padStart(12, '0')}`
  }
}

function tellTimes(): () => string {
  let last = 0
  return () => {
    last = Math.max(Date.now(), last + 1)
    return new Date(last).toISOString()
  }
}

async function look(request: Request, route: Pick<SeenRequest, 'operation' | 'path' | 'query'>) {
  const headers = new Headers(request.headers)
  headers.delete('authorization')
  const text = await request.clone().text()
  return { ...route, method: request.method, headers, body: text === '' ? undefined : parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

interface State {
  instances: ReadonlyMap<string, Instance>
  tools: { newId: () => string; now: () => string }
  newRequestId: () => string
  forced: Map<string, Decided[]>
  requests: SeenRequest[]
}

type Decided = AnyAnswer | 'no answer'
