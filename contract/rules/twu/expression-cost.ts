import type { ASTNode } from '@marcbachmann/cel-js'
import { expressionFunctions, nameOfFunction } from '../../expression-names.ts'

/** How large the operations are that an expression reads. */
export interface Size {
  operations: number
  /** The most attributes that an operation has. */
  attributes: number
  /** The most characters that all texts of one operation have. */
  text: number
}

/**
 * The steps that the evaluation of an expression takes at most: 10 to 50 ns each. Depends on the expression and the size of what
 * it reads, and not on the machine, so that the same model and the same operations always have the same result.
 */
export function costOf(expression: ASTNode, size: Size): number {
  const { operations, attributes, text } = size
  const attribute: Bound = { items: 0, chars: text, element: null }
  const operation: Bound = { items: 0, chars: text, element: { items: attributes, chars: text, element: attribute } }
  const all: Bound = { items: operations, chars: operations * text, element: operation }
  const { cost } = estimate(expression, new Map([['operations', all]]))
  // Nothing times infinitely many.
  return Number.isNaN(cost) ? Infinity : cost
}

/** A value at its largest: the elements of a list or map, the characters of all texts in it, and its largest element. */
interface Bound {
  items: number
  chars: number
  element: Bound | null
}

interface Estimate {
  cost: number
  bound: Bound
}

type Scope = ReadonlyMap<string, Bound>

const small: Bound = { items: 0, chars: 32, element: null }

function estimate(node: ASTNode, scope: Scope): Estimate {
  const { op, args } = node
  if (op === 'value') return { cost: 1, bound: typeof args === 'string' ? { ...small, chars: args.length } : small }
  if (op === 'id') return { cost: 1, bound: scope.get(args) ?? small }
  if (op === 'call') return estimateCall(args[0], null, args[1], scope)
  if (op === 'rcall') return estimateCall(args[0], args[1], args[2], scope)
  const parts = childrenOf(node).map((part) => estimate(part, scope))
  const isNumber = op === '.' && numbersAndTimes.has(args[1])
  return estimateOperator(op, parts, isNumber)
}

const numbersAndTimes = new Set(['activeTime', 'cost', 'startedAt', 'endedAt'])

function estimateOperator(operator: string, parts: readonly Estimate[], isNumber: boolean): Estimate {
  const bounds = parts.map(({ bound }) => bound)
  const volumes = bounds.map(volume)
  const [first = small] = bounds
  const cost = sum(parts.map((part) => part.cost)) + 1
  if (operator === 'list' || operator === 'map') {
    const element = parts.length === 0 ? null : largest(bounds)
    return { cost, bound: { ...concatenated(bounds), items: parts.length, element } }
  }
  if (operator === '+') return { cost: cost + sum(volumes), bound: concatenated(bounds) }
  if (operator === 'in') return { cost: cost + (volumes[1] ?? 0), bound: small }
  if (operator === '?:') return { cost, bound: largest(bounds) }
  if (operator === '.' || operator === '[]') return { cost, bound: isNumber ? small : elementOf(first) }
  if (orders.has(operator)) {
    const chars = Math.min(...bounds.map((bound) => bound.chars))
    return { cost: cost + Math.min(...volumes) + Math.max(0, chars - small.chars) / 8, bound: small }
  }
  return { cost: operator === '==' || operator === '!=' ? cost + Math.min(...volumes) : cost, bound: small }
}

/** Texts are ordered character by character. */
const orders = new Set(['<', '<=', '>', '>='])

function estimateCall(name: string, receiver: ASTNode | null, args: readonly ASTNode[], scope: Scope): Estimate {
  const [variable, ...body] = args
  if (receiver && name === 'bind') {
    const [value, result] = body
    if (variable?.op !== 'id' || !value || !result) return { cost: 1, bound: small }
    const bound = estimate(value, scope)
    const inner = estimate(result, new Map(scope).set(variable.args, bound.bound))
    return { cost: bound.cost + inner.cost + 1, bound: inner.bound }
  }
  if (receiver && macros.has(name) && variable?.op === 'id') {
    const list = estimate(receiver, scope)
    const steps = body.map((part) => estimate(part, new Map(scope).set(variable.args, elementOf(list.bound))))
    const { items } = list.bound
    const made = steps.at(-1)?.bound ?? small
    const mapped = { items, chars: items * made.chars, element: made }
    const bound = name === 'map' ? mapped : name === 'filter' ? list.bound : small
    return { cost: list.cost + items * (sum(steps.map(({ cost }) => cost)) + 3) + 1, bound }
  }
  const parts = [...(receiver ? [receiver] : []), ...args].map((part) => estimate(part, scope))
  const bounds = parts.map(({ bound }) => bound)
  const [first = small, second] = bounds
  return {
    cost: sum(parts.map(({ cost }) => cost)) + costOfCall(name, bounds),
    bound: boundOfCall(name, first, second),
  }
}

export const macros = new Set(['all', 'exists', 'exists_one', 'map', 'filter'])

function costOfCall(name: string, bounds: readonly Bound[]): number {
  const [first = small, second] = bounds
  // A text is searched for a text that may almost occur everywhere.
  if (name === 'contains') return 1 + (first.chars * (second?.chars ?? 1)) / charsPerStep
  if (/indexof/i.test(name)) return 1 + first.chars / 8 + (first.chars * (second?.chars ?? 1)) / charsPerStep
  if (slowest.has(name)) return 2 + first.chars
  if (name === 'join') return 1 + volume(first) + (first.items * (second?.chars ?? 0)) / charsPerStep
  // Calendars of time zones are slow.
  if (name.startsWith('get')) return second ? 2000 : 2
  // The characters of a text are counted or read one by one.
  if (slow.has(name)) return 2 + first.chars / 8
  return 2 + sum(bounds.map(volume))
}

const slowest = new Set(['split', 'trim', 'lowerAscii', 'upperAscii'])
const slow = new Set(['size', 'substring', 'bool', 'int', 'double', 'timestamp', 'duration'])

function boundOfCall(name: string, first: Bound, second: Bound | undefined): Bound {
  if (name === 'split') return { items: first.chars, chars: first.chars, element: { ...small, chars: first.chars } }
  if (name === 'join') return { ...small, chars: first.chars + first.items * (second?.chars ?? 0) }
  return keepsText.has(name) ? { ...first, chars: Math.max(first.chars, small.chars) } : small
}

const keepsText = new Set(['dyn', 'string', 'lowerAscii', 'upperAscii', 'trim', 'substring'])

/** The characters that are copied or compared in a step. */
const charsPerStep = 64

/** What it takes to read a value as a whole. */
function volume(bound: Bound): number {
  return bound.chars / charsPerStep + count(bound)
}

function count({ items, element }: Bound): number {
  return items * (1 + (element ? count(element) : 0))
}

function elementOf(bound: Bound): Bound {
  return bound.element ?? { ...small, chars: bound.chars }
}

/** Texts or lists put together. */
function concatenated(bounds: readonly Bound[]): Bound {
  const [items, chars] = [sum(bounds.map((bound) => bound.items)), sum(bounds.map((bound) => bound.chars))]
  return { ...largest(bounds), items, chars }
}

function largest(bounds: readonly Bound[]): Bound {
  const elements = bounds.flatMap(({ element }) => element ?? [])
  return {
    items: Math.max(0, ...bounds.map(({ items }) => items)),
    chars: Math.max(0, ...bounds.map(({ chars }) => chars)),
    element: elements.length === 0 ? null : largest(elements),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0)
}

/**
 * The first call of a function that may not be called here: `matches`, whose time depends on more than sizes, and the functions of
 * bytes and optional values, which no operation has.
 */
export function refusedCall(node: ASTNode): { name: string; start: number; end: number } | null {
  const isCall = node.op === 'call' || node.op === 'rcall'
  if (isCall && !allowed.has(node.args[0])) return { name: node.args[0], start: node.start, end: node.end }
  for (const child of childrenOf(node)) {
    const found = refusedCall(child)
    if (found) return found
  }
  return null
}

export function childrenOf({ args }: ASTNode): ASTNode[] {
  return [args].flat(3).filter((part) => typeof part === 'object' && part !== null && 'op' in part)
}

const allowed = new Set(expressionFunctions.map(nameOfFunction))
