import type { ASTNode } from '@marcbachmann/cel-js'
import { Environment, UnsignedInt } from '@marcbachmann/cel-js/evaluator'
import type { TwuAttributeType } from '../../../spec/gen/openapi.gen.ts'
import { childrenOf, macros } from './expression-cost.ts'
import { expressionFields } from '../../expression-names.ts'
import { findFunction, typeOf, type Implementation } from './cel-functions.ts'
import { compare, Fault, find, isEqual, isList, kindOf, noOverload, Operation } from './cel-values.ts'

/*
 * The library parses and checks expressions. They are computed here, since it computes many of them in another way than CEL says:
 * docs/decisions/expressions.md (E-60). What neither does rightly is refused.
 */

const limits = { maxAstNodes: 500, maxDepth: 32, maxListElements: 100, maxMapEntries: 100, maxCallArguments: 16 }
const parser = new Environment({ limits })

const time = 'google.protobuf.Timestamp'
const duration = 'google.protobuf.Duration'

/** A value of an attribute that entities declare with several types. */
export const several = 'SeveralTypes'

/** What expressions may use beside that which the library knows. It is computed by functions of the same names. */
export const checker = new Environment({ limits: { maxAstNodes: 2000, maxDepth: 100 } })
  .registerType('Operation', {
    ctor: Operation,
    fields: { ...expressionFields },
  })
  .registerType(several, { fields: {} })
  .registerVariable('operations', 'list<Operation>')

const added = [
  [`string(${time})`, 'string'],
  [`string(${duration})`, 'string'],
  [`int(${time})`, 'int'],
  [`timestamp(${time})`, time],
  [`duration(${duration})`, duration],
  ...['bool', 'int', 'double', 'string'].map((type) => [`${type}(${several})`, type]),
  [`timestamp(${several})`, time],
  // The functions that stand in the text for the checker: see `findEdits`.
  ['_as(dyn)', 'bool'],
  ['list._list()', 'list<dyn>'],
  ['dyn._boolean()', 'bool'],
  ['dyn._integer()', 'int'],
  ['dyn._number()', 'double'],
  ['dyn._string()', 'string'],
  ['dyn._timestamp()', time],
  [`dyn._${several}()`, several],
]
for (const [signature, type] of added) checker.registerFunction(`${signature}: ${type}`, () => null)

/** What the library gives to the check of a macro. */
interface Check {
  check(node: ASTNode, context: unknown): { kind: string; name: string; valueType?: { kind: string; name: string } }
  getType(name: string): unknown
  createError(code: string, text: string, node: ASTNode): Error
}

/** Where sums of integers begin in the text that was checked last: without operations they are the integer 0. */
const sumsOfIntegers = new Set<number>()

const numbers = ['int', 'double', 'dyn']
const aggregates = {
  sum: numbers,
  avg: numbers,
  min: [...numbers, time, duration],
  max: [...numbers, time, duration],
}
for (const [name, allowed] of Object.entries(aggregates)) {
  const typeCheck = (check: Check, { list, node }: { list: ASTNode; node: ASTNode }, context: unknown) => {
    const { kind, name: type, valueType } = check.check(list, context)
    const element = valueType?.kind === 'param' ? 'double' : (valueType?.name ?? 'dyn')
    if ((kind !== 'list' && kind !== 'dyn') || !allowed.includes(element)) {
      throw check.createError('no_matching_overload', `found no matching overload for '${name}(${type})'`, node)
    }
    if (name === 'sum' && element === 'int') sumsOfIntegers.add(node.start)
    return check.getType(name === 'avg' ? 'double' : element)
  }
  const expand = ({ args: [list], ast: node }: { args: ASTNode[]; ast: ASTNode }) => {
    return { list, node, typeCheck, evaluate: () => null, async: false }
  }
  checker.registerFunction(`${name}(ast): dyn`, expand)
}

/** The types of attributes by their names: null when entities declare one with several types. */
export type AttributeTypes = ReadonlyMap<string, TwuAttributeType | null>

/** An expression that compiles. */
export interface Program {
  ast: ASTNode
  /** Undefined when only an evaluation tells. */
  type: string | undefined
  run(values: readonly unknown[]): unknown
}

/** Reads an expression over variables with these names, and throws when it does not compile. */
export function read(
  text: string,
  attributes: AttributeTypes,
  names: readonly string[] = ['operations'],
  types = checker,
): Program {
  const { ast } = parser.parse(text)
  const edits = findEdits(ast, attributes).sort((a, b) => a.at - b.at)
  const back = (place: number) => edits.reduce(undo, place)
  sumsOfIntegers.clear()
  const { valid, type, error } = types.check(edits.reduceRight(apply, text))
  if (!valid) {
    const { start = 0, end = text.length } = error?.range ?? {}
    throw new Fault(error?.summary ?? error?.message ?? '').at({ pos: back(start), end: back(end) })
  }
  throwIfUnsupported(ast, text)
  const run = prepare(ast, { names, integers: new Set([...sumsOfIntegers].map(back)) })
  return { ast, type, run: (values) => run([...values]) }
}

/** A place of the text, what stands there, and what the checker reads in its place. */
interface Edit {
  at: number
  old: string
  text: string
}

function apply(text: string, { at, old, text: next }: Edit): string {
  return text.slice(0, at) + next + text.slice(at + old.length)
}

/** Where a place of the text was before an edit. */
function undo(place: number, { at, old, text }: Edit): number {
  return place <= at ? place : Math.max(at, place - text.length + old.length)
}

/**
 * What the checker reads in another way: attributes have their types, `has()` may have any path, and whatever an empty list does not
 * hold has any type.
 */
function findEdits(node: ASTNode, attributes: AttributeTypes): Edit[] {
  if (node.op === 'call' && node.args[0] === 'has') {
    const [field, ...others] = node.args[1]
    if (field?.op !== '.' || others.length > 0) return []
    return [{ at: node.start, old: 'has', text: '_as' }, ...findEdits(field.args[0], attributes)]
  }
  const edits = childrenOf(node).flatMap((child) => findEdits(child, attributes))
  const type = attributes.get(attributeIn(node) ?? '')
  if (type !== undefined) edits.push({ at: node.end, old: '', text: `._${type ?? several}()` })
  if (node.op === 'rcall' && node.args[1].op === 'list' && node.args[1].args.length === 0 && macros.has(node.args[0])) {
    edits.push({ at: node.args[1].end, old: '', text: '._list()' })
  }
  return edits
}

/** The name of the attribute that is read: `o.attributes.region` or `o.attributes["region"]`. */
function attributeIn(node: ASTNode): string | null {
  if (node.op !== '.' && node.op !== '[]') return null
  const [object, name] = node.args
  if (object.op !== '.' || object.args[1] !== 'attributes') return null
  if (typeof name === 'string') return name
  return name.op === 'value' && typeof name.args === 'string' ? name.args : null
}

/** Refuses what the library accepts, and what cannot be computed as CEL says. */
function throwIfUnsupported(node: ASTNode, text: string, isNegated = false): void {
  const reason = findReason(node, text, isNegated)
  if (reason) throw new Fault(reason).at(node)
  for (const child of childrenOf(node))
    throwIfUnsupported(child, text, node.op === '-_' && node.start + 1 === child.start)
}

function findReason(node: ASTNode, text: string, isNegated: boolean): string | null {
  if (node.op === 'value') {
    if (node.args instanceof UnsignedInt) return 'there are no unsigned integers here'
    if (node.args instanceof Uint8Array) return 'there are no bytes here'
    const isTooLarge = typeof node.args === 'bigint' && node.args > 2n ** 63n - (isNegated ? 0n : 1n)
    return isTooLarge ? 'the integer has more than 64 bits' : null
  }
  if (node.op === 'id') return node.args === 'google' ? 'google is not available here' : null
  if (node.op === 'rcall') {
    const [name, { op, args: receiver }] = node.args
    return name === 'bind' && !(op === 'id' && receiver === 'cel') ? 'only cel has bind()' : null
  }
  if (node.op === 'call') {
    const [name, [first]] = node.args
    if (name === 'uint') return 'there are no unsigned integers here'
    const isFine = name === 'timestamp' && first?.op === 'value' && /\.\d{3}\d*[1-9]/.test(String(first.args))
    return isFine ? 'a time has milliseconds, and no finer parts' : null
  }
  if (node.op !== '==' && node.op !== '!=') return null
  const [left, right] = node.args
  if (!relations.has(right.op) || isInBrackets(right, text.slice(left.end, right.start), text)) return null
  return `CEL compares from the left to the right: put what follows ${node.op} into brackets`
}

const relations = new Set(['<', '<=', '>', '>=', 'in'])

/** Whether more brackets are opened before a part than it closes itself. */
function isInBrackets({ start, end }: ASTNode, before: string, text: string): boolean {
  let depth = 0
  let least = 0
  for (const [sign] of text.slice(start, end).matchAll(/[()]|(["'])(?:\1\1[^]*?\1{3}|(?:\\.|(?!\1).)*\1)|\/\/.*/g)) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    least = Math.min(least, depth)
  }
  return before.replaceAll(/\/\/.*/g, '').split('(').length - 1 > -least
}

type Run = (values: unknown[]) => unknown

/** The names of variables by their places among the values, and where sums of integers begin. */
interface Scope {
  names: readonly string[]
  integers: ReadonlySet<number>
}

/** Makes a function of an expression, which takes the values of its variables. */
function prepare(node: ASTNode, scope: Scope): Run {
  const { op } = node
  if (op === 'value') {
    const value = node.args
    return () => value
  }
  if (op === 'id') {
    const [at, type] = [scope.names.lastIndexOf(node.args), typeOf(node.args)]
    return at === -1 ? () => type : (values) => values[at]
  }
  const isMacro = op === 'rcall' && (macros.has(node.args[0]) || node.args[0] === 'bind')
  const run = isMacro ? prepareMacro(node.args, scope) : prepareOperation(node, scope)
  // A fault is at the innermost part that has one.
  return (values) => {
    try {
      return run(values)
    } catch (error) {
      throw error instanceof Fault ? error.at(node) : error
    }
  }
}

function prepareOperation(node: ASTNode, scope: Scope): Run {
  const { op } = node
  const parts = childrenOf(node).map((one) => prepare(one, scope))
  const [a = nothing, b = nothing, c = nothing] = parts
  if (op === 'list') return (values) => parts.map((part) => part(values))
  if (op === 'map') return (values) => toMap(parts.map((part) => part(values)))
  if (op === '?:') return (values) => (isTrue(a(values)) ? b(values) : c(values))
  if (op === '&&' || op === '||') return (values) => decide(op === '||', parts, (part) => part(values))
  if (op === '[]') return (values) => findOrFail(a(values), b(values))
  if (op === '.') {
    const [, name] = node.args
    return (values) => findOrFail(a(values), name)
  }
  if (op === 'call' && node.args[0] === 'has') return prepareHas(node.args[1], scope)
  const name = op === 'call' ? node.args[0] : op === 'rcall' ? `.${node.args[0]}` : op.replace(/_$/, '')
  const run = operators[name] ?? findFunction(name, parts.length)
  if (name === 'sum' && scope.integers.has(node.start)) {
    return (values) => {
      const list = a(values)
      return isList(list) && list.length === 0 ? 0n : run(list)
    }
  }
  // Without arrays, because operators are called most.
  if (parts.length === 1) return (values) => run(a(values))
  if (parts.length === 2) return (values) => run(a(values), b(values))
  return (values) => run(...parts.map((part) => part(values)))
}

const nothing: Run = () => null

const operators: Partial<Record<string, Implementation>> = {
  '==': isEqual,
  '!=': (a, b) => !isEqual(a, b),
  '<': (a, b) => compare(a, b) < 0,
  '<=': (a, b) => compare(a, b) <= 0,
  '>': (a, b) => compare(a, b) > 0,
  '>=': (a, b) => compare(a, b) >= 0,
  in: (value, container) =>
    isList(container) ? container.some((one) => isEqual(value, one)) : find(container, value) !== undefined,
}

function isTrue(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw noOverload(`${kindOf(value)}, where true or false belongs`)
}

/** Whether one is what decides. A fault counts only when none is. */
function decide<Item>(wanted: boolean, items: readonly Item[], ask: (item: Item) => unknown): boolean {
  let fault: unknown
  for (const item of items) {
    try {
      if (isTrue(ask(item)) === wanted) return wanted
    } catch (error) {
      fault ??= error
    }
  }
  if (fault !== undefined) throw fault
  return !wanted
}

function findOrFail(container: unknown, key: unknown): unknown {
  const found = find(container, key)
  if (found !== undefined) return found
  throw new Fault(
    isList(container) ? `there is no element ${String(key)} of ${container.length}` : `No such key: ${String(key)}`,
  )
}

/** Keys and values take turns. */
function toMap(parts: readonly unknown[]): Map<unknown, unknown> {
  const map = new Map<unknown, unknown>()
  for (let at = 0; at < parts.length; at += 2) {
    const [key, value] = [parts[at], parts[at + 1]]
    if (!['string', 'int', 'bool'].includes(kindOf(key))) throw new Fault(`a key of a map is no ${kindOf(key)}`)
    if (map.has(key)) throw new Fault(`a map has the key ${String(key)} twice`)
    map.set(key, value)
  }
  return map
}

function prepareHas([field]: readonly ASTNode[], scope: Scope): Run {
  if (field?.op !== '.') return nothing
  const [object, name] = [prepare(field.args[0], scope), field.args[1]]
  return (values) => find(object(values), name) !== undefined
}

function prepareMacro([name, receiver, args]: [string, ASTNode, ASTNode[]], scope: Scope): Run {
  const [variable, first, second] = args
  if (variable?.op !== 'id' || !first) return nothing
  const at = scope.names.length
  const inner = { ...scope, names: [...scope.names, variable.args] }
  const rest = second && prepare(second, inner)
  if (name === 'bind') {
    const value = prepare(first, scope)
    return (values) => ((values[at] = value(values)), rest?.(values))
  }
  const [list, body] = [prepare(receiver, scope), prepare(first, inner)]
  const elements = (values: unknown[]) => elementsOf(list(values))
  const test = (values: unknown[]) => (item: unknown) => ((values[at] = item), isTrue(body(values)))
  if (name === 'filter') return (values) => elements(values).filter(test(values))
  if (name === 'exists_one') return (values) => elements(values).filter(test(values)).length === 1
  if (name === 'map') {
    if (!rest) return (values) => elements(values).map((item) => ((values[at] = item), body(values)))
    return (values) => elements(values).flatMap((item) => (test(values)(item) ? [rest(values)] : []))
  }
  return (values) => decide(name === 'exists', elements(values), (item) => ((values[at] = item), body(values)))
}

function elementsOf(value: unknown): readonly unknown[] {
  if (isList(value)) return value
  if (value instanceof Map) return [...value.keys()]
  throw noOverload(`${kindOf(value)}, where a list or a map belongs`)
}
