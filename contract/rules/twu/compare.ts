import type { TwuComparison, TwuDefinitionChange, TwuModelVersion } from '../../../spec/gen/openapi.gen.ts'
import { findDifference } from '../difference.ts'
import { budgetFor, compileModel, evaluateModel, type CompiledModel, type Definition } from './evaluate.ts'

export type ComparedVersion = Definition & Pick<TwuModelVersion, 'version' | 'name' | 'description'>

/** What differs between two versions of a model, from the older to the newer one, and what both say of the newer one's cases. */
export function compareVersions(one: ComparedVersion, other: ComparedVersion): TwuComparison {
  const [older, newer] = one.version < other.version ? [one, other] : [other, one]
  const [before, after] = [compileModel(older), compileModel(newer)]
  const compared = compareCases(before, after)
  const types = [...pair(typesOf(before), typesOf(after)), ...compared.outcomes.flatMap(({ results }) => results)]
  const retyped = types.filter(({ before, after }) => before?.type && after?.type && before.type !== after.type)
  const changes = findChanges(older, newer, new Set(retyped.map(({ name }) => name)))
  return { older: older.version, newer: newer.version, changes, ...compared }
}

function typesOf({ outcomes }: CompiledModel) {
  return outcomes.map(({ name, compiled }) => ({ name, type: 'type' in compiled ? compiled.type : null }))
}

const lists = ['entities', 'actions', 'events', 'outcomes', 'policies', 'cases'] as const

function findChanges(older: ComparedVersion, newer: ComparedVersion, retyped: ReadonlySet<string>) {
  const content = ({ name, description }: ComparedVersion) => ({ name, description })
  return [
    ...toChange('model', { name: newer.name, before: content(older), after: content(newer) }, false),
    ...lists.flatMap((list) =>
      pair<{ name: string }>(older[list], newer[list]).flatMap((one) => {
        return toChange(list, one, list === 'outcomes' && (one.after === null || retyped.has(one.name)))
      }),
    ),
  ]
}

function toChange(
  list: TwuDefinitionChange['list'],
  { name, before, after }: Pair<object>,
  breaksReaders: boolean,
): TwuDefinitionChange[] {
  if (!before) return [{ list, name, kind: 'added', after, difference: [], breaksReaders }]
  if (!after) return [{ list, name, kind: 'removed', before, difference: [], breaksReaders }]
  // PostgreSQL does not keep the order of members.
  const difference = findDifference(before, after).sort((a, b) => (a.pointer < b.pointer ? -1 : 1))
  if (difference.length === 0 && !breaksReaders) return []
  return [{ list, name, kind: 'changed', before, after, difference, breaksReaders }]
}

/** Cases cost each version as many steps as its own cases may. */
function compareCases(before: CompiledModel, after: CompiledModel): Pick<TwuComparison, 'outcomes' | 'casesLeftOut'> {
  const { cases } = after.definition
  const [budgetBefore, budgetAfter] = [budgetFor(before, cases), budgetFor(after, cases)]
  const compared = cases.map(({ name, operations }) => {
    const earlier = evaluateModel(before, operations, budgetBefore)
    const later = evaluateModel(after, operations, budgetAfter)
    const policyStatus = { before: earlier.policyStatus, after: later.policyStatus }
    return { case: name, results: pair(earlier.outcomes, later.outcomes), policyStatus }
  })
  const outcomes = takeFitting(compared)
  return { outcomes, casesLeftOut: cases.length - outcomes.length }
}

/** The first items, of which an answer holds a million characters. */
export function takeFitting<Item>(items: readonly Item[]): Item[] {
  let left = 1_000_000
  const tooMuch = items.findIndex((item) => (left -= JSON.stringify(item).length) < 0)
  return items.slice(0, tooMuch === -1 ? undefined : tooMuch)
}

interface Pair<Item> {
  name: string
  before: Item | null
  after: Item | null
}

/** What has the same name in both lists: all of `before`, then what is new. A draft may repeat a name: the first meets the first. */
export function pair<Item extends { name: string }>(before: readonly Item[], after: readonly Item[]): Pair<Item>[] {
  const left = [...after]
  const found = before.map((one) => ({ name: one.name, before: one, after: take(left, one.name) }))
  return [...found, ...left.map((one) => ({ name: one.name, before: null, after: one }))]
}

function take<Item extends { name: string }>(items: Item[], name: string): Item | null {
  const at = items.findIndex((one) => one.name === name)
  return at === -1 ? null : (items.splice(at, 1)[0] ?? null)
}
