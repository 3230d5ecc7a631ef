import { expect } from 'vitest'
import { createClient, isApiError, type Change, type Client, type Resources } from '../../../sdk/src/index.ts'
import { trust } from '../../../sdk/src/trust.ts'
import { createTestServer, type InstanceSeed, type TestServer } from '../../../sdk/src/testing/index.ts'
import { asArray, asObject, isObject } from '../../../contract/json.ts'
import { callerRoles as roles } from '../../../contract/rules/roles.ts'
import { now } from '../../helpers/clock.ts'
import { startTestMock } from '../../helpers/programs/mock.ts'
import { startTestService, type TestService } from '../../helpers/service.ts'
import { createContractCheck, type ContractCheck } from './contract-check.ts'

/** The service or the test server, with all that it has answered. */
export interface Side {
  client: Client
  acme: Resources
  /** Another instance, in which the test of a Slack integration passes. Elsewhere tests fail: `blocked_host`. */
  other: Resources
  /** What the SDK would not let through. `path` begins after the instance. */
  send: (method: string, path: string, options?: SendOptions) => Promise<void>
  /** What was answered since this was last asked, and then the records of changes since then, made comparable. */
  takeAnswers: () => Promise<unknown[]>
}

/**
 * The service and the test server, with the mock or without, each with an instance `acme`: it is empty in the service, and
 * has the seed elsewhere.
 */
export async function startSides(seed: InstanceSeed, withMock: boolean): Promise<Sides> {
  // No job is done: what is sent to webhooks stays as it was answered.
  const jobTimings = { pollSeconds: 3600 }
  const lookup = (host: string) => Promise.resolve([host === 'slack.com' ? '93.184.215.14' : '127.0.0.1'])
  const service = await startTestService({}, { lookup, jobTimings })
  const acme = { ...seed, name: 'Acme', testOutcome: 'blocked_host' } as const
  const server = createTestServer({ instances: { acme, other: { name: 'Other', testOutcome: 'ok' } } })
  // The caller of the test server.
  const caller = { sub: 'test', client_id: 'test', roles }
  const token = await service.token('Administrator', { ...caller, instances: ['acme', 'other'] })
  const contract = await createContractCheck()
  const seeds = { acme, other: { testOutcome: 'ok' } as const }
  const seedFor = (instanceId: string) => (instanceId === 'acme' ? seeds.acme : seeds.other)
  const mock = withMock ? await startTestMock({ seedFor, checkAfterMs: 3_600_000 }) : null
  return {
    service,
    contract,
    server,
    real: createSide(
      service.baseUrl,
      () => token,
      laterFetch(),
      () => {},
    ),
    memory: createSide('https://admin.test', () => 'any', server.fetch, checkAnswers(contract)),
    mocked: mock && createSide(mock.url, () => 'any', fetch, checkAnswers(contract)),
    async stop() {
      await service.close()
      await mock?.stop()
    },
  }
}

/** Does the same on all sides; the others must have answered as the service. */
export async function expectSameAnswers(
  { real, memory, mocked }: Pick<Sides, 'real' | 'memory' | 'mocked'>,
  facts: (side: Side) => Promise<unknown>,
): Promise<void> {
  const sides = [real, memory, ...(mocked ? [mocked] : [])]
  const answered: unknown[][] = []
  try {
    for (const side of sides) await facts(side)
  } finally {
    // Also after a failure: the next facts begin with none.
    for (const side of sides) answered.push(await side.takeAnswers())
  }
  const [answers = [], ...ofOthers] = answered
  expect(answers.length).toBeGreaterThan(0)
  for (const others of ofOthers) {
    // One by one: the difference between all of them is too long to be shown.
    for (const [at, answer] of answers.entries()) expect(others[at]).toEqual(answer)
    expect(others).toHaveLength(answers.length)
  }
}

/** For calls that the service refuses: their answers are compared like any other. */
export async function refused(call: Promise<unknown>): Promise<void> {
  const error: unknown = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (!isApiError(error)) throw new Error('The call was not refused.', { cause: error })
}

function createSide(
  baseUrl: string,
  token: () => string | Promise<string>,
  fetch: Fetch,
  checkAnswer: CheckAnswer,
): Side {
  let answers: unknown[] = []
  const watch = async (request: Request, next: Fetch, events = 1) => {
    const response = await next(request)
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') && response.body
    const text = isStream ? await readEvents(isStream, events) : await response.clone().text()
    const path = new URL(request.url).pathname.replace(/(?<=\/changes\/)\d+$/, 'number')
    const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '')
    // The SDK, and so its test server, does not have the operations that exporters and assistants call.
    const told = path.endsWith('/me') ? text.replace(/"(exportTraces|sendMcpMessage)",/g, '') : text
    const body: unknown = isJson && text !== '' ? JSON.parse(told) : text
    checkAnswer(request, { status: response.status, text })
    const headers = Object.fromEntries(shownHeaders.map((name) => [name, response.headers.get(name)]))
    const { content } = asObject(path.endsWith('/changes') && response.ok ? body : {})
    const shown = content ? { ...asObject(body), content: withoutErased(trust<Change[]>(content)) } : body
    answers.push({ method: request.method, path, status: response.status, headers, body: shown })
    return response
  }
  // A busy machine may take longer than a client usually waits.
  const reader = createClient({ baseUrl, token, fetch, maxRetries: 0, timeoutMs: 300_000, attemptTimeoutMs: 300_000 })
  const client = reader.withOptions({ use: [(request, next) => watch(request, next)] })
  const records = ['acme', 'other'].map((id) => followRecords(reader.instance(id)))
  return {
    client,
    acme: client.instance('acme'),
    other: client.instance('other'),
    async send(method, path, { body, headers = {}, events } = {}) {
      const content = typeof body === 'string' ? body : JSON.stringify(body)
      const request = new Request(`${baseUrl}/instances/acme${path}`, {
        method,
        headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: content }),
      })
      request.headers.set('Authorization', `Bearer ${await token()}`)
      await watch(request, fetch, events)
    },
    async takeAnswers() {
      const taken = createNormaliser()([...answers, ...(await Promise.all(records.map((read) => read())))])
      answers = []
      return asArray(taken)
    },
  }
}

/**
 * Each change is sent in a later millisecond than the last was answered: two of the service in one would have no certain
 * order in lists, and it rounds. Those in memory never meet.
 */
function laterFetch(): Fetch {
  let free = 0
  return async (request) => {
    while (now() < free && request.method !== 'GET') await new Promise((resolve) => setImmediate(resolve))
    const response = await fetch(request)
    if (request.method !== 'GET') free = now() + 2
    return response
  }
}

/** The service erases the names of those who were deleted a little later. */
function withoutErased(changes: Change[]): Change[] {
  const gone = changes.filter(({ kind }) => kind === 'deleted').map(({ resource }) => resource.id)
  return changes.map((change) => (gone.includes(change.resource.id) ? withoutNames(change) : change))
}

function withoutNames(change: Change): Change {
  const { resource, difference } = change
  if (resource.type !== 'user' || resource.name === null) return change
  const kept = difference.filter(({ pointer }) => !/^\/(username|email|(middleN|familyN|n)ame)$/.test(pointer))
  return { ...change, resource: { ...resource, name: 'erased' }, difference: kept }
}

/** The first events of a stream, which is then left. */
async function readEvents(body: ReadableStream<Uint8Array>, events: number): Promise<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (text.split('\n\n').length <= events) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  const read = text.split('\n\n').slice(0, events).join('\n\n')
  return read
    .replaceAll(/(?<=^id: |"sequence":)\d+(-\w+)?/gm, 'number')
    .replaceAll(/(?<="(at|requestId)":)"[^"]+"/g, 'text')
}

/** Returns a function that reads the records of changes since its last call. */
function followRecords({ changes }: Resources): () => Promise<Change[]> {
  let seen = 0
  return async () => {
    const found: Change[] = []
    // Few: some of them are large.
    for await (const change of changes.list({ size: 20 })) {
      if (change.sequence <= seen) break
      found.unshift(change)
    }
    seen = found.at(-1)?.sequence ?? seen
    return withoutErased(found)
  }
}

const shownHeaders = ['content-type', 'cache-control', 'etag', 'location', 'link', 'allow', 'idempotency-replayed']

/**
 * Ids become numbers in the order in which they are first seen, times become their relation to the creation, cursors
 * and what a connection test says become the fact that they are there. Texts of problems and faults are compared.
 */
function createNormaliser(): (value: unknown) => unknown {
  const ids = new Map<string, string>()
  const nameId = (id: string) => {
    if (!ids.has(id)) ids.set(id, `id-${ids.size + 1}`)
    return ids.get(id) ?? id
  }
  const normaliseText = (text: string) =>
    text
      .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, nameId)
      .replaceAll(/cursor=[\w-]+/g, 'cursor=cursor')
  const normalise = (value: unknown): unknown => {
    if (typeof value === 'string') return normaliseText(value)
    if (Array.isArray(value)) return value.map(normalise)
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        rules[name]?.(member, value) ?? normalise(name === 'difference' ? inOrder(member) : member),
      ]),
    )
  }
  return normalise
}

/** What differs has no order. */
function inOrder(difference: unknown): unknown[] {
  return asArray(difference).toSorted((a, b) =>
    String(asObject(a)['pointer']) < String(asObject(b)['pointer']) ? -1 : 1,
  )
}

const rules: Readonly<Record<string, (member: unknown, whole: Record<string, unknown>) => unknown>> = {
  requestId: isText,
  sequence: (number) => typeof number,
  at: isTime,
  before: isTimeOrOther,
  after: isTimeOrOther,
  // That of a ledger entry is the time of its last update.
  etag: (tag) => (typeof tag === 'string' && !/^"\d{1,12}"$/.test(tag) ? 'a tag' : tag),
  next: (cursor) => (typeof cursor === 'string' ? 'a cursor' : cursor),
  durationMs: (duration) => typeof duration,
  secret: (secret) => (String(secret).startsWith('whsec_') ? 'a secret' : secret),
  nextAttemptAt: isTime,
  createdAt: isTime,
  publishedAt: isTime,
  archivedAt: isTime,
  lastHealthCheck: isTime,
  testedAt: isTime,
  updatedAt: (time, { createdAt }) => (createdAt === undefined ? isTime(time) : sinceCreation(time, createdAt)),
}

function sinceCreation(time: unknown, createdAt: unknown): unknown {
  return time === createdAt ? 'as created' : String(time) > String(createdAt) ? 'later' : time
}

function isText(text: unknown): unknown {
  return typeof text === 'string' && text !== '' ? 'a text' : text
}

/** In what differs. Undefined for what is no time, and compared like anything else. */
function isTimeOrOther(value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? isTime(value) : undefined
}

function isTime(time: unknown): unknown {
  return typeof time === 'string' && new Date(time).toISOString() === time ? 'a time' : time
}

/** What the test server answers is declared by the contract, and has no secrets. */
function checkAnswers(contract: ContractCheck): CheckAnswer {
  return (request, answer) => {
    expect(answer.text).not.toMatch(/secret-|correct-horse/)
    const operation = contract.find(request.method, new URL(request.url).pathname)
    if (operation) contract.expectDeclared(operation, answer)
  }
}

export interface Sides {
  service: TestService
  contract: ContractCheck
  server: TestServer
  real: Side
  memory: Side
  mocked: Side | null
  stop: () => Promise<void>
}

interface SendOptions {
  body?: unknown
  headers?: Record<string, string>
  /** How many events of a stream are read. Default: 1. */
  events?: number
}

type Fetch = (request: Request) => Promise<Response>

type CheckAnswer = (request: Request, answer: { status: number; text: string }) => void
