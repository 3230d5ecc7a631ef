import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { WorkOperation } from '../../sdk/src/index.ts'
import {
  compileModel,
  evaluateCases,
  evaluateModel,
  mostSteps,
  stepsOf,
  tryModel,
  type Definition,
} from '../../contract/rules/twu/evaluate.ts'
import { reportOn } from '../../contract/rules/twu/report.ts'
import { sizeOf, toOperations } from '../../contract/rules/twu/work-operations.ts'
import { cpuTime } from '../helpers/cpu-time.ts'
import { rounds } from '../helpers/rounds.ts'

const definition: Definition = {
  entities: [
    {
      name: 'order',
      attributes: [
        { name: 'text', type: 'string' },
        { name: 'items', type: 'integer' },
      ],
    },
  ],
  actions: [
    { name: 'check', entity: 'order', actors: ['AI'] },
    { name: 'pay', entity: 'order', actors: ['AI', 'HUMAN'] },
  ],
  events: [],
  outcomes: [
    { name: 'cost', expression: 'sum(operations.map(o, o.cost))' },
    { name: 'average', expression: 'avg(operations.filter(o, o.action == "pay").map(o, o.activeTime))' },
    { name: 'human', expression: 'size(operations.filter(o, o.actor == "HUMAN"))' },
    { name: 'items', expression: 'operations.filter(o, has(o.attributes.items)).exists(o, o.attributes.items > 5)' },
  ],
  policies: [
    { name: 'checked', expression: 'operations.exists(o, o.action == "check")', otherwise: 'non_compliant' },
    { name: 'cheap', expression: 'operations.all(o, o.cost < 90.0)' },
  ],
  cases: [],
}

const startedAt = '2026-11-21T09:30:00.000Z'
const operation: fc.Arbitrary<WorkOperation> = fc
  .record({
    action: fc.constantFrom('check', 'pay'),
    actor: fc.constantFrom('AI' as const, 'HUMAN' as const),
    cost: fc.double({ min: 0, max: 100, noNaN: true }),
    activeTime: fc.double({ min: 0, max: 1000, noNaN: true }),
    attributes: fc.constantFrom({}, { items: 3 }, { items: 7, text: 'x' }),
  })
  .map((made) => ({ ...made, startedAt }))

test('a model says of any operations what loops over them say', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 30 }), (operations) => {
      let [cost, time, human, paid, paidTime] = [0, 0, 0, 0, 0]
      let [hasItems, isChecked, isCheap] = [false, false, true]
      for (const one of operations) {
        cost += one.cost ?? 0
        time += one.activeTime ?? 0
        if (one.actor === 'HUMAN') human += 1
        if (one.action === 'pay') [paid, paidTime] = [paid + 1, paidTime + (one.activeTime ?? 0)]
        if (one.attributes?.['items'] === 7) hasItems = true
        if (one.action === 'check') isChecked = true
        if ((one.cost ?? 0) >= 90) isCheap = false
      }
      const said = tryModel(definition, operations)
      const about = (value: number): unknown => expect.closeTo(value, 9)
      const average = about(paid === 0 ? 0 : paidTime / paid)
      expect(said.outcomes.map(({ value }) => value)).toEqual([about(cost), average, human, hasItems])
      expect(said.policyStatus).toBe(!isChecked ? 'non_compliant' : isCheap ? 'compliant' : 'review_required')
      expect([said.cost, said.activeTime, said.unknown]).toEqual([about(cost), about(time), []])
    }),
    { numRuns: rounds(500) },
  )
})

test('sums are those of decimals', () => {
  const tenths = (count: number) => Array.from({ length: count }, () => ({ cost: 0.1, activeTime: 0.7 }))
  const of = (given: readonly object[]) =>
    tryModel(
      definition,
      given.map((one) => ({ action: 'pay', actor: 'AI' as const, startedAt, ...one })),
    )
  for (const count of [3, 1000]) {
    const { cost, activeTime, outcomes } = of(tenths(count))
    expect([cost, activeTime, outcomes[0]?.value]).toEqual([count / 10, (count * 7) / 10, count / 10])
  }
  expect(of([{ cost: 0.1 }, { cost: 0.2 }]).cost).toBe(0.3)
})

describe('what is computed takes no longer than its cost says', () => {
  const text = (length: number) => 'ab'.repeat(length / 2)
  const many = (count: number, length: number): WorkOperation[] =>
    Array.from({ length: count }, (_, at) => {
      return { action: 'pay', actor: 'AI', startedAt, cost: at, attributes: { text: text(length), items: at } }
    })
  test.each([
    ['pairs of operations', 'operations.all(a, operations.exists(b, b.cost >= a.cost))'],
    ['triples of operations', 'operations.all(a, operations.all(b, operations.all(c, c.cost >= 0.0)))'],
    ['lists of lists', 'size(operations.map(a, operations.map(b, a.cost * b.cost)))'],
    ['a comparison of lists of lists', 'operations.map(a, operations) == operations.map(a, operations)'],
    ['long texts put together', 'size(operations.map(o, o.attributes.text + o.attributes.text).join(","))'],
    [
      'texts that double',
      'size(operations.map(o, cel.bind(a, o.attributes.text, cel.bind(b, a + a, b + b + b))).join())',
    ],
    ['a text inside a text', 'operations.all(o, (o.attributes.text + "c").contains(o.attributes.text + "d"))'],
    ['texts taken apart', 'size(operations.map(o, size(o.attributes.text.split(""))))'],
    ['time zones', 'operations.all(a, operations.all(b, b.startedAt.getHours("Europe/Berlin") > 0))'],
    ['conversions', 'size(operations.map(o, string(o.cost) + string(o.attributes.items)).join())'],
    ['names looked up in lists', 'operations.all(a, a.attributes.text in operations.map(b, b.attributes.text))'],
    ['letters', 'operations.all(o, o.attributes.text.upperAscii().lowerAscii().trim().substring(1) != "")'],
  ])('%s', async (_what, expression) => {
    for (const operations of [many(1000, 10), many(1000, 900), many(20, 60_000), many(100, 2000), many(200, 40)]) {
      const model = compileModel({ ...definition, policies: [], outcomes: [{ name: 'one', expression }] })
      let said: ReturnType<typeof evaluateModel> | undefined
      const steps = stepsOf(model, sizeOf(toOperations(definition, operations)))
      // 50 ns for each step, and twice that on another machine.
      const most = 200 + Math.min(steps, mostSteps) / 10_000
      let taken = Infinity
      // What V8 collects of other tests counts, too, but not each time.
      for (let attempt = 0; attempt < 3 && taken >= most; attempt += 1)
        taken = await cpuTime(() => (said = evaluateModel(model, operations)))
      expect(taken).toBeLessThan(most)
      const isComputed = said?.outcomes[0]?.fault === null
      expect(isComputed).toBe(steps <= mostSteps)
    }
  })
})

const all = { operations: 1000, attributes: 20, text: 500 }

test('a sum of a hundred numbers takes hardly more steps than its numbers do', () => {
  const sum = Array.from({ length: 100 }, () => '1').join(' + ')
  const model = compileModel({ ...definition, policies: [], outcomes: [{ name: 'one', expression: sum }] })
  expect(stepsOf(model, all)).toBeLessThan(5000)
  expect(evaluateModel(model, []).outcomes).toMatchObject([{ value: 100, fault: null }])
})

test('steps that are too many to be counted are too many, where they are taken never, too', () => {
  // Every round squares the length of the text.
  const rounds = Array.from(
    { length: 10 },
    (_, at) => `cel.bind(t${at + 1}, t${at}.split("").map(c, t${at}).join(""), `,
  )
  const text = `cel.bind(t0, "ten letters", ${rounds.join('')} t10 ${')'.repeat(11)}`
  for (const list of ['[1]', '[]']) {
    const outcomes = [{ name: 'one', expression: `${list}.map(one, ${text}).size() == 1` }]
    const [said] = evaluateModel(compileModel({ ...definition, policies: [], outcomes }), []).outcomes
    expect(said?.fault?.message).toContain('the model takes up to ∞ steps')
  }
})

describe('the largest models that may be saved', () => {
  const cases = Array.from({ length: 50 }, (_, at) => {
    const operations = Array.from({ length: at % 4 }, () => ({ action: 'pay', actor: 'AI' as const, startedAt }))
    return { name: `case ${at}`, operations }
  })
  const repeat = (count: number, text: string, separator: string) =>
    Array.from({ length: count }, () => text).join(separator)
  test('have their steps estimated once for all cases, which take as many as the largest one', () => {
    const cost = vi.fn(() => mostSteps / 20)
    const one = { cost, type: null, evaluate: () => ({ value: true, type: 'boolean' as const }) }
    const model = {
      ...compileModel({ ...definition, cases, policies: [] }),
      outcomes: [{ name: 'one', compiled: one }],
    }
    expect(evaluateCases(model).map(({ isMet }) => isMet)).toEqual(cases.map((_, at) => at < 20))
    expect(cost.mock.calls).toEqual([[{ operations: 3, attributes: 0, text: 10 }]])
  })

  test.each([
    ['macros', repeat(42, 'operations.all(o,o.cost>=0.0)', '&&')],
    ['macros in macros', repeat(4, `${repeat(10, 'operations.all(o,', '')}true${')'.repeat(10)}`, '&&')],
    ['sums', `${repeat(240, '1', '+')}==240`],
    ['lists put together', `${repeat(100, 'operations', '+')}==operations`],
    ['lists of lists', `size([${repeat(90, '[operations]', ',')}])>0`],
    ['lists in lists', `size(operations${repeat(28, '.map(o,[o])', '')})>=0`],
  ])('are reported on in two seconds: %s', async (_what, expression) => {
    const length = Math.min(200, Math.floor(250_000 / (expression.length + 40)))
    const expressions = Array.from({ length }, (_, at) => ({ name: `n${at}`, expression }))
    const model = { ...definition, outcomes: expressions.slice(0, 100), policies: expressions.slice(100), cases }
    let report: ReturnType<typeof reportOn> | undefined
    expect(await cpuTime(() => (report = reportOn(model)))).toBeLessThan(2000)
    expect(report?.cases.length).toBe(50)
    expect(report?.faults.filter(({ message }) => message.includes('does not compile'))).toEqual([])
  })
})
