import { randomUUIDv7 } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { asObject } from '../../../contract/json.ts'
import { securityHeaders } from '../../../server/http/security-headers.ts'
import { createWork, ledgerReaders, mayCall, readers, writers, type Caller } from './work.ts'
import { announce, readPeerOptions } from './peer-process.ts'

/** The limit: the same work on Node's own HTTP server, with no validation but what the benchmark's requests need. */
const work = createWork(readPeerOptions())
const log = pino()

const server = createServer((request, response) => {
  const startedAt = performance.now()
  const requestId = randomUUIDv7()
  void handle()

  async function handle() {
    const { status, body, headers } = await answer(request, requestId)
    const text = body === undefined ? undefined : JSON.stringify(body)
    response.writeHead(status, {
      ...securityHeaders,
      Vary: 'Origin',
      'X-Request-Id': requestId,
      ...headers,
      ...(text !== undefined && {
        'Content-Type': `application/${status < 400 ? 'json' : 'problem+json'}; charset=utf-8`,
        'Content-Length': Buffer.byteLength(text),
      }),
    })
    response.end(text)
    const { method, url: path } = request
    const durationMs = Math.round(performance.now() - startedAt)
    log.info({ requestId, method, path, status, durationMs }, 'request')
  }
})

async function answer(request: IncomingMessage, requestId: string): Promise<Answer> {
  const { url = '', headers } = request
  const [path = '', query = ''] = url.split('?')
  const [, , instanceId = '', kind = '', id] = path.split('/')
  const answerProblem = (status: number, code: string, more = {}): Answer => {
    const problem = {
      type: `urn:problem:${code}`,
      title: code,
      status,
      detail: code,
      instance: path,
      code,
      requestId,
      errors: [],
    }
    return { status, body: problem, headers: more }
  }
  const caller = await work.verify(headers.authorization)
  if (!caller) return answerProblem(401, 'token_invalid', unauthorized)
  const rate = work.count(caller, instanceId)
  if (!rate) return answerProblem(429, 'rate_limited')
  if (!caller.instances.includes(instanceId) || !(await work.hasInstance(instanceId)))
    return answerProblem(404, 'not_found', rate)
  const found = `${request.method} ${kind}${id === undefined ? '' : '/id'}`
  const route = routes[found]
  if (!route) return answerProblem(404, 'not_found', rate)
  if (!mayCall(caller, route.roles)) return answerProblem(403, 'forbidden', rate)
  const answered = await route.answer({ request, requestId, caller, instanceId, id: id ?? '', query })
  if ('code' in answered) return answerProblem(answered.status, answered.code, rate)
  return { ...answered, headers: { ...rate, ...answered.headers } }
}

const unauthorized = { 'WWW-Authenticate': 'Bearer realm="instance-admin", error="invalid_token"' }

const routes: Partial<Record<string, Route>> = {
  'GET users': {
    roles: readers,
    answer: async ({ instanceId, query }) => ({
      status: 200,
      body: await work.listUsers(instanceId, readQuery(query)),
    }),
  },
  'GET work-ledger': {
    roles: ledgerReaders,
    answer: async ({ instanceId, query }) => ({
      status: 200,
      body: await work.listEntries(instanceId, readQuery(query)),
    }),
  },
  'GET users/id': {
    roles: readers,
    answer: async ({ request, instanceId, id }) => {
      const found = await work.findUser(instanceId, id)
      if (!found) return { status: 404, code: 'not_found' }
      const headers = { ETag: found.etag }
      return request.headers['if-none-match'] === found.etag
        ? { status: 304, headers }
        : { status: 200, body: found.body, headers }
    },
  },
  'PUT users/id': {
    roles: writers,
    answer: async ({ request, requestId, caller, instanceId, id }) => {
      const { name } = await readJson(request)
      const updated = await work.updateUser(caller, requestId, instanceId, id, { name: String(name) })
      if (!updated) return { status: 404, code: 'not_found' }
      return { status: 200, body: updated.body, headers: { ETag: updated.etag } }
    },
  },
  'POST agents': {
    roles: writers,
    answer: async ({ request, requestId, caller, instanceId }) => {
      const input = await readJson(request)
      if (typeof input['model'] !== 'string') return { status: 400, code: 'invalid_request' }
      const { body, etag } = await work.createAgent(caller, requestId, instanceId, input)
      return { status: 201, body, headers: { ETag: etag, Location: `/instances/${instanceId}/agents/${body.id}` } }
    },
  },
}

interface Route {
  roles: readonly string[]
  answer: (asked: Asked) => Promise<Answer | { status: number; code: string }>
}

interface Asked {
  request: IncomingMessage
  requestId: string
  caller: Caller
  instanceId: string
  id: string
  query: string
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  return asObject(JSON.parse(String(await buffer(request))))
}

function readQuery(query: string) {
  const { size = '20', ...rest } = Object.fromEntries(new URLSearchParams(query))
  return { ...rest, size: Number(size) }
}

interface Answer {
  status: number
  body?: object
  headers?: Record<string, string>
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  announce(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
