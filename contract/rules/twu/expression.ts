import type { ParseResult } from '@marcbachmann/cel-js'
import { Duration, Environment, UnsignedInt } from '@marcbachmann/cel-js/evaluator'
import { lengthOf } from '../text.ts'
import { addUp } from './add-up.ts'
import { costOf, refusedCall, type Size } from './expression-cost.ts'

/** What an expression reads of an operation: the types that the contract promises. */
export class Operation {
  declare action: string
  declare entity: string
  declare event: string
  declare actor: string
  declare activeTime: number
  declare cost: number
  declare startedAt: Date
  declare endedAt: Date
  declare attributes: Map<string, AttributeValue>

  constructor(values: Operation) {
    Object.assign(this, values)
  }
}

export type AttributeValue = string | number | bigint | boolean | Date

/** The variables and functions of an outcome's expression: the work operations, and sums over them. */
const environment = new Environment({
  limits: { maxAstNodes: 500, maxDepth: 32, maxListElements: 100, maxMapEntries: 100, maxCallArguments: 16 },
})
  .registerType('Operation', {
    ctor: Operation,
    fields: {
      action: 'string',
      entity: 'string',
      event: 'string',
      actor: 'string',
      activeTime: 'double',
      cost: 'double',
      startedAt: 'google.protobuf.Timestamp',
      endedAt: 'google.protobuf.Timestamp',
      attributes: 'map<string, dyn>',
    },
  })
  .registerVariable('operations', 'list<Operation>')
  .registerFunction('sum(list<double>): double', addUp)
  .registerFunction('avg(list<double>): double', (values: number[]) =>
    values.length === 0 ? 0 : addUp(values) / values.length,
  )

export type ResultType = 'boolean' | 'integer' | 'number' | 'string' | 'duration'

/** A compiled expression. Its result is a value, or a fault for people. Nothing that it computes is an exception. */
export interface Expression {
  /** The steps that an evaluation takes at most, from the text and the size of the data alone. */
  cost(size: Size): number
  /** The type of its value; null where only an evaluation tells. */
  type: ResultType | null
  evaluate(operations: readonly Operation[]): Result
}

export type Result = { value: boolean | number | string; type: ResultType } | { fault: ExpressionFault }

/** Where in the expression a fault is, in characters (UTF-16 units) from its beginning, and a text without subject and full stop. */
export interface ExpressionFault {
  text: string
  start: number
  end: number
}

const resultTypes = new Map<string, ResultType | null>([
  ['int', 'integer'],
  ['uint', 'integer'],
  ['double', 'number'],
  ['bool', 'boolean'],
  ['string', 'string'],
  ['google.protobuf.Duration', 'duration'],
  ['dyn', null],
])

const results = {
  outcome: new Set(resultTypes.keys()),
  policy: new Set(['bool', 'dyn']),
}

/** Compiles an expression (CEL), or tells the reason why it cannot compute an outcome or decide a policy. */
export function compile(text: string, purpose: 'outcome' | 'policy'): Expression | { fault: ExpressionFault } {
  const whole = (reason: string) => ({ fault: { text: reason, start: 0, end: text.length } })
  if (text.trim() === '') return whole('is missing')
  const parsed = parse(text)
  if ('fault' in parsed) return parsed
  const checked = parsed.check()
  if (!checked.valid) return { fault: toFault(checked.error, text, 'does not compile: ') }
  const refused = refusedCall(parsed.ast)
  if (refused) {
    const { name, start, end } = refused
    return { fault: { text: `calls ${name}(), which is not available here`, start, end } }
  }
  if (checked.type !== undefined && !results[purpose].has(checked.type))
    return whole(`computes ${nameType(checked.type)}; ${expected[purpose]}`)
  return {
    cost: (size) => costOf(parsed.ast, size),
    type: resultTypes.get(checked.type ?? 'dyn') ?? null,
    evaluate: (operations) => evaluate(parsed, text, operations),
  }
}

function nameType(type: string): string {
  const [name = ''] = type.split('<')
  return typeNames.get(name) ?? type
}

/** Types that no outcome has, for authors who do not know CEL. */
const typeNames = new Map([
  ['list', 'a list'],
  ['map', 'a map'],
  ['google.protobuf.Timestamp', 'a time'],
])

const expected = {
  outcome: 'an outcome is a number, a string, a duration or true or false',
  policy: 'a policy is true or false',
}

function parse(text: string): ParseResult | { fault: ExpressionFault } {
  try {
    return environment.parse(text)
  } catch (error) {
    return { fault: toFault(error, text, 'does not compile: ') }
  }
}

function evaluate(run: ParseResult, text: string, operations: readonly Operation[]): Result {
  const fault = (reason: string) => ({ fault: { text: reason, start: 0, end: text.length } })
  try {
    const value: unknown = run({ operations })
    if (typeof value === 'boolean') return { value, type: 'boolean' }
    if (typeof value === 'string') {
      return lengthOf(value) <= longestText ? { value: toPrintable(value), type: 'string' } : fault(tooLong)
    }
    if (value instanceof Duration) return { value: value.valueOf() / 1000, type: 'duration' }
    if (typeof value === 'number') {
      return Number.isFinite(value) ? { value, type: 'number' } : fault('computes no finite number')
    }
    const integer = value instanceof UnsignedInt ? value.value : value
    if (typeof integer !== 'bigint') return fault(`computes no value; ${expected.outcome}`)
    const isSafe = integer <= Number.MAX_SAFE_INTEGER && integer >= Number.MIN_SAFE_INTEGER
    return isSafe ? { value: Number(integer), type: 'integer' } : fault('computes an integer beyond 2^53')
  } catch (error) {
    return { fault: toFault(error, text, 'cannot be computed: ') }
  }
}

const longestText = 1000
const tooLong = `computes a text of more than ${longestText} characters`

function toFault(error: unknown, text: string, prefix: string): ExpressionFault {
  const { summary, message, range }: Partial<CelError> = error instanceof Error ? error : {}
  // The first line of the message is the reason; the source and a marker follow.
  const [reason = 'it cannot be read'] = (summary ?? message ?? '').split('\n')
  const { start, end } = range ?? { start: 0, end: text.length }
  const told = toPrintable(explain(reason, text, start).slice(0, 300))
  return { text: prefix + told, start, end: Math.max(start, end) }
}

interface CelError extends Error {
  summary: string
  range: { start: number; end: number }
}

/** The parser calls a sign by a name of its own. An author knows the sign, and the word after which it is missing. */
function explain(reason: string, text: string, start: number): string {
  const [, before] = /([\p{L}\p{N}_]+|\S)\s*$/u.exec(text.slice(0, start)) ?? []
  const place = before === undefined ? 'at the beginning' : `after ${before}`
  const [, missing = 'EOF'] = /^Expected ([A-Z]+),/.exec(reason) ?? []
  if (missing !== 'EOF') return `${nameSign(missing)} is missing ${place}`
  const [, limit = '', most] = /^Exceeded (\w+) \((\d+)\)/.exec(reason) ?? []
  const counted = limits.get(limit)
  if (counted !== undefined) return `it has more than ${most} ${counted}`
  const [, odd] = /^Unexpected token: ([A-Z]+)$/.exec(reason) ?? []
  if (odd === undefined) return reason
  return odd === 'EOF' ? `something is missing ${place}` : `${nameSign(odd)} is not expected ${place}`
}

const limits = new Map([
  ['maxAstNodes', 'parts'],
  ['maxDepth', 'levels'],
  ['maxListElements', 'elements in a list'],
  ['maxMapEntries', 'entries in a map'],
  ['maxCallArguments', 'arguments of a call'],
])

function nameSign(name: string): string {
  return signs.get(name) ?? `"${name.toLowerCase()}"`
}

const brackets = {
  LPAREN: 'a bracket "("',
  RPAREN: 'a bracket ")"',
  LBRACKET: 'a bracket "["',
  RBRACKET: 'a bracket "]"',
}
const others = { RBRACE: 'a brace "}"', COLON: 'a colon', COMMA: 'a comma', IDENTIFIER: 'a name' }
const signs = new Map(Object.entries({ ...brackets, ...others }))

/** Texts are quoted by UTF-16 units. Lone surrogates and NUL are replaced, because PostgreSQL refuses them. */
function toPrintable(text: string): string {
  return text.toWellFormed().replaceAll(/\p{Cc}/gu, '\uFFFD')
}
