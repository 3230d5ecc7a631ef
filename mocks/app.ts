import { createSecretKey, randomBytes, randomUUIDv7 } from 'node:crypto'
import cors from 'cors'
import express, { type Express, type RequestHandler } from 'express'
import knex from 'knex'
import type { Logger } from 'pino'
import { createApp, type AppOptions } from '../server/pipeline/app.ts'
import type { VerifyToken } from '../server/access/token.ts'
import type { Contract, ContractOperation } from '../contract/document.ts'
import type { IntegrationTypes } from '../contract/integration-types.ts'
import { isIdentifier } from '../contract/rules/identifier.ts'
import { matchPath } from '../contract/rules/paths.ts'
import type { AnyOperation } from '../server/contract/operation.ts'
import { refuse } from '../contract/rules/refusals.ts'
import { callerRoles } from '../contract/rules/roles.ts'
import { createSecretBox } from '../server/integrations/secrets.ts'
import { createMetrics } from '../server/pipeline/metrics.ts'
import { sendProblem } from '../server/pipeline/problem.ts'
import { createRequestCounts } from '../server/pipeline/request-counts.ts'
import { createSingleFlight } from '../server/integrations/single-flight.ts'
import { answerOnceIn } from './answer-once.ts'
import { bearerOf, clear, createControl, everybody, sessionOf, steer, type Control } from './control.ts'
import type { Delay } from '../sdk/mock/delay.ts'
import { localOrigin } from '../sdk/mock/listen.ts'
import { rolesOfToken } from '../sdk/mock/roles-of-token.ts'
import { createPanel } from './panel.ts'
import { signInWithoutPassword } from './sign-in.ts'
import type { World } from './world.ts'

export interface MockAppOptions {
  /** The whole contract. */
  contract: Contract
  validators: AppOptions['validators']
  integrationTypes: IntegrationTypes
  /** The operations that the mock answers. */
  served: readonly ContractOperation[]
  operations: Readonly<Record<string, AnyOperation>>
  world: World
  /** How long answers are kept waiting. */
  delay: Delay
  log: Logger
}

/**
 * The server's own pipeline, so that a faulty request gets the same problem as from the server. Before it come the
 * differences of a mock: pages of any local origin may call, any bearer token passes, and nobody needs a password.
 */
export function createMockApp(options: MockAppOptions): Express {
  const { contract, validators, integrationTypes, served, operations, world, delay, log } = options
  const control = createControl()
  const reset = () => {
    clear(control)
    world.reset()
  }
  const context = nothingBehind(integrationTypes)
  const app = createApp({
    validators,
    contract: { ...contract, operations: served.map((one) => ({ ...one, headers: [...one.headers, 'Prefer'] })) },
    operations,
    // It may be protobuf, which the mock does not read.
    rawBodyOperations: ['exportTraces'],
    context,
    answerOnce: answerOnceIn(world, context.db),
    verifyToken: verifyWith(control),
    instanceDirectory: { find: async () => 'active' },
    findUser: async () => null,
    rolesFrom: 'service',
    corsOrigins: [localOrigin],
    consoleSignIn: null,
    resource: null,
    breakCircuit: () => null,
    readQueue: async () => ({ release: () => {} }),
    rateLimits: { perMinute: 1_000_000, perOperation: 1_000_000, counts: createRequestCounts() },
    metrics: createMetrics(context.db),
    database: { failed: () => {}, worked: () => {} },
    telemetry: null,
    log,
  })
  return express()
    .disable('x-powered-by')
    .use((_request, response, next) => {
      response.set('Cache-Control', 'no-store')
      next()
    })
    .use(createPanel({ contract, served, control, reset }))
    .use(cors({ origin: localOrigin, methods: ['GET', 'POST', 'PUT', 'DELETE'], maxAge: 600 }))
    .use(signInWithoutPassword((origin) => localOrigin.test(origin)))
    .use(refuseUnserved(contract, served))
    .use(steer(control, served, delay))
    .use(app)
}

/** The pipeline passes this context to operations. No operation of the mock uses it. */
function nothingBehind(integrationTypes: IntegrationTypes): AppOptions['context'] {
  return {
    // This client builds queries and has no connection.
    db: knex({ client: 'pg' }),
    integrationTypes,
    secretBox: createSecretBox({ keys: new Map([['mock', createSecretKey(randomBytes(32))]]), activeKeyId: 'mock' }),
    directory: null,
    testConnection: () => Promise.reject(new Error('A mock calls nobody.')),
    shareTest: createSingleFlight(),
    enqueueCheck: async () => {},
    enqueueErasure: async () => {},
    deliveryQueue: { add: async () => {}, remove: async () => {} },
    traceQueue: { enqueue: async () => {}, count: () => {} },
    webhookRules: {},
    evaluator: noEvaluator,
    reportEvaluator: noEvaluator,
    changeFeed: { open: () => ({ read: async () => null, close: () => {} }) },
  }
}

const nothing = async () => null
const noEvaluator = { limitMs: 0, evaluate: nothing, report: nothing, compare: nothing, compute: nothing }

/** Answers paths of the contract that the mock does not serve. The pipeline answers 404 to paths outside the contract. */
function refuseUnserved({ operations, titles }: Contract, served: readonly ContractOperation[]): RequestHandler {
  const paths = operations.map(({ path }) => path)
  const names = served.map(({ method, path }) => `${method.toUpperCase()} ${path}`).join(', ')
  return (request, response, next) => {
    const template = matchPath(paths, request.path)?.template
    if (template === undefined || served.some(({ path }) => path === template)) return next()
    const requestId = randomUUIDv7()
    Object.assign(response.locals, { requestId, target: request.path, headers: { 'X-Request-Id': requestId } })
    sendProblem(response, titles, refuse(404, 'path_not_found', `This mock serves only ${names}.`))
  }
}

/** Any bearer token passes, for every instance, with every role unless it names one, or the panel does. */
function verifyWith({ roles }: Control): VerifyToken {
  return async (authorization) => {
    const token = bearerOf(authorization)
    if (token === undefined) return { ok: false, code: 'token_missing' }
    const caller = {
      subject: 'test',
      isClient: true,
      clientName: 'test',
      expiresAt: Infinity,
      accountId: null,
      instances: listedInstances,
      opens: isIdentifier,
      rolesIn: () => roles.get(sessionOf(token)) ?? roles.get(everybody) ?? rolesOfToken(token) ?? callerRoles,
    }
    return { ok: true, caller }
  }
}

/** Every instance exists; these are listed. */
const listedInstances = ['acme', 'demo', 'globex']
