import type { ConnectionTestReport } from '../../../spec/gen/openapi.gen.ts'
import type { OutboundRules } from '../outbound/guard.ts'
import type { IntegrationType, TestRequest } from '../../../contract/integration-types.ts'
import { sayOutcome } from '../../../contract/rules/connection-test-messages.ts'
import { authenticate, chooseAuth, type ChosenAuth } from './authenticate/authenticate.ts'
import { queryPostgresql } from './authenticate/driver-postgresql.ts'
import type { Concluded, TestContext } from './authenticate/context.ts'
import { classifyTest } from './classify.ts'
import { factsOf } from './facts.ts'
import { createProgress } from './progress.ts'
import { sendRequest, type Answer, type Failure, type OutboundRequest } from './request.ts'
import { fill, fillAll, fillUrl, missingFields, serviceName, templatesIn, type Values } from './template.ts'

/**
 * Tests a connection by the file of its type: authentication, one request, classification. Every outcome is a value, without
 * any text of the vendor. Rejects only when `signal` aborts, with its reason.
 */
export async function testConnection(input: ConnectionTestInput): Promise<ConnectionTestResult> {
  const { type, allowed, ports, lookup, now = Date.now, timeoutMs = 10_000, signal } = input
  signal?.throwIfAborted()
  const started = performance.now()
  const values = valuesOf(input)
  const auth = chooseAuth(type.test.auth, values)
  const facts = factsOf(type, auth)
  const progress = createProgress(facts.steps)
  const { outcome, blamed } = await outcomeOf(auth, {
    type,
    values,
    outbound: {
      progress,
      rules: { hosts: type.hosts.allow, allowed, ports, lookup },
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    },
    now,
  })
  signal?.throwIfAborted()
  if (outcome === 'ok') progress.pass('verdict')
  const { message, errors } = sayOutcome(outcome, type, facts, blamed)
  return { outcome, message, errors, steps: progress.end(message), durationMs: Math.round(performance.now() - started) }
}

async function outcomeOf(auth: ChosenAuth | null, context: TestContext): Promise<Concluded> {
  const { type, values, outbound } = context
  const { test } = type
  if (auth === null) return { outcome: 'invalid_configuration' }
  const missing = missingFields(type, templatesIn([auth, test.request]), values)
  if (missing.length > 0) return { outcome: 'invalid_configuration', blamed: missing.map(({ key }) => key) }
  if (auth.scheme === 'driver_postgresql') return conclude(await queryPostgresql(auth, context), context)

  const proof = await authenticate(auth, context)
  if ('failure' in proof) return { outcome: proof.failure }
  if ('outcome' in proof) return proof
  if ('tokenUrl' in auth) outbound.progress.pass('token')
  if (test.request === undefined) return { outcome: 'ok' }

  const request = buildRequest(test.request, { ...values, token: proof.token ?? {} })
  if (request === null) return { outcome: 'invalid_configuration' }
  const headers = { ...request.headers, ...(await proof.sign(request)) }
  if (!Object.entries(headers).every(isSendable)) return { outcome: 'invalid_configuration' }
  return conclude(await sendRequest({ ...request, headers }, outbound), context)
}

function conclude(answer: Answer | Failure, { type, outbound }: TestContext): Concluded {
  if ('failure' in answer) return { outcome: answer.failure }
  outbound.progress.pass('request')
  return { outcome: classifyTest(answer, type.test) }
}

/** The values for the placeholders of a type's file, before any request. */
export function valuesOf({
  type,
  metadata,
  secrets,
}: Pick<ConnectionTestInput, 'type' | 'metadata' | 'secrets'>): Values {
  const defaults: [string, string][] = type.fields.flatMap(({ key, default: value }) =>
    value === undefined ? [] : [[key, value]],
  )
  return { fields: { ...Object.fromEntries(defaults), ...metadata, ...secrets }, maps: type.maps, token: {} }
}

function buildRequest(request: TestRequest, values: Values): OutboundRequest | null {
  const url = fillUrl(request.url, values)
  if (url === null) return null
  const headers = fillAll({ 'User-Agent': serviceName, ...request.headers }, values)
  return { method: request.method, url, headers, body: buildBody(request.body, values) }
}

function buildBody(body: TestRequest['body'], values: Values): string | undefined {
  if (body === undefined || typeof body === 'string') return body
  const members = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' ? (fill(value, values) ?? undefined) : value,
  ])
  return JSON.stringify(Object.fromEntries(members))
}

function isSendable([name, value]: [string, string]): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\x20-\x7e]*$/.test(value)
}

export interface ConnectionTestInput extends Omit<OutboundRules, 'hosts'> {
  type: IntegrationType
  /** The plain fields by key. */
  metadata: Readonly<Record<string, string>>
  /** The decrypted secrets by key. */
  secrets: Readonly<Record<string, string>>
  /** The current time in milliseconds since 1970, for signatures. Default: Date.now. */
  now?: (() => number) | undefined
  /** The most milliseconds for all stages together. Default: 10,000. */
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
}

/** Without any text of the vendor. */
export type ConnectionTestResult = Omit<ConnectionTestReport, 'testedAt'>
