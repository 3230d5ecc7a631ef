import { afterEach, describe, expect, it } from 'vitest'
import type { AnswerRule, IntegrationType, Outcome } from '../../../contract/integration-types.ts'
import { stepNames } from '../../../contract/rules/connection-test.ts'
import type { ConnectionTestResult } from '../../../server/integrations/connection-test/run.ts'
import { bodyFor, grantToken, hasTokenStage, nest, runTest, samples, types, vendorText } from './vendor.ts'
import { interceptVendors, nock } from '../../helpers/vendors.ts'

const httpTypes = [...types]
  .filter(([, type]) => type.test.auth.scheme !== 'driver_postgresql')
  .map(([id, type]) => ({ id, type }))
const requestTypes = httpTypes.filter(({ type }) => type.test.request !== undefined)
const tokenTypes = httpTypes.filter(({ type }) => hasTokenStage(type))

interceptVendors()
afterEach(() => {
  const unused = nock.pendingMocks()
  nock.cleanAll()
  expect(unused).toEqual([])
})

describe('the test request of every type', () => {
  it.each(eachAnswer(successes))('$id: success $status is ok', ({ id, type, status, body, outcome }) =>
    expectOutcome(id, type, { status, body }, outcome),
  )

  it.each(eachAnswer(listed))('$id: status $status is $outcome', ({ id, type, status, body, outcome }) =>
    expectOutcome(id, type, { status, body }, outcome),
  )

  it.each(eachAnswer(defaults))('$id: status $status is $outcome', ({ id, type, status, body, outcome }) =>
    expectOutcome(id, type, { status, body }, outcome),
  )

  it.each(requestTypes)('$id: a redirect is not followed', async ({ id, type }) => {
    grantToken(type)
    const elsewhere = nock('https://elsewhere.example.test').get('/').optionally().reply(200, bodyFor(type.test.expect))
    answer(type.test.request?.method, 302, '', { location: 'https://elsewhere.example.test/' })
    expectOurWords(await runTest(id), type, 'unexpected_response')
    expect(elsewhere.isDone()).toBe(true)
    expect(nock.activeMocks()).toHaveLength(1)
    nock.cleanAll()
  })

  it.each(requestTypes)('$id: HTML instead of JSON is no proof', ({ id, type }) =>
    expectOutcome(id, type, { status: 200, body: `<html>${vendorText}</html>` }, outcomeOfHtml(id, type)),
  )

  it.each(requestTypes)('$id: no answer in time is a timeout', async ({ id, type }) => {
    grantToken(type)
    answer(type.test.request?.method, 200, bodyFor(type.test.expect), {}, 60)
    expectOurWords(await runTest(id, { timeoutMs: 15 }), type, 'timeout')
    // On a busy machine the time is over before the request is sent.
    nock.cleanAll()
  })

  it.each(requestTypes)('$id: a reset connection is a network error', async ({ id, type }) => {
    grantToken(type)
    nock(/./)
      .intercept(/.*/, type.test.request?.method ?? '')
      .replyWithError(Object.assign(new Error(vendorText), { code: 'ECONNRESET' }))
    expectOurWords(await runTest(id), type, 'network_error')
  })
})

describe('the token request of every type that has one', () => {
  it.each(tokenTypes)('$id: a token alone does not end the test, unless it is the test', async ({ id, type }) => {
    grantToken(type)
    if (type.test.request !== undefined) answer(type.test.request.method, 200, bodyFor(type.test.expect))
    expectOurWords(await runTest(id), type, 'ok')
  })

  it.each(tokenTypes)('$id: a redirect, HTML or an empty token is no token', async ({ id, type }) => {
    for (const body of [`<html>${vendorText}</html>`, { access_token: '' }, { access_token: 'a\r\nb' }, {}]) {
      answer('POST', 200, body)
      expectOurWords(await runTest(id), type, 'unexpected_response')
    }
    answer('POST', 302, '', { location: 'https://elsewhere.example.test/' })
    expectOurWords(await runTest(id), type, 'unexpected_response')
  })

  it.each(tokenTypes)('$id: trouble of the vendor is not blamed on the credentials', async ({ id, type }) => {
    const troubles = [
      [429, 'rate_limited'],
      [500, 'vendor_unavailable'],
      [503, 'vendor_unavailable'],
    ] as const
    for (const [status, outcome] of troubles) {
      answer('POST', status, { note: vendorText })
      expectOurWords(await runTest(id), type, outcome)
    }
  })

  it.each(tokenTypes)('$id: no answer in time is a timeout', async ({ id, type }) => {
    answer('POST', 200, {}, {}, 60)
    expectOurWords(await runTest(id, { timeoutMs: 15 }), type, 'timeout')
    // On a busy machine the time is over before the request is sent.
    nock.cleanAll()
  })

  it.each(tokenTypes)('$id: status lists hold here too', async ({ id, type }) => {
    for (const { status, outcome } of listed(type)) {
      answer('POST', status, { note: vendorText })
      expectOurWords(await runTest(id), type, outcome)
    }
  })
})

describe('the rules of every type', () => {
  const rules = httpTypes.flatMap(({ id, type }) =>
    (type.test.rules ?? []).flatMap((rule) => matchingAnswers(rule).map((reply) => ({ id, type, rule, reply }))),
  )

  it.each(rules)('$id: $rule.stage answer $reply is $rule.as', async ({ id, type, rule, reply }) => {
    if (rule.stage === 'test') grantToken(type)
    answer(rule.stage === 'token' ? 'POST' : type.test.request?.method, reply.status, reply.body, reply.headers)
    expectOurWords(await runTest(id), type, rule.as)
  })
})

describe('the guard, for every type', () => {
  it.each(httpTypes)('$id: a host that resolves to a private address gets no request', async ({ id, type }) => {
    expectOurWords(await runTest(id, { lookup: () => Promise.resolve(['10.0.0.1']) }), type, 'blocked_host')
  })

  it.each(httpTypes)('$id: one private address among public ones is enough', async ({ id, type }) => {
    const lookup = (): Promise<string[]> => Promise.resolve(['93.184.215.14', '169.254.169.254'])
    expectOurWords(await runTest(id, { lookup }), type, 'blocked_host')
  })

  it.each(httpTypes)('$id: a host that does not exist is a network error', async ({ id, type }) => {
    const lookup = (): Promise<string[]> => Promise.reject(new Error('ENOTFOUND'))
    expectOurWords(await runTest(id, { lookup }), type, 'network_error')
  })
})

async function expectOutcome(id: string, type: IntegrationType, reply: Reply, outcome: Outcome): Promise<void> {
  grantToken(type)
  answer(type.test.request?.method, reply.status, reply.body)
  expectOurWords(await runTest(id), type, outcome)
}

function expectOurWords(result: ConnectionTestResult, type: IntegrationType, outcome: Outcome): void {
  expect(result.outcome).toBe(outcome)
  expect(result.message).toContain(type.name)
  expect(result.message).not.toContain(vendorText)
  expect(result.message).not.toMatch(/undefined|https?:/)
  for (const secret of Object.values(samples(type, true))) expect(result.message).not.toContain(secret)
  expectSteps(result)
  for (const { pointer, message } of result.errors) {
    const field = type.fields.find(({ key }) => pointer === `/metadata/${key}`)
    expect(message).toMatch(`Check ${field?.label}. `)
    expect(result.message).toContain(field?.label)
  }
}

/** Steps pass until one fails, which has the message of the whole test. */
function expectSteps({ outcome, message, steps, durationMs }: ConnectionTestResult): void {
  const made = steps.filter(({ state }) => state !== 'skipped')
  expect(steps.map(({ step }) => step)).toEqual(stepNames)
  expect(made.slice(0, -1).every(({ state }) => state === 'passed')).toBe(true)
  expect(made.at(-1)).toMatchObject(
    outcome === 'ok' ? { step: 'verdict', state: 'passed' } : { state: 'failed', message },
  )
  expect(steps.reduce((sum, step) => sum + step.durationMs, 0)).toBeLessThan(durationMs + steps.length)
}

function answer(
  method = 'GET',
  status: number,
  body: nock.Body,
  headers: Record<string, string> = {},
  delayMs = 0,
): void {
  nock(/./).intercept(/.*/, method).delay(delayMs).reply(status, body, headers)
}

function eachAnswer(
  answers: (type: IntegrationType) => Expected[],
): (Expected & { id: string; type: IntegrationType })[] {
  return requestTypes.flatMap(({ id, type }) => answers(type).map((expected) => ({ id, type, ...expected })))
}

function successes({ test }: IntegrationType): Expected[] {
  return test.success.map((status) => ({
    status,
    body: status === 204 ? '' : bodyFor(test.expect),
    outcome: 'ok' as const,
  }))
}

function listed({ test: { statuses } }: IntegrationType): Expected[] {
  const lists = [
    [statuses.badCredentials, 'bad_credentials'],
    [statuses.missingPermission, 'missing_permission'],
    [statuses.notFound, 'not_found'],
  ] as const
  return lists.flatMap(([codes, outcome]) => codes.map((code) => ({ status: Number(code), body: vendorText, outcome })))
}

function defaults(type: IntegrationType): Expected[] {
  const all: [number, Outcome][] = [
    [400, 'invalid_configuration'],
    [401, 'bad_credentials'],
    [403, 'missing_permission'],
    [404, 'not_found'],
    [408, 'timeout'],
    [410, 'not_found'],
    [418, 'unexpected_response'],
    [422, 'invalid_configuration'],
    [429, 'rate_limited'],
    [500, 'vendor_unavailable'],
    [502, 'vendor_unavailable'],
    [503, 'vendor_unavailable'],
  ]
  const taken = listed(type).map(({ status }) => status)
  return all
    .filter(([status]) => !taken.includes(status))
    .map(([status, outcome]) => ({ status, body: vendorText, outcome }))
}

function outcomeOfHtml(id: string, { test: { expect: expectation } }: IntegrationType): Outcome {
  // A hibernating instance answers with a page.
  if (id === 'SERVICENOW') return 'vendor_unavailable'
  // Its error codes come with any status, so a success that is not JSON is not read.
  if (id === 'AWS_BEDROCK') return 'unexpected_response'
  return expectation === undefined ? 'ok' : 'unexpected_response'
}

function matchingAnswers(rule: AnswerRule): Reply[] {
  return (rule.status ?? [400]).flatMap((status) => {
    const bodies = (rule.bodyContains ?? []).map((text) => ({
      status,
      body: JSON.stringify({ note: `${text} ${vendorText}` }),
    }))
    const codes = (rule.codeFrom ?? []).flatMap((source) =>
      (rule.codeIn ?? []).map((code) => ({ status, ...carry(source, code) })),
    )
    return rule.bodyContains === undefined && rule.codeFrom === undefined
      ? [{ status, body: '{}' }]
      : [...bodies, ...codes]
  })
}

function carry(source: string, code: string): { body: string; headers?: Record<string, string> } {
  const name = source.slice(source.indexOf(':') + 1)
  if (source.startsWith('header:')) return { body: '{}', headers: { [name]: code } }
  if (source.startsWith('xml:')) return { body: `<?xml version="1.0"?><Error><${name}>${code}</${name}></Error>` }
  return { body: JSON.stringify({ ...nest(name.split('.'), code), note: vendorText }) }
}

interface Reply {
  status: number
  body: string
  headers?: Record<string, string>
}
interface Expected {
  status: number
  body: string
  outcome: Outcome
}
