import type { AnswerRule, ConnectionTest, Expectation, Outcome } from '../../../contract/integration-types.ts'
import { parseJson } from '../../lib/parse-json.ts'
import { memberOf, textOf } from './json.ts'
import type { Answer } from './request.ts'

/**
 * The outcome of the answer to the test request, by the type's rules, status lists and expectation, then by the defaults.
 */
export function classifyTest(answer: Answer, test: ConnectionTest): Outcome {
  const json = parseJson(answer.body)
  return (
    byRules('test', answer, json, test) ??
    byStatusLists(answer, test) ??
    bySuccess(answer, json, test) ??
    byDefault(answer.status)
  )
}

/** The outcome of the answer to a token request; null when the answer has a token. */
export function classifyToken(answer: Answer, test: ConnectionTest): Outcome | null {
  const json = parseJson(answer.body)
  const outcome = byRules('token', answer, json, test) ?? byStatusLists(answer, test)
  if (outcome !== null) return outcome

  const byStatus = byDefault(answer.status)
  if (unproven.has(byStatus)) return byStatus
  const byCode = tokenErrors.get(memberOf(json, 'error'))
  if (byCode !== undefined || !isSuccess(answer.status)) return byCode ?? byStatus
  return isToken(memberOf(json, 'access_token')) ? null : 'unexpected_response'
}

function byRules(stage: AnswerRule['stage'], answer: Answer, json: unknown, test: ConnectionTest): Outcome | null {
  return test.rules?.find((rule) => rule.stage === stage && ruleMatches(rule, answer, json))?.as ?? null
}

function ruleMatches(rule: AnswerRule, answer: Answer, json: unknown): boolean {
  if (!appliesTo(rule, answer.status)) return false
  if (rule.codeFrom !== undefined) {
    const code = codeIn(rule.codeFrom, answer, json)
    if (code === null || !rule.codeIn?.includes(code)) return false
  }
  return rule.bodyContains === undefined || rule.bodyContains.some((text) => answer.body.includes(text))
}

function appliesTo(rule: AnswerRule, status: Answer['status']): boolean {
  return rule.status === undefined || (typeof status === 'number' && rule.status.includes(status))
}

function codeIn(sources: readonly string[], answer: Answer, json: unknown): string | null {
  for (const source of sources) {
    const code = readCode(source, answer, json)
    // AWS wraps its codes: "namespace#Code" in the body, "Code:http://..." in the header.
    if (code !== null) return code.split('#').at(-1)?.split(':')[0] ?? null
  }
  return null
}

function readCode(source: string, answer: Answer, json: unknown): string | null {
  const [kind = '', name = ''] = source.split(/:(.*)/s)
  if (kind === 'header') return answer.headers[name.toLowerCase()]?.toString() ?? null
  if (kind === 'json') return textOf(memberOf(json, name))
  if (kind === 'xml') return answer.body.split(`<${name}>`)[1]?.split('<')[0]?.trim() ?? null
  return typeof answer.status === 'string' ? answer.status : null
}

function byStatusLists({ status }: Answer, { statuses }: ConnectionTest): Outcome | null {
  if (statuses.badCredentials.includes(status)) return 'bad_credentials'
  if (statuses.missingPermission.includes(status)) return 'missing_permission'
  if (statuses.notFound.includes(status)) return 'not_found'
  return null
}

function bySuccess(answer: Answer, json: unknown, test: ConnectionTest): Outcome | null {
  if (typeof answer.status !== 'number' || !test.success.includes(answer.status)) return null
  const { expect } = test
  if (json === undefined && mustBeJson(answer, test)) return unreadable(expect)
  if (expect === undefined || isMet(expect, answer.body, json)) return 'ok'
  return expect.else ?? 'unexpected_response'
}

function mustBeJson(answer: Answer, { expect, rules = [] }: ConnectionTest): boolean {
  if (expect?.jsonEquals !== undefined || expect?.jsonPresent !== undefined) return true
  // A truncated body cannot be parsed. Without an expectation its status decides.
  return !answer.truncated && rules.some((rule) => isJsonTestRule(rule) && appliesTo(rule, answer.status))
}

function isJsonTestRule({ stage, codeFrom = [] }: AnswerRule): boolean {
  return stage === 'test' && codeFrom.some((source) => source.startsWith('json:'))
}

/** An unreadable answer proves nothing about the credentials, so an `else` of the type that blames them does not apply. */
function unreadable(expect: Expectation | undefined): Outcome {
  return expect?.else === 'vendor_unavailable' ? 'vendor_unavailable' : 'unexpected_response'
}

function isMet(expect: Expectation, body: string, json: unknown): boolean {
  return (
    Object.entries(expect.jsonEquals ?? {}).every(([path, value]) => memberOf(json, path) === value) &&
    (expect.jsonPresent ?? []).every((path) => (memberOf(json, path) ?? null) !== null) &&
    (expect.bodyContains === undefined || body.includes(expect.bodyContains))
  )
}

function byDefault(status: Answer['status']): Outcome {
  if (typeof status === 'string') return bySqlState(status)
  if (status >= 500 && status <= 599) return 'vendor_unavailable'
  return outcomeOfStatus.get(status) ?? 'unexpected_response'
}

function bySqlState(code: string): Outcome {
  if (code === '00000') return 'ok'
  return serverTrouble.test(code) ? 'vendor_unavailable' : 'unexpected_response'
}

function isSuccess(status: Answer['status']): boolean {
  return typeof status === 'number' && status >= 200 && status <= 299
}

function isToken(value: unknown): boolean {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)
}

const outcomeOfStatus: ReadonlyMap<number, Outcome> = new Map([
  [400, 'invalid_configuration'],
  [401, 'bad_credentials'],
  [403, 'missing_permission'],
  [404, 'not_found'],
  [408, 'timeout'],
  [410, 'not_found'],
  [422, 'invalid_configuration'],
  [429, 'rate_limited'],
])

/** The error codes of RFC 6749, section 5.2. */
const tokenErrors: ReadonlyMap<unknown, Outcome> = new Map([
  ['invalid_client', 'bad_credentials'],
  ['invalid_grant', 'bad_credentials'],
  ['unauthorized_client', 'missing_permission'],
  ['invalid_scope', 'invalid_configuration'],
  ['unsupported_grant_type', 'invalid_configuration'],
  ['invalid_request', 'invalid_configuration'],
])

/** Outcomes that say nothing about the credentials, whatever error code the answer has. */
const unproven: ReadonlySet<Outcome> = new Set(['rate_limited', 'vendor_unavailable', 'timeout'])

/** SQLSTATE classes: insufficient resources, operator intervention, system error, internal error. */
const serverTrouble = /^(?:53|57|58|XX)/
