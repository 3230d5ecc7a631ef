import { afterEach, describe, expect, it } from 'vitest'
import type { AnswerRule, ConnectionTest, IntegrationType, Outcome } from '../../../contract/integration-types.ts'
import { stepNames } from '../../../contract/rules/connection-test.ts'
import type { ConnectionTestResult } from '../../../server/integrations/connection-test/run.ts'
import { bodyFor, chosenAuth, grantToken, hasTokenStage, nest, runTest, samples, types, vendorText } from './vendor.ts'
import { interceptVendors, nock } from '../../helpers/vendors.ts'

interface Named {
  id: string
  type: IntegrationType
}

/** Every type whose test is a request. */
export const httpTypes: readonly Named[] = [...types]
  .filter(([, type]) => type.test.auth.scheme !== 'driver_postgresql')
  .map(([id, type]) => ({ id, type }))

/** The fewest types that have each way to authenticate and each way to read an answer, as far as looking once finds them. */
export function representatives(): Named[] {
  const ways = new Map(httpTypes.map((one) => [one.id, new Set(waysOf(one))]))
  const missing = new Set(httpTypes.flatMap(waysOf))
  const chosen: Named[] = []
  while (missing.size > 0) {
    const gain = ({ id }: Named) => [...missing].filter((way) => ways.get(id)?.has(way)).length
    const best = httpTypes.reduce((best, one) => (gain(one) > gain(best) ? one : best))
    chosen.push(best)
    for (const way of waysOf(best)) missing.delete(way)
  }
  return chosen
}

/** How the type authenticates and reads answers: types with the same ways differ in their data alone. */
function waysOf({ id, type }: Named): string[] {
  const { test } = type
  const auth = chosenAuth(type)
  return [
    `${auth?.scheme} ${auth && 'clientAuth' in auth ? auth.clientAuth : ''}`,
    test.request?.method ?? 'token only',
    ...(test.success.includes(204) ? ['success without a body'] : []),
    ...Object.keys(test.expect ?? {}),
    ...Object.entries(test.statuses).flatMap(([name, statuses]) => (statuses.length > 0 ? [name] : [])),
    ...(test.rules ?? []).flatMap(sourcesOf),
    `HTML is ${outcomeOfHtml(id, test)}`,
  ]
}

function sourcesOf({ stage, status, codeFrom, bodyContains }: AnswerRule): string[] {
  const kinds = new Set((codeFrom ?? []).map((source) => source.split(':')[0]))
  const ways = [...kinds, ...(bodyContains ? ['text'] : [])]
  return (ways.length > 0 ? ways : ['status alone']).map((way) => `${stage} ${way}${status ? ' of a status' : ''}`)
}

/**
 * What each of the types makes of answers: a test a type, which names the answer that fails it. The types of `wholly` meet
 * every status and every code of a rule, the others one of those that are read in one way.
 */
export function describeAnswers(chosen: readonly Named[], wholly = chosen): void {
  const requestTypes = chosen.filter(({ type }) => type.test.request !== undefined)
  const tokenTypes = chosen.filter(({ type }) => hasTokenStage(type))

  interceptVendors()
  afterEach(() => nock.cleanAll())

  describe('the test request', () => {
    it.each(requestTypes)('$id: the outcome of each status', async (named) => {
      const unlisted = defaults(named.type)
      const usual = wholly.includes(named) ? unlisted : unlisted.slice(-1)
      for (const { status, body, outcome } of [...successes(named.type), ...listed(named.type), ...usual])
        await expectAnswer(named, 'test', { status, body }, outcome)
    })

    it.each(requestTypes)('$id: a redirect is not followed', async (named) => {
      const location = 'https://elsewhere.example.test/'
      const elsewhere = nock(location).get('/').reply(200, bodyFor(named.type.test.expect))
      grantToken(named.type)
      answer(named, 'test', { status: 302, body: '', headers: { location } })
      expectOurWords(await runTest(named.id), named.type, 'unexpected_response')
      expect(nock.pendingMocks()).toEqual(elsewhere.pendingMocks())
      expect(elsewhere.isDone()).toBe(false)
    })

    it.each(requestTypes)('$id: HTML instead of JSON is no proof', (named) =>
      expectAnswer(
        named,
        'test',
        { status: 200, body: `<html>${vendorText}</html>` },
        outcomeOfHtml(named.id, named.type.test),
      ),
    )

    it.each(requestTypes)('$id: no answer in time is a timeout', async (named) => {
      grantToken(named.type)
      neverAnswer(named, 'test')
      expectOurWords(await runTest(named.id, { timeoutMs: 15 }), named.type, 'timeout')
    })

    it.each(requestTypes)('$id: a reset connection is a network error', async (named) => {
      grantToken(named.type)
      request(named, 'test').replyWithError(Object.assign(new Error(vendorText), { code: 'ECONNRESET' }))
      expectOurWords(await runTest(named.id), named.type, 'network_error')
      expect(nock.pendingMocks()).toEqual([])
    })
  })

  describe('the token request', () => {
    it.each(tokenTypes)('$id: a token alone does not end the test, unless it is the test', async ({ id, type }) => {
      grantToken(type)
      if (type.test.request !== undefined)
        answer({ id, type }, 'test', { status: 200, body: bodyFor(type.test.expect) })
      expectOurWords(await runTest(id), type, 'ok')
      expect(nock.pendingMocks()).toEqual([])
    })

    it.each(tokenTypes)('$id: a redirect, HTML or an empty token is no token', async (named) => {
      const bodies = [`<html>${vendorText}</html>`, '{"access_token":""}', String.raw`{"access_token":"a\r\nb"}`, '{}']
      for (const body of bodies) await expectAnswer(named, 'token', { status: 200, body }, 'unexpected_response')
      const redirect = { status: 302, body: '', headers: { location: 'https://elsewhere.example.test/' } }
      await expectAnswer(named, 'token', redirect, 'unexpected_response')
    })

    it.each(tokenTypes)('$id: trouble of the vendor is not blamed on the credentials', async (named) => {
      const troubles = [
        [429, 'rate_limited'],
        [500, 'vendor_unavailable'],
        [503, 'vendor_unavailable'],
      ] as const
      for (const [status, outcome] of troubles)
        await expectAnswer(named, 'token', { status, body: vendorText }, outcome)
    })

    it.each(tokenTypes)('$id: no answer in time is a timeout', async (named) => {
      neverAnswer(named, 'token')
      expectOurWords(await runTest(named.id, { timeoutMs: 15 }), named.type, 'timeout')
    })

    it.each(tokenTypes)('$id: status lists hold here too', async (named) => {
      for (const { status, body, outcome } of listed(named.type))
        await expectAnswer(named, 'token', { status, body }, outcome)
    })
  })

  describe('the rules', () => {
    it.each(chosen.filter(({ type }) => type.test.rules))('$id: what each says of its answers', async (named) => {
      for (const rule of named.type.test.rules ?? [])
        for (const reply of matchingAnswers(rule, wholly.includes(named)))
          await expectAnswer(named, rule.stage, reply, rule.as)
    })
  })

  describe('the guard', () => {
    it.each(chosen)(
      '$id: a host without a public address, or with another beside it, gets no request',
      async (named) => {
        for (const addresses of [['10.0.0.1'], ['93.184.215.14', '169.254.169.254']])
          expectOurWords(await runTest(named.id, { lookup: async () => addresses }), named.type, 'blocked_host')
      },
    )

    it.each(chosen)('$id: a host that does not exist is a network error', async ({ id, type }) => {
      const lookup = (): Promise<string[]> => Promise.reject(new Error('ENOTFOUND'))
      expectOurWords(await runTest(id, { lookup }), type, 'network_error')
    })
  })
}

type Stage = AnswerRule['stage']

/** The test ends with the outcome where the vendor answers so, and has sent what it should. */
async function expectAnswer(named: Named, stage: Stage, reply: Reply, outcome: Outcome): Promise<void> {
  if (stage === 'test') grantToken(named.type)
  answer(named, stage, reply)
  expectOurWords(await runTest(named.id), named.type, outcome, reply)
  expect([reply, nock.pendingMocks()]).toEqual([reply, []])
}

function expectOurWords(result: ConnectionTestResult, type: IntegrationType, outcome: Outcome, reply?: Reply): void {
  expect([reply, result.outcome]).toEqual([reply, outcome])
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

function request({ type }: Named, stage: Stage): nock.Interceptor {
  return nock(/./).intercept(/.*/, stage === 'token' ? 'POST' : (type.test.request?.method ?? 'GET'))
}

function answer(named: Named, stage: Stage, { status, body, headers }: Reply): void {
  request(named, stage).reply(status, body, headers)
}

/** Nothing but the time can end such a test. On a busy machine it is over before the request is sent. */
function neverAnswer(named: Named, stage: Stage): void {
  request(named, stage).reply(() => new Promise(() => {}))
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

function outcomeOfHtml(id: string, { expect: expectation }: ConnectionTest): Outcome {
  // A hibernating instance answers with a page.
  if (id === 'SERVICENOW') return 'vendor_unavailable'
  // Its error codes come with any status, so a success that is not JSON is not read.
  if (id === 'AWS_BEDROCK') return 'unexpected_response'
  return expectation === undefined ? 'ok' : 'unexpected_response'
}

function matchingAnswers(rule: AnswerRule, all: boolean): Reply[] {
  const some = <Item>(items: readonly Item[] | undefined): readonly Item[] => items?.slice(0, all ? undefined : 1) ?? []
  return some(rule.status ?? [400]).flatMap((status) => {
    const bodies = some(rule.bodyContains).map((text) => ({
      status,
      body: JSON.stringify({ note: `${text} ${vendorText}` }),
    }))
    const codes = (rule.codeFrom ?? []).flatMap((source) =>
      some(rule.codeIn).map((code) => ({ status, ...carry(source, code) })),
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
