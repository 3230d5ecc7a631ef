import { cut, lengthOf } from '../text.ts'
import { read, several, type AttributeTypes, type Program } from './cel.ts'
import { Duration, type Operation } from './cel-values.ts'
import { costOf, refusedCall, type Size } from './expression-cost.ts'

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
export function compile(
  text: string,
  purpose: 'outcome' | 'policy',
  attributes: AttributeTypes = new Map(),
): Expression | { fault: ExpressionFault } {
  const whole = (reason: string) => ({ fault: { text: reason, start: 0, end: text.length } })
  if (text.trim() === '') return whole('is missing')
  let program: Program
  try {
    program = read(text, attributes)
  } catch (error) {
    return { fault: toFault(error, text, 'does not compile: ') }
  }
  const { ast, type = 'dyn' } = program
  const refused = refusedCall(ast)
  if (refused) {
    const { name, start, end } = refused
    return { fault: { text: `calls ${name}(), which is not available here`, start, end } }
  }
  if (!results[purpose].has(type)) return whole(`computes ${nameType(type)}; ${expected[purpose]}`)
  return {
    cost: (size: Size) => costOf(ast, size),
    type: resultTypes.get(type) ?? null,
    evaluate: (operations: readonly Operation[]) => evaluate(program, text, operations),
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

function evaluate(program: Program, text: string, operations: readonly Operation[]): Result {
  const fault = (reason: string) => ({ fault: { text: reason, start: 0, end: text.length } })
  try {
    const value = program.run([operations])
    if (typeof value === 'boolean') return { value, type: 'boolean' }
    if (typeof value === 'string') {
      return lengthOf(value) <= longestText ? { value: toPrintable(value), type: 'string' } : fault(tooLong)
    }
    if (value instanceof Duration) return { value: Number(value.nanos) / 1e9, type: 'duration' }
    if (typeof value === 'number') {
      return Number.isFinite(value) ? { value, type: 'number' } : fault('computes no finite number')
    }
    if (typeof value !== 'bigint') return fault(`computes no value; ${expected.outcome}`)
    const isSafe = value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER
    return isSafe ? { value: Number(value), type: 'integer' } : fault('computes an integer beyond 2^53')
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
  const told = toPrintable(cut(explain(reason, text, start), 300))
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
  if (reason.includes(several))
    return `${reason}: entities give the attribute several types, so convert it, as with double()`
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
