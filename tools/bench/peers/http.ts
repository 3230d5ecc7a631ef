import { randomUUIDv7 } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { asObject } from '../../../contract/json.ts'
import { createWork } from './work.ts'
import { announce, readPeerOptions } from './peer-process.ts'

/** The limit: the same work on Node's own HTTP server, with no validation but what the benchmark's requests need. */
const work = createWork(readPeerOptions())
const log = pino()

const server = createServer((request, response) => {
  const startedAt = performance.now()
  const requestId = randomUUIDv7()
  void handle()

  async function handle() {
    const { status, body, etag, location } = await answer(request)
    const text = body === undefined ? undefined : JSON.stringify(body)
    response.writeHead(status, {
      'X-Request-Id': requestId,
      ...(text !== undefined && {
        'Content-Type': status < 400 ? 'application/json' : 'application/problem+json',
        'Content-Length': Buffer.byteLength(text),
      }),
      ...(etag !== undefined && { ETag: etag }),
      ...(location !== undefined && { Location: location }),
    })
    response.end(text)
    const { method, url: path } = request
    const durationMs = Math.round(performance.now() - startedAt)
    log.info({ requestId, method, path, status, durationMs }, 'request')
  }
})

async function answer(request: IncomingMessage): Promise<Answer> {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const [, , instanceId = '', kind = '', id] = path.split('/')
  const instances = await work.verify(request.headers.authorization)
  if (!instances) return { status: 401, body: { code: 'token_invalid' } }
  if (!instances.includes(instanceId) || !(await work.hasInstance(instanceId))) return notFound
  const found = `${request.method} ${kind}${id === undefined ? '' : '/id'}`
  if (found === 'GET users') return { status: 200, body: await work.listUsers(instanceId, readQuery(query)) }
  if (found === 'GET work-ledger') return { status: 200, body: await work.listEntries(instanceId, readQuery(query)) }
  if (found === 'GET users/id') return readUser(instanceId, id ?? '', request.headers['if-none-match'])
  if (found === 'PUT users/id') {
    const { name } = await readJson(request)
    return { status: 200, ...(await work.updateUser(instanceId, id ?? '', { name: String(name) })) }
  }
  if (found !== 'POST agents') return notFound
  const input = await readJson(request)
  if (typeof input['model'] !== 'string') return { status: 400, body: { code: 'invalid_request' } }
  const { body, etag } = await work.createAgent(instanceId, input)
  return { status: 201, body, etag, location: `/instances/${instanceId}/agents/${body.id}` }
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  return asObject(JSON.parse(String(await buffer(request))))
}

async function readUser(instanceId: string, id: string, held: string | undefined): Promise<Answer> {
  const found = await work.findUser(instanceId, id)
  if (!found) return notFound
  return held === found.etag ? { status: 304, etag: held } : { status: 200, ...found }
}

function readQuery(query: string) {
  const { size = '20', ...rest } = Object.fromEntries(new URLSearchParams(query))
  return { ...rest, size: Number(size) }
}

const notFound = { status: 404, body: { code: 'not_found' } }

interface Answer {
  status: number
  body?: object
  etag?: string
  location?: string
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  announce(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
