import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expressionFunctions } from '../../contract/expression-names.ts'
import { Operation } from '../../contract/rules/twu/cel-values.ts'
import { compile } from '../../contract/rules/twu/expression.ts'
import { anyText, expectNoOrReadableFault, findExpressionFault, hostileTexts } from '../helpers/data/hostile-texts.ts'
import { rounds } from '../helpers/rounds.ts'
import { inTimeZone, timeZones } from '../helpers/time-zones.ts'

describe('an expression that computes an outcome', () => {
  test.each([
    // Literals of every type that an outcome may have.
    '1',
    '1.5',
    'true',
    '"done"',
    'duration("90s")',
    // Aggregates, and the macros of CEL.
    'sum(operations.map(o, o.cost))',
    'sum(operations.map(o, o.actor == "AI", o.cost))',
    'avg(operations.map(o, o.activeTime))',
    'sum([])',
    'sum([1, 2])',
    'min(operations.map(o, o.endedAt - o.startedAt))',
    'max(operations.map(o, o.cost))',
    'has(operations[0].attributes.region)',
    'string(operations[0].startedAt) + string(duration("90s"))',
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
    ['max(operations.map(o, o.action))', 'max(list<string>)'],
    ['has(operations[0].price)', 'No such key: price'],
    ['1 + 1u', 'int + uint'],
    ['1u', 'no unsigned integers'],
    ['9223372036854775808', 'more than 64 bits'],
    ['-(9223372036854775808)', 'more than 64 bits'],
    ['1 == 1 == true < true', 'brackets'],
    ['(true) == (false) < true', 'brackets'],
    ['timestamp("2026-07-15T10:00:00.0001Z").getHours()', 'milliseconds'],
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

describe('a value is that of CEL, in every time zone', () => {
  const faults = ['2026-07-15T10:00:00', '2026-02-30T10:00:00Z', '2026-07-15T24:00:00Z', '0000-01-01T00:00:00Z']
  const values: [expression: string, value: unknown][] = [
    ...faults.map((text): [string, unknown] => [`timestamp("${text}").getHours()`, null]),
    ['timestamp("2026-07-15T10:00:00+05:30").getHours()', 4],
    ['timestamp("2026-07-01T00:00:00Z").getDayOfYear()', 181],
    ['timestamp("2026-07-01T23:30:00Z").getDayOfYear("Europe/Berlin")', 182],
    ['timestamp("2026-07-15T10:00:00Z").getHours("UTC")', 10],
    ['timestamp("2026-07-15T10:00:00Z").getHours("-09:30")', 0],
    ['timestamp("0050-07-15T10:00:00Z").getFullYear("UTC")', 50],
    ['timestamp("2026-07-15T10:00:00Z").getHours("Nowhere")', null],
    ['string(timestamp("2026-07-15T10:00:00.120+02:00"))', '2026-07-15T08:00:00.12Z'],
    ['int(timestamp("1969-12-31T23:59:59.500Z"))', -1],
    ['duration("-0.5s") + duration("-0.7s")', -1.2],
    ['duration("0.5s") - duration("1s") == duration("-0.5s")', true],
    ['operations[0].startedAt - operations[0].endedAt == duration("-1.25s")', true],
    ['string(duration("-1h0.5s"))', '-3600.5s'],
    ['duration("293y")', null],
    ['-(-9223372036854775808) < 0', null],
    ['-9223372036854775808 / -1 < 0', null],
    ['-9223372036854775808 % -1 == 0', null],
    ['"😀b".indexOf("b")', 1],
    ['"a😀b".lastIndexOf("b", 2)', 2],
    ['"😀b".substring(1)', 'b'],
    ['"😀b".substring(0, 1)', '😀'],
    ['"😀b".split("").size()', 2],
    ['"ÄB".lowerAscii()', 'Äb'],
    ['"😀" < "～"', false],
    ['{"a": 1, "a": 2}.size()', null],
    ['{"constructor": 1}["constructor"] + {"__proto__": 2}.size()', 2],
    ['{1: 10}.exists(k, k == 1)', true],
    ['[].all(e, e > 0)', true],
    ['int("")', null],
    ['int("0b1")', null],
    ['int(1e19) > 0', null],
    ['double("0x10")', null],
    ['[operations[0]] == [operations[1]] || operations == operations.map(o, o)', true],
    ['cel.bind(x, [0.0 / 0.0], x == x)', false],
    ['has(operations[0].attributes.pieces) && !has(operations[0].attributes.other)', true],
    // An integer stays one, with and without operations.
    ['sum(operations.map(o, o.attributes.pieces))', 7],
    ['sum(operations.map(o, o.attributes.pieces)) + 1', 8],
    ['sum(operations.filter(o, false).map(o, o.attributes.pieces)) + 1', 1],
    ['max(operations.map(o, o.cost))', 2.5],
    ['max(operations.map(o, o.endedAt - o.startedAt))', 1.25],
    ['min(operations.map(o, o.attributes.pieces))', 3],
    ['avg(operations.map(o, o.attributes.pieces))', 3.5],
    ...['avg', 'min', 'max'].map((name): [string, unknown] => [
      `${name}(operations.filter(o, false).map(o, o.cost))`,
      null,
    ]),
  ]
  const [startedAt, endedAt] = [new Date('2026-07-15T10:00:00Z'), new Date('2026-07-15T10:00:01.250Z')]
  const operations = [3n, 4n].map((pieces, at) => {
    const fields = { action: 'pay', entity: 'order', event: '', actor: 'AI', activeTime: 0, startedAt, endedAt }
    return new Operation({ ...fields, cost: 2.5 - at, attributes: new Map([['pieces', pieces]]) })
  })

  test.each(values)('%s', (expression, value) => {
    for (const zone of Object.keys(timeZones)) {
      const result = inTimeZone(zone, () => valueOf(expression, operations))
      expect([zone, result]).toEqual([zone, value])
    }
  })
})

describe('attributes', () => {
  const types = new Map([
    ['pieces', 'integer'],
    ['total', 'number'],
    ['code', null],
  ] as const)

  test.each([
    ['sum(operations.map(o, o.attributes.pieces))', 'integer'],
    ['sum(operations.map(o, o.attributes["total"]))', 'number'],
    ['operations[0].attributes.other', null],
    ['double(operations[0].attributes.code)', 'number'],
    ['"code" in operations[0].attributes && has(operations[0].attributes.code)', 'boolean'],
    ['(operations)[0].attributes.pieces + 1', 'integer'],
  ])('have the type that entities give them: %s', (expression, type) => {
    expect(compile(expression, 'outcome', types)).toMatchObject({ type })
  })

  test.each([
    ['operations[0].attributes.pieces + 1.5', 'int + double', 0],
    ['operations[0].attributes.code == "a"', 'convert it', 0],
    ['1 + operations[0].attributes.pieces + operations[0].attributes.total', 'int + double', 0],
    ['[operations[0].attributes.pieces, total]', 'Unknown variable: total', 34],
  ])('are not taken for another type: %s', (expression, reason, start) => {
    const compiled = compile(expression, 'outcome', types)
    expect(compiled).toMatchObject({ fault: { start } })
    expect('fault' in compiled && compiled.fault.text).toContain(reason)
  })
})

function valueOf(expression: string, operations: readonly Operation[]): unknown {
  const compiled = compile(expression, 'outcome', new Map([['pieces', 'integer']]))
  if ('fault' in compiled) throw new Error(compiled.fault.text)
  const result = compiled.evaluate(operations)
  return 'fault' in result ? null : result.value
}

test.each(['', '   '])('an empty expression is missing', (expression) => {
  expect(findExpressionFault(expression)).toBe('is missing')
})

describe('an expression that computes no outcome', () => {
  test.each([
    ['null', 'null'],
    ['[1]', 'a list'],
    ['{"a": 1}', 'a map'],
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

test.each(expressionFunctions)('%s can be called with and without what may be left out', (signature) => {
  const [, on = '', name = '', args = ''] = /^(?:(\w+)\.)?(\w+)\((.*)\)$/.exec(signature) ?? []
  const given = args.split(', ').filter((arg) => arg !== '')
  const write = (some: string[]) => {
    const values = some.map((arg) => sampleOf(arg.replace('?', ''), name))
    return `type(${on === '' ? '' : `${samples[on]}.`}${name}(${values.join(', ')})) != type(null)`
  }
  for (const some of [given, given.filter((arg) => !arg.endsWith('?'))]) {
    const compiled = compile(write(some), 'policy')
    expect('evaluate' in compiled && compiled.evaluate([operation]), write(some)).toMatchObject({ value: true })
  }
})

const operation = new Operation({
  action: 'refund',
  entity: 'order',
  event: '',
  actor: 'AI',
  activeTime: 1,
  cost: 2,
  startedAt: new Date(0),
  endedAt: new Date(0),
  attributes: new Map(),
})

const samples: Record<string, string> = {
  list: '["a"]',
  string: '"a"',
  timestamp: 'operations[0].startedAt',
  duration: 'duration("1s")',
  cel: 'cel',
  o: 'o',
  name: 'o',
  condition: 'true',
  separator: '","',
  member: 'operations[0].attributes',
  result: '1',
  text: '"a"',
  from: '0',
  to: '1',
  most: '1',
  zone: '"Europe/Berlin"',
}

/** A conversion takes a text of what it makes, and an aggregate a list of numbers. */
function sampleOf(arg: string, name: string): string {
  if (arg === 'list') return '[1.5]'
  return samples[arg] ?? { bool: '"true"', timestamp: '"2026-01-01T00:00:00Z"', duration: '"1s"' }[name] ?? '"1"'
}
