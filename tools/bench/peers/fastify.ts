import { randomUUIDv7 } from 'node:crypto'
import fastify, { type FastifyReply } from 'fastify'
import { asObject } from '../../../contract/json.ts'
import { createWork } from './work.ts'
import { agentInput, agentSchema, listOf, listQuery, entrySchema, userSchema, userUpdate } from './schemas.ts'
import { announce, readPeerOptions } from './peer-process.ts'

/** A plain Fastify service, as its documentation teaches: schemas for input and answers, one hook for admission. */
const work = createWork(readPeerOptions())

const app = fastify({
  logger: { level: 'info' },
  disableRequestLogging: true,
  genReqId: () => randomUUIDv7(),
  requestIdHeader: false,
})

app.addHook('onRequest', async (request, reply) => {
  reply.header('X-Request-Id', request.id)
  const instances = await work.verify(request.headers.authorization)
  if (!instances) return refuse(reply, 401, 'token_invalid')
  const { instanceId } = asObject(request.params)
  if (instances.includes(String(instanceId)) && (await work.hasInstance(String(instanceId)))) return undefined
  return refuse(reply, 404, 'instance_not_found')
})

app.addHook('onResponse', async (request, reply) => {
  const { method, url, id } = request
  const durationMs = Math.round(reply.elapsedTime)
  request.log.info({ requestId: id, method, path: url, status: reply.statusCode, durationMs }, 'request')
})

app.setErrorHandler((error: { validation?: unknown; message?: string }, _request, reply) => {
  if (error.validation) return refuse(reply, 400, 'invalid_request', error.message)
  return refuse(reply, 500, 'internal_error')
})

app.get<{ Params: Path; Querystring: { username?: string; cursor?: string; size: number } }>(
  '/instances/:instanceId/users',
  { schema: { querystring: listQuery, response: { 200: listOf(userSchema) } } },
  async ({ params, query }) => work.listUsers(params.instanceId, query),
)

app.get<{ Params: Path & { userId: string } }>(
  '/instances/:instanceId/users/:userId',
  { schema: { response: { 200: userSchema } } },
  async ({ params, headers }, reply) => {
    const found = await work.findUser(params.instanceId, params.userId)
    if (!found) return refuse(reply, 404, 'user_not_found')
    reply.header('ETag', found.etag)
    return headers['if-none-match'] === found.etag ? reply.code(304).send() : found.body
  },
)

app.put<{ Params: Path & { userId: string }; Body: { name?: string } }>(
  '/instances/:instanceId/users/:userId',
  { schema: { body: userUpdate, response: { 200: userSchema } } },
  async ({ params, body }, reply) => {
    const updated = await work.updateUser(params.instanceId, params.userId, body)
    if (!updated) return refuse(reply, 404, 'user_not_found')
    reply.header('ETag', updated.etag)
    return updated.body
  },
)

app.post<{ Params: Path; Body: Record<string, unknown> }>(
  '/instances/:instanceId/agents',
  { schema: { body: agentInput, response: { 201: agentSchema } } },
  async ({ params, body }, reply) => {
    const { etag, body: agent } = await work.createAgent(params.instanceId, body)
    const Location = `/instances/${params.instanceId}/agents/${agent.id}`
    return reply.code(201).headers({ ETag: etag, Location }).send(agent)
  },
)

app.get<{ Params: Path; Querystring: { size: number } }>(
  '/instances/:instanceId/work-ledger',
  { schema: { querystring: listQuery, response: { 200: listOf(entrySchema) } } },
  async ({ params, query }) => work.listEntries(params.instanceId, query),
)

function refuse(reply: FastifyReply, status: number, code: string, detail = code) {
  const body = { type: `urn:problem:${code}`, title: code, status, detail, code, requestId: reply.request.id }
  return reply.code(status).type('application/problem+json').send(JSON.stringify(body))
}

interface Path {
  instanceId: string
}

announce(await app.listen({ port: 0, host: '127.0.0.1' }))
