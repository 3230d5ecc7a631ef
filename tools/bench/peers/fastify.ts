import { randomUUIDv7 } from 'node:crypto'
import fastify, { type FastifyError, type FastifyReply, type FastifyRequest } from 'fastify'
import { securityHeaders } from '../../../server/http/security-headers.ts'
import { createWork, ledgerReaders, mayCall, readers, writers, type Caller } from './work.ts'
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

const headers = { ...securityHeaders, Vary: 'Origin' }

const callers = new WeakMap<FastifyRequest, Caller>()

app.addHook<{ Params: Path }>('onRequest', async (request, reply) => {
  reply.headers(headers)
  reply.header('X-Request-Id', request.id)
  const { instanceId } = request.params
  const caller = await work.verify(request.headers.authorization)
  if (!caller) return sendProblem(reply, 401, 'token_invalid')
  const rate = work.count(caller, instanceId)
  if (!rate) return sendProblem(reply, 429, 'rate_limited')
  reply.headers(rate)
  if (!caller.instances.includes(instanceId) || !(await work.hasInstance(instanceId)))
    return sendProblem(reply, 404, 'instance_not_found')
  if (!mayCall(caller, request.routeOptions.config.roles ?? [])) return sendProblem(reply, 403, 'forbidden')
  callers.set(request, caller)
  return undefined
})

app.addHook('onResponse', async (request, reply) => {
  const { method, url, id } = request
  const durationMs = Math.round(reply.elapsedTime)
  request.log.info({ requestId: id, method, path: url, status: reply.statusCode, durationMs }, 'request')
})

app.setErrorHandler((error: FastifyError, _request, reply) => {
  if (error.validation) {
    const errors = error.validation.map(({ keyword, message }) => ({ in: 'body', pointer: '', code: keyword, message }))
    return sendProblem(reply, 400, 'invalid_request', error.message, errors)
  }
  return sendProblem(reply, 500, 'internal_error')
})

app.get<{ Params: Path; Querystring: { username?: string; cursor?: string; size: number } }>(
  '/instances/:instanceId/users',
  { config: { roles: readers }, schema: { querystring: listQuery, response: { 200: listOf(userSchema) } } },
  async ({ params, query }) => work.listUsers(params.instanceId, query),
)

app.get<{ Params: Path & { userId: string } }>(
  '/instances/:instanceId/users/:userId',
  { config: { roles: readers }, schema: { response: { 200: userSchema } } },
  async ({ params, headers }, reply) => {
    const found = await work.findUser(params.instanceId, params.userId)
    if (!found) return sendProblem(reply, 404, 'user_not_found')
    reply.header('ETag', found.etag)
    return headers['if-none-match'] === found.etag ? reply.code(304).send() : found.body
  },
)

app.put<{ Params: Path & { userId: string }; Body: { name?: string } }>(
  '/instances/:instanceId/users/:userId',
  { config: { roles: writers }, schema: { body: userUpdate, response: { 200: userSchema } } },
  async (request, reply) => {
    const { params, body, id } = request
    const updated = await work.updateUser(callerOf(request), id, params.instanceId, params.userId, body)
    if (!updated) return sendProblem(reply, 404, 'user_not_found')
    reply.header('ETag', updated.etag)
    return updated.body
  },
)

app.post<{ Params: Path; Body: Record<string, unknown> }>(
  '/instances/:instanceId/agents',
  { config: { roles: writers }, schema: { body: agentInput, response: { 201: agentSchema } } },
  async (request, reply) => {
    const { params, body, id } = request
    const { etag, body: agent } = await work.createAgent(callerOf(request), id, params.instanceId, body)
    const Location = `/instances/${params.instanceId}/agents/${agent.id}`
    return reply.code(201).headers({ ETag: etag, Location }).send(agent)
  },
)

app.get<{ Params: Path; Querystring: { size: number } }>(
  '/instances/:instanceId/work-ledger',
  { config: { roles: ledgerReaders }, schema: { querystring: listQuery, response: { 200: listOf(entrySchema) } } },
  async ({ params, query }) => work.listEntries(params.instanceId, query),
)

function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request)
  if (!caller) throw new Error('The hook has let the request in.')
  return caller
}

function sendProblem(reply: FastifyReply, status: number, code: string, detail = code, errors: object[] = []) {
  const { id: requestId, url: instance } = reply.request
  const body = { type: `urn:problem:${code}`, title: code, status, detail, instance, code, requestId, errors }
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer realm="instance-admin", error="invalid_token"')
  return reply.code(status).type('application/problem+json; charset=utf-8').send(JSON.stringify(body))
}

interface Path {
  instanceId: string
}

announce(await app.listen({ port: 0, host: '127.0.0.1' }))

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Those of which a caller needs one. */
    roles?: readonly string[]
  }
}
