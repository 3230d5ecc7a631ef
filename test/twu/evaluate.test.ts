import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { WorkOperation } from '../../sdk/src/index.ts'
import { sumOfDecimals } from '../../contract/rules/decimals.ts'
import {
  compileModel,
  evaluateCases,
  evaluateModel,
  mostSteps,
  stepsOf,
  tryModel,
  type Definition,
} from '../../contract/rules/twu/evaluate.ts'
import { compile } from '../../contract/rules/twu/expression.ts'
import type { Operation } from '../../contract/rules/twu/cel-values.ts'
import { reportOn } from '../../contract/rules/twu/report.ts'
import { sizeOf, toOperations } from '../../contract/rules/twu/work-operations.ts'
import {
  compileOne,
  dearExpressions,
  largeExpressions,
  largestModel,
  manyOperations,
  mostCases,
  orderedAt,
  orders,
} from '../helpers/data/dear-expressions.ts'
import { rounds } from '../helpers/rounds.ts'

const definition: Definition = {
  ...orders,
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
}

const startedAt = orderedAt
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
      const average = paid === 0 ? null : about(paidTime / paid)
      expect(said.outcomes.map(({ value }) => value)).toEqual([about(cost), average, human, hasItems])
      expect(said.policyStatus).toBe(!isChecked ? 'non_compliant' : isCheap ? 'compliant' : 'review_required')
      expect([said.cost, said.activeTime, said.unknown]).toEqual([about(cost), about(time), []])
    }),
    { numRuns: rounds(100) },
  )
})

describe('an attribute', () => {
  const outcomes = [{ name: 'one', expression: 'sum(operations.map(o, o.attributes.items)) + 0.5' }]
  const due = { name: 'due', type: 'timestamp' as const }
  const entities = [{ name: 'order', attributes: [...(orders.entities[0]?.attributes ?? []), due] }]
  const model = { ...orders, entities, outcomes }

  test('is of its type, and the report says what to change', () => {
    const untyped = { ...model, outcomes: [{ name: 'one', expression: 'operations[0].attributes.items == "3"' }] }
    expect(reportOn(model).faults).toMatchObject([{ pointer: '/events' }, { pointer: '/outcomes/0/expression' }])
    expect(reportOn(untyped).faults).toMatchObject([{ pointer: '/events' }, { pointer: '/outcomes/0/expression' }])
  })

  test('of the type timestamp has a zone, or is a text that is told', () => {
    const read = { ...model, outcomes: [{ name: 'one', expression: 'string(operations[0].attributes.due)' }] }
    const said = ['2026-07-15T10:00:00', '2026-02-30T10:00:00Z', '2026-07-15T10:00:00.1234567+02:00'].map((due) => {
      const { outcomes, unknown } = tryModel(read, [{ action: 'pay', actor: 'AI', startedAt, attributes: { due } }])
      return [outcomes[0]?.value, unknown.length]
    })
    expect(said).toEqual([
      ['2026-07-15T10:00:00', 1],
      ['2026-02-30T10:00:00Z', 1],
      ['2026-07-15T08:00:00.123Z', 0],
    ])
  })
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
  // A price of a token beside a large sum, and halves of the last decimal.
  expect(of([{ cost: 1e9 }, ...Array.from({ length: 1000 }, () => ({ cost: 0.00000375 }))]).cost).toBe(
    1_000_000_000.00375,
  )
  expect([4.999e-13, 5e-13, 1.5e-12].map((cost) => of([{ cost }]).cost)).toEqual([0, 1e-12, 2e-12])
})

test('sums of millionths, which are taken together in a faster way, are the same as those of any decimals', () => {
  const millionths = fc.oneof(fc.nat(1000), fc.nat(1e9), fc.integer({ min: 0, max: 1e18 })).map((count) => count / 1e6)
  fc.assert(
    fc.property(fc.array(millionths, { maxLength: 20 }), (costs) => {
      expect(sumOfDecimals(costs)).toBe(sumOfDecimals([...costs, 1e-20]))
    }),
    { numRuns: rounds(100) },
  )
})

// That a step is as short as it says is in evaluate.heavy.test.ts.
describe('what takes too many steps is not computed, and nothing else', () => {
  test.each(Object.entries(dearExpressions))('%s', (_what, expression) => {
    const model = compileOne(expression)
    for (const operations of [manyOperations(1000, 10), manyOperations(200, 40), manyOperations(20, 60_000)]) {
      const steps = stepsOf(model, sizeOf(toOperations(orders, operations)))
      // What takes long, but not too long, proves nothing more.
      if (steps > 300_000 && steps <= mostSteps) continue
      const [said] = evaluateModel(model, operations).outcomes
      expect([said?.fault, steps]).toEqual([steps <= mostSteps ? null : expect.anything(), steps])
    }
  })
})

test('an expression reads operations less often than it takes steps, which are always the same', () => {
  const size = { operations: 30, attributes: 2, text: 30 }
  const told = Object.entries(dearExpressions).map(([what, expression]) => {
    const compiled = compile(expression, 'outcome')
    if ('fault' in compiled) throw new Error(compiled.fault.text)
    const { operations, reads } = countReads(toOperations(orders, manyOperations(size.operations, 10)))
    expect(compiled.evaluate(operations)).not.toHaveProperty('fault')
    expect([what, reads() < compiled.cost(size)]).toEqual([what, true])
    const ofLongTexts = compiled.cost({ operations: 20, attributes: 2, text: 60_000 })
    const steps = [compiled.cost(size), ofLongTexts].map(Math.round).join(', of long texts ')
    return `${what}: ${reads()} reads, ${steps} steps`
  })
  expect(told).toMatchInlineSnapshot(`
    [
      "pairs of operations: 930 reads, 7802, of long texts 3502 steps",
      "triples of operations: 27000 reads, 207152, of long texts 62102 steps",
      "lists of lists: 1800 reads, 10954, of long texts 4904 steps",
      "a comparison of lists of lists: 0 reads, 1597, of long texts 375585 steps",
      "long texts put together: 60 reads, 621, of long texts 375229 steps",
      "texts that double: 30 reads, 1443, of long texts 1237845 steps",
      "a text inside a text: 2 reads, 902, of long texts 1125075283 steps",
      "texts taken apart: 30 reads, 1467, of long texts 1350304 steps",
      "time zones: 900 reads, 1807802, of long texts 803502 steps",
      "conversions: 60 reads, 754, of long texts 206645 steps",
      "names looked up in lists: 930 reads, 6994, of long texts 377982 steps",
      "letters: 30 reads, 3452, of long texts 3750342 steps",
    ]
  `)
})

/** Counts how often the fields of operations are read. */
function countReads(operations: readonly Operation[]) {
  let count = 0
  for (const operation of operations) {
    for (const name of Object.keys(operation)) {
      const value: unknown = Reflect.get(operation, name)
      Object.defineProperty(operation, name, { get: () => ((count += 1), value) })
    }
  }
  return { operations, reads: () => count }
}

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
  test('have their steps estimated once for all cases, which take as many as the largest one', () => {
    const cost = vi.fn(() => mostSteps / 20)
    const one = { cost, type: null, evaluate: () => ({ value: true, type: 'boolean' as const }) }
    const model = {
      ...compileModel({ ...definition, cases: mostCases, policies: [] }),
      outcomes: [{ name: 'one', compiled: one }],
    }
    expect(evaluateCases(model).map(({ isMet }) => isMet)).toEqual(mostCases.map((_, at) => at < 20))
    expect(cost.mock.calls).toEqual([[{ operations: 3, attributes: 0, text: 10 }]])
  })

  // As many of them as may be saved are in evaluate.heavy.test.ts.
  test.each(Object.entries(largeExpressions))('have expressions as large as they may be: %s', (_what, expression) => {
    const { cases, faults } = reportOn(largestModel(expression, 2))
    expect(cases.length).toBe(50)
    expect(faults.filter(({ message }) => message.includes('does not compile'))).toEqual([])
  })
})
