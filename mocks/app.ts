import { createSecretKey, randomBytes, randomUUIDv7 } from 'node:crypto'
import cors from 'cors'
import express, { type Express, type RequestHandler } from 'express'
import knex from 'knex'
import type { Logger } from 'pino'
import { createApp, type AppOptions } from '../server/pipeline/app.ts'
import type { VerifyToken } from '../server/access/token.ts'
import type { Contract, ContractOperation } from '../contract/document.ts'
import { matchPath } from '../contract/rules/paths.ts'
import type { AnyOperation } from '../server/contract.ts'
import { roles } from '../server/access/roles.ts'
import { createSecretBox } from '../server/integrations/secrets.ts'
import { createMetrics } from '../server/pipeline/metrics.ts'
import { sendProblem } from '../server/pipeline/problem.ts'
import { createJudges } from '../server/pipeline/validator.ts'
import { createSingleFlight } from '../server/integrations/single-flight.ts'

export interface MockAppOptions {
  /** All of it. */
  contract: Contract
  /** Those that are answered. */
  served: readonly ContractOperation[]
  operations: Readonly<Record<string, AnyOperation>>
  log: Logger
}

/**
 * The server's own pipeline, so that a faulty request gets the very problem that the server answers, with what a mock
 * does otherwise in front of it: pages of any local origin may call, and any bearer token passes.
 */
export function createMockApp({ contract, served, operations, log }: MockAppOptions): Express {
  const context = nothingBehind()
  const app = createApp({
    judges: createJudges(contract),
    contract: { ...contract, operations: served.map(readPreferHeader) },
    operations,
    context,
    verifyToken,
    instanceDirectory: { has: async () => true },
    userDirectory: { isDisabled: async () => false },
    corsOrigins: [localOrigin],
    rateLimitPerMinute: 1_000_000,
    metrics: createMetrics(context.db),
    log,
  })
  return express()
    .disable('x-powered-by')
    .use(cors({ origin: localOrigin, methods: ['GET', 'POST', 'PUT', 'DELETE'], maxAge: 600 }))
    .use(refuseUnserved(contract, served))
    .use(nameInstanceInToken)
    .use(app)
}

/** Operations learn what is preferred. A key is checked and forgotten: nothing happens here that could happen twice. */
function readPreferHeader(operation: ContractOperation): ContractOperation {
  return {
    ...operation,
    headers: [...operation.headers.filter((name) => name !== 'Idempotency-Key'), 'Prefer'],
  }
}

/** The pipeline hands it to operations, of which none here uses it. */
function nothingBehind(): AppOptions['context'] {
  return {
    // Builds queries, and is connected to nothing.
    db: knex({ client: 'pg' }),
    integrationTypes: new Map(),
    secretBox: createSecretBox({
      keys: new Map([['mock', createSecretKey(randomBytes(32))]]),
      activeKeyId: 'mock',
    }),
    testConnection: () => Promise.reject(new Error('A mock calls nobody.')),
    shareTest: createSingleFlight(),
    enqueueCheck: async () => {},
  }
}

/** The paths of the contract that are not answered here; any other gets the pipeline's 404. */
function refuseUnserved(
  { operations, titles }: Contract,
  served: readonly ContractOperation[],
): RequestHandler {
  const paths = operations.map(({ path }) => path)
  const unserved = new Set(paths)
  for (const { path } of served) unserved.delete(path)
  const names = served.map(({ method, path }) => `${method.toUpperCase()} ${path}`).join(', ')
  return (request, response, next) => {
    const found = matchPath(paths, request.path)
    if (!found || !unserved.has(found.template)) return next()
    const requestId = randomUUIDv7()
    response.locals.requestId = requestId
    response.set('X-Request-Id', requestId)
    sendProblem(response, titles, {
      status: 404,
      code: 'path_not_found',
      detail: `This mock serves only ${names}.`,
    })
  }
}

/**
 * Any bearer token passes, for the instance of the path: the verifier, which sees only the token, is told which that
 * is. A name that no instance can have is not passed on, so that it is not found, as in the server.
 */
const nameInstanceInToken: RequestHandler = (request, _response, next) => {
  const instanceId = /^\/instances\/([\w-]{1,64})(?=\/)/.exec(request.path)?.[1] ?? ''
  if (/^Bearer +\S/i.test(request.headers.authorization ?? '')) {
    request.headers.authorization = `Bearer ${instanceId}`
  }
  next()
}

const verifyToken: VerifyToken = async (authorization) => {
  if (!authorization) return { ok: false, code: 'token_missing' }
  const instanceId = /^Bearer ([\w-]*)$/.exec(authorization)?.[1]
  if (instanceId === undefined) return { ok: false, code: 'token_invalid' }
  return {
    ok: true,
    caller: { subject: 'mock', userId: null, instances: [instanceId], rolesIn: () => roles },
  }
}

const localOrigin =
  /^https?:\/\/(localhost|[\w-]+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/
