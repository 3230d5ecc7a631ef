import { CelScalar, celFunc, isCelError, isCelUint, listType, run, type CelInput } from '@bufbuild/cel'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addUp } from '../../contract/rules/twu/add-up.ts'
import { Operation } from '../../contract/rules/twu/cel-values.ts'
import { compile } from '../../contract/rules/twu/expression.ts'
import { rounds } from '../helpers/rounds.ts'

/*
 * Two implementations of CEL with nothing in common compute the same of the same operations. Where they differ by intent is
 * in E-60, and nothing of that is generated here.
 */

type Kind = 'double' | 'int' | 'bool' | 'string' | 'list'

/** The text of an expression of this kind, in which `variables` are operations. */
function expressionOf(kind: Kind, depth: number, variables: readonly string[]): fc.Arbitrary<string> {
  const key = [kind, depth, ...variables].join(' ')
  const known = made.get(key) ?? makeExpression(kind, depth, variables)
  made.set(key, known)
  return known
}

const made = new Map<string, fc.Arbitrary<string>>()

function makeExpression(kind: Kind, depth: number, variables: readonly string[]): fc.Arbitrary<string> {
  const inner = (of: Kind, more: readonly string[] = []) => expressionOf(of, depth - 1, [...variables, ...more])
  const leaf = leaves[kind](fc.constantFrom('operations[0]', 'operations[1]', ...variables))
  if (depth === 0) return leaf
  const own = `o${depth}`
  const binary = (of: Kind, ...operators: string[]) =>
    fc.tuple(inner(of), fc.constantFrom(...operators), inner(of)).map(([a, sign, b]) => `(${a} ${sign} ${b})`)
  const choice = fc.tuple(inner('bool'), inner(kind), inner(kind)).map(([a, b, c]) => `(${a} ? ${b} : ${c})`)
  const calls = (name: string, of: Kind) => inner(of).map((one) => `${name}(${one})`)
  const macro = (...names: string[]) =>
    fc.tuple(fc.constantFrom(...names), inner('bool', [own])).map(([name, one]) => `operations.${name}(${own}, ${one})`)
  const deeper: Record<Kind, () => fc.Arbitrary<string>[]> = {
    double: () => [
      binary('double', '+', '-', '*', '/'),
      calls('double', 'int'),
      calls('sum', 'list'),
      calls('avg', 'list'),
      calls('min', 'list'),
      calls('max', 'list'),
    ],
    int: () => [binary('int', '+', '-', '*', '/', '%'), calls('size', 'list'), calls('size', 'string')],
    bool: () => [
      binary('bool', '&&', '||', '==', '!='),
      ...(['int', 'double', 'string'] as const).map((of) => binary(of, '<', '<=', '>', '>=', '==', '!=')),
      calls('!', 'bool'),
      macro('all', 'exists', 'exists_one'),
      fc
        .tuple(inner('string'), fc.constantFrom('contains', 'startsWith', 'endsWith'), inner('string'))
        .map(([a, name, b]) => `${a}.${name}(${b})`),
      fc.tuple(inner('double'), inner('list')).map(([a, list]) => `(${a} in ${list})`),
    ],
    string: () => [binary('string', '+'), calls('string', 'int'), calls('string', 'bool')],
    list: () => [
      inner('double', [own]).map((one) => `operations.map(${own}, ${one})`),
      fc.tuple(macro('filter'), inner('double', [own])).map(([list, one]) => `${list}.map(${own}, ${one})`),
      binary('list', '+'),
    ],
  }
  return fc.oneof(leaf, choice, ...deeper[kind]())
}

const leaves: Record<Kind, (operation: fc.Arbitrary<string>) => fc.Arbitrary<string>> = {
  double: (o) =>
    fc.oneof(
      fc.constantFrom('0.0', '1.5', '-2.25', '0.1', '1e15'),
      o.map((one) => `${one}.cost`),
    ),
  int: (o) =>
    fc.oneof(
      fc.constantFrom('0', '1', '-7', '9007199254740993', '9223372036854775807'),
      o.map((one) => `${one}.attributes.items`),
      o.map((one) => `${one}.startedAt.getHours()`),
      o.map((one) => `int(${one}.cost)`),
    ),
  bool: (o) =>
    fc.oneof(
      fc.constantFrom('true', 'false'),
      o.map((one) => `("items" in ${one}.attributes)`),
    ),
  string: (o) =>
    fc.oneof(
      fc.constantFrom('""', '"a"', '"é😀"', '"check"'),
      o.map((one) => `${one}.action`),
    ),
  list: () => fc.constantFrom('[]', '[1.5, 0.1]', 'operations.map(o, o.activeTime)'),
}

const work = fc.record({
  action: fc.constantFrom('check', 'pay'),
  cost: fc.double({ min: 0, max: 1e12, noNaN: true }),
  activeTime: fc.integer({ min: 0, max: 1000 }),
  items: fc.option(fc.bigInt({ min: -5n, max: 5n })),
  startedAt: fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
})

test('expressions have the values that another implementation computes', () => {
  const runs = rounds(100)
  let values = 0
  const kinds = ['double', 'int', 'bool', 'string'] as const
  const expression = fc.oneof(...kinds.map((kind) => expressionOf(kind, 3, [])))
  fc.assert(
    fc.property(expression, fc.array(work, { maxLength: 4 }), (text, operations) => {
      const ours = evaluateHere(text, operations)
      expect([text, ours]).toEqual([text, evaluateThere(text, operations)])
      if (ours !== 'a fault') values += 1
    }),
    { numRuns: runs },
  )
  expect(values).toBeGreaterThan(runs * 0.4)
})

type Work = typeof work extends fc.Arbitrary<infer One> ? One : never

function evaluateHere(text: string, operations: readonly Work[]): unknown {
  const compiled = compile(text, 'outcome')
  if ('fault' in compiled) throw new Error(`${text}: ${compiled.fault.text}`)
  const read = operations.map(({ items, startedAt, ...one }) => {
    const attributes = new Map(items === null ? [] : [['items', items] as const])
    return new Operation({ ...one, entity: '', event: '', actor: 'AI', startedAt, endedAt: startedAt, attributes })
  })
  const result = compiled.evaluate(read)
  return 'fault' in result ? 'a fault' : result.value
}

function evaluateThere(text: string, operations: readonly Work[]): unknown {
  const read = operations.map(({ items, startedAt, ...one }) => {
    const attributes = new Map<string, CelInput>(items === null ? [] : [['items', items]])
    return new Map<string, CelInput>(Object.entries({ ...one, startedAt: timestampFromDate(startedAt), attributes }))
  })
  const value = run(text, { operations: read }, { funcs })
  if (isCelError(value)) return 'a fault'
  // What the contract says of values: JSON has no infinity, and no integer beyond 2^53.
  if (typeof value === 'bigint' || isCelUint(value)) {
    const integer = Number(value)
    return Number.isSafeInteger(integer) ? integer : 'a fault'
  }
  return typeof value === 'number' && !Number.isFinite(value) ? 'a fault' : value
}

const doubles = listType(CelScalar.DOUBLE)
const sum = (values: Iterable<unknown>) => addUp([...values].map(Number))
const notEmpty = (values: Iterable<unknown>) => {
  const { length } = [...values]
  if (length === 0) throw new Error('The list is empty.')
  return length
}
const funcs = [
  celFunc('sum', [doubles], CelScalar.DOUBLE, sum),
  celFunc('avg', [doubles], CelScalar.DOUBLE, (values) => sum(values) / notEmpty(values)),
  celFunc('min', [doubles], CelScalar.DOUBLE, (values) => notEmpty(values) && Math.min(...[...values].map(Number))),
  celFunc('max', [doubles], CelScalar.DOUBLE, (values) => notEmpty(values) && Math.max(...[...values].map(Number))),
]
