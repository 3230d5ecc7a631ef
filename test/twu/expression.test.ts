import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText, expectNoOrReadableFault, findExpressionFault, hostileTexts } from '../helpers/data/hostile-texts.ts'
import { rounds } from '../helpers/rounds.ts'
import { compile } from '../../contract/rules/twu/expression.ts'

describe('an expression that computes an outcome', () => {
  test.each([
    // Literals of every type that an outcome may have.
    '1',
    '1u',
    '1.5',
    'true',
    '"done"',
    'duration("90s")',
    // Aggregates, and the macros of CEL.
    'sum(operations.map(o, o.cost))',
    'sum(operations.map(o, o.actor == "AI", o.cost))',
    'avg(operations.map(o, o.activeTime))',
    'sum([])',
    'size(operations.filter(o, o.actor == "HUMAN"))',
    'operations.map(o, o.action).size()',
    'operations.exists(o, o.cost > 5.0)',
    'operations.exists_one(o, o.event == "refundPaid")',
    'operations.all(o, o.actor in ["AI", "HUMAN"])',
    'double(size(operations)) / 2.0',
    // Fields of every kind.
    'operations[0].entity',
    'operations[0].endedAt - operations[0].startedAt',
    'operations[0].startedAt.getFullYear()',
    'operations[0].attributes.region',
    'operations[0].attributes["region"] == "EMEA"',
    'operations.exists(o, "region" in o.attributes)',
    'operations.map(a, operations.map(b, a.cost * b.cost))[0][0]',
    'size(operations) > 3 ? "many" : "few"',
    '1 // a comment',
    '"é😀"',
  ])('%s', (expression) => {
    expect(findExpressionFault(expression)).toBeNull()
  })
})

describe('an expression that does not compile', () => {
  test.each([
    ['1 +', 'something is missing after +'],
    ['1 + )', 'a bracket ")" is not expected after +'],
    ['operations.map(o, o.cost', 'a bracket ")" is missing after cost'],
    ['operations[0)', 'a bracket "]" is missing after 0'],
    ['size(operations) > 3 ? 1', 'a colon is missing after 1'],
    ['total', 'Unknown variable: total'],
    ['operations[0].price', 'No such key: price'],
    ['now()', `overload for 'now()'`],
    ['sum(operations)', 'sum(list<Operation>)'],
    ['sum(operations.map(o, o.action))', 'sum(list<string>)'],
    ['sum([1, 2])', 'sum(list<int>)'],
    ['operations[0].cost + 1', 'double + int'],
    ['operations[0].action + 1', 'string + int'],
    ['size(operations) > 3 ? 1 : "few"', 'Ternary branches'],
    ['operations.exists(o, o.cost)', 'bool'],
    ['true && "yes"', 'bool'],
    // Nothing of JavaScript is within reach.
    ['constructor', 'Unknown variable'],
    ['__proto__', 'Reserved identifier'],
    ['toString()', 'overload'],
    ['operations.constructor("return 1")', 'overload'],
    ['operations[0].constructor', 'No such key'],
    ['process.exit(1)', 'Unknown variable: process'],
  ])('%s', (expression, reason) => {
    const fault = findExpressionFault(expression)
    expect(fault).toMatch(/^does not compile: /)
    expect(fault).toContain(reason)
  })
})

test.each(['', '   '])('an empty expression is missing', (expression) => {
  expect(findExpressionFault(expression)).toBe('is missing')
})

describe('an expression that computes no outcome', () => {
  test.each([
    ['null', 'null'],
    ['[1]', 'a list'],
    ['{"a": 1}', 'a map'],
    ['b"bytes"', 'bytes'],
    ['type(1)', 'type'],
    ['operations', 'a list'],
    ['operations[0]', 'Operation'],
    ['operations.map(o, o.cost)', 'a list'],
    ['operations[0].startedAt', 'a time'],
  ])('%s', (expression, type) => {
    expect(findExpressionFault(expression)).toBe(
      `computes ${type}; an outcome is a number, a string, a duration or true or false`,
    )
  })
})

describe('limits', () => {
  test.each([
    ['nodes', '1' + '+1'.repeat(999), '500 parts'],
    ['depth of parentheses', '('.repeat(999) + '1' + ')'.repeat(999), '32 levels'],
    ['depth of a chain', 'operations' + '[0]'.repeat(600), '32 levels'],
    ['elements of a list', `size([${'1,'.repeat(150)}1])`, '100 elements in a list'],
    [
      'entries of a map',
      `size({${Array.from({ length: 101 }, (_, at) => `"${at}": 1`).join()}})`,
      '100 entries in a map',
    ],
    ['arguments of a call', `sum(${'1.0,'.repeat(20)}1.0)`, '16 arguments of a call'],
  ])('%s', (_name, expression, limit) => {
    expect(findExpressionFault(expression)).toContain(`it has more than ${limit}`)
  })

  test('a text of 1,000 characters is an outcome, each of them an emoji', () => {
    const isText = (count: number) => 'value' in evaluate(`"${'😀'.repeat(count)}"`)
    expect([1000, 1001].map(isText)).toEqual([true, false])
  })

  test('a message stays short, whatever the expression holds', () => {
    const fault = findExpressionFault('x'.repeat(2000)) ?? ''
    expect(fault.length).toBeLessThanOrEqual(320)
  })

  test.each([
    ['half an emoji', '1 + 😀'],
    ['half a surrogate pair', '\ud83d'],
    ['a NUL character', String.raw`operations[0]["\u0000"]`],
    ['an escape sequence of a terminal', String.raw`operations[0]["\x1b[31m"]`],
  ])('a message never holds %s', (_what, expression) => {
    const fault = findExpressionFault(expression) ?? ''
    expect(fault).toContain('\uFFFD')
    expect(fault).toMatch(/^\P{Cc}+$/u)
    expect(fault.isWellFormed()).toBe(true)
  })
})

// How long that takes is in expression.heavy.test.ts.
describe('a hostile expression', () => {
  test.each(hostileTexts)('is checked: %s', (_name, expression) => {
    const fault = findExpressionFault(expression)
    expect(fault === null || fault.length <= 400).toBe(true)
  })

  test('never throws, whatever its text', () => {
    fc.assert(fc.property(anyText, expectNoOrReadableFault), { numRuns: rounds(300) })
  })

  test('leaves nothing behind: the same expression is checked the same way again', () => {
    const check = () => ['cel.bind(x, 1, x)', 'x', 'operations.map(o, o.cost)[0]', 'o'].map(findExpressionFault)
    expect(check()).toEqual(check())
  })
})

function evaluate(text: string) {
  const compiled = compile(text, 'outcome')
  return 'fault' in compiled ? compiled : compiled.evaluate([])
}
