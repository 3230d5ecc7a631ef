import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isObject, unescapePointer } from '../../contract/json.ts'
import { compareVersions, type ComparedVersion } from '../../contract/rules/twu/compare.ts'
import type { TwuDefinitionChange } from '../../sdk/src/index.ts'
import { rounds } from '../helpers/rounds.ts'

const name = fc.constantFrom('a', 'b', 'c')
const text = fc.constantFrom('', 'x', 'y')
const startedAt = fc.constant('2026-11-21T09:30:00.000Z')
const operation = fc.record({ action: name, actor: fc.constantFrom('AI' as const, 'HUMAN' as const), startedAt })
const attribute = fc.record({ name, type: fc.constantFrom('string' as const, 'number' as const) })
const outcomes = fc.dictionary(fc.constantFrom('a', 'a/b', '~1', 'etag', 'updatedAt'), fc.integer())

/** A few definitions, with and without what is optional. */
const few = <Members>(members: fc.Arbitrary<Members>) => fc.array(members, { maxLength: 4 })
const named: { requiredKeys: 'name'[] } = { requiredKeys: ['name'] }

const version = (number: number): fc.Arbitrary<ComparedVersion> =>
  fc.record({
    version: fc.constant(number),
    name,
    description: text,
    entities: few(fc.record({ name, description: text, attributes: fc.array(attribute, { maxLength: 3 }) }, named)),
    actions: few(fc.record({ name, entity: text, actors: fc.subarray(['AI' as const, 'HUMAN' as const]) }, named)),
    events: few(fc.record({ name, entity: text, action: text }, named)),
    outcomes: few(fc.record({ name, expression: fc.constantFrom('1', '1.0', '1 +'), unit: text }, named)),
    policies: few(fc.record({ name, expression: fc.constantFrom('true', '1 / 0 == 1') }, named)),
    cases: few(fc.record({ name, operations: fc.array(operation, { maxLength: 3 }), outcomes })),
  })

const lists = ['entities', 'actions', 'events', 'outcomes', 'policies', 'cases'] as const

test('the changes make the newer version of the older one', () => {
  fc.assert(
    fc.property(version(1), version(2), (older, newer) => {
      const { changes } = compareVersions(newer, older)
      const of = (wanted: string) => changes.filter((change) => change.list === wanted)
      for (const each of lists) expect(sorted(apply(older[each], of(each)))).toEqual(sorted(newer[each]))
      const content = ({ name, description }: ComparedVersion) => ({ name, description })
      expect(apply([content(older)], of('model'))).toEqual([content(newer)])
    }),
    { numRuns: rounds(100) },
  )
})

test('a version does not differ from one with the same definitions in another order', () => {
  fc.assert(
    fc.property(version(1), (one) => {
      // Equal names are told apart by their order.
      fc.pre(lists.every((each) => new Set(one[each].map(({ name }) => name)).size === one[each].length))
      const reversed = Object.fromEntries(lists.map((each) => [each, one[each].toReversed().map(reverseMembers)]))
      expect(compareVersions(one, { ...one, ...reversed, version: 2 }).changes).toEqual([])
    }),
  )
})

function apply(definitions: readonly object[], changes: readonly TwuDefinitionChange[]): unknown[] {
  const made: unknown[] = definitions.map((one) => structuredClone(one))
  for (const { before, after, kind, difference } of changes) {
    const at = made.findIndex((one) => JSON.stringify(one) === JSON.stringify(before))
    if (kind === 'added') made.push(after)
    else if (kind === 'removed') made.splice(at, 1)
    else for (const { pointer, after: value } of difference) setAt(made[at], pointer, value)
  }
  return made
}

function setAt(target: unknown, pointer: string, value: unknown): void {
  const path = pointer.slice(1).split('/').map(unescapePointer)
  const last = path.pop() ?? expect.fail('A definition is never replaced as a whole.')
  const holder = path.reduce((inner: unknown, name) => (isObject(inner) ? inner[name] : expect.fail(pointer)), target)
  if (!isObject(holder)) expect.fail(pointer)
  if (value === undefined) delete holder[last]
  else holder[last] = value
}

function sorted(items: readonly unknown[]): unknown[] {
  return items.toSorted((a, b) => (toText(a) < toText(b) ? -1 : 1))
}

/** The order of members does not count. */
function toText(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
}

function reverseMembers(one: object): unknown {
  return Object.fromEntries(Object.entries(one).toReversed())
}
