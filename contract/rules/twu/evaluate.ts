import type {
  TwuCase,
  TwuCaseResult,
  TwuEvaluation,
  TwuExpressionFault,
  TwuModelVersion,
  WorkOperation,
} from '../../../spec/gen/openapi.gen.ts'
import type { Fault } from '../../types.ts'
import { sumOfDecimals } from '../decimals.ts'
import { clip } from '../field-names.ts'
import { escapePointer } from '../json-text.ts'
import { cut } from '../text.ts'
import { compile, type Expression, type ExpressionFault, type Result } from './expression.ts'
import type { Size } from './expression-cost.ts'
import { findUnknown, sizeOf, toOperations, typesOfAttributes, type Vocabulary } from './work-operations.ts'

export type Definition = Vocabulary & Pick<TwuModelVersion, 'outcomes' | 'policies' | 'cases'>

/** A model with its expressions compiled. */
export interface CompiledModel {
  definition: Definition
  outcomes: readonly (Definition['outcomes'][number] & WithCompiled)[]
  policies: readonly (Definition['policies'][number] & WithCompiled)[]
}

interface WithCompiled {
  compiled: Expression | { fault: ExpressionFault }
}

/**
 * The steps that all expressions of a model may take together for one list of operations, and also all cases of a model
 * together: half a second on a usual machine. A step is one of `costOf`.
 */
export const mostSteps = 10_000_000

export function compileModel(definition: Definition): CompiledModel {
  const types = typesOfAttributes(definition)
  const withCompiled = <One extends { expression?: string }>(one: One, purpose: 'outcome' | 'policy') => {
    return { ...one, compiled: compile(one.expression ?? '', purpose, types) }
  }
  return {
    definition,
    outcomes: definition.outcomes.map((one) => withCompiled(one, 'outcome')),
    policies: definition.policies.map((one) => withCompiled(one, 'policy')),
  }
}

/** All that a model says of operations, and of its cases. */
export function tryModel(definition: Definition, operations: readonly WorkOperation[]): TwuEvaluation {
  const model = compileModel(definition)
  const unknown = findUnknown(definition, operations, 100)
  return { ...evaluateModel(model, operations), unknown, cases: evaluateCases(model) }
}

/**
 * What a model computes of operations. The same model and the same operations always have the same result. Evaluations that share a
 * budget are computed as long as all of them together do not take more steps.
 */
export function evaluateModel(
  model: CompiledModel,
  sent: readonly WorkOperation[],
  budget = budgetFor(model, [{ operations: sent }]),
): Computed {
  const operations = toOperations(model.definition, sent)
  const { each, left } = budget
  budget.left -= each
  const evaluate = ({ compiled }: WithCompiled): Result => {
    if ('fault' in compiled) return compiled
    return budget.left < 0 ? { fault: tooExpensive(budget, left) } : compiled.evaluate(operations)
  }
  const outcomes = model.outcomes.map(({ name, unit = null, ...one }) => {
    return { name, unit, ...toOutcome(evaluate(one)) }
  })
  const policies = model.policies.map((one) => ({ name: one.name, ...toPolicy(evaluate(one)) }))
  const missed = model.policies.flatMap(({ otherwise = 'review_required' }, at) => {
    const isMet = policies[at]?.isMet ?? null
    return isMet === true ? [] : [isMet === null ? 'review_required' : otherwise]
  })
  return {
    outcomes,
    policies,
    policyStatus: missed.includes('non_compliant') ? 'non_compliant' : (missed[0] ?? 'compliant'),
    actors: (['AI', 'HUMAN'] as const).filter((actor) => operations.some((operation) => operation.actor === actor)),
    activeTime: sumOfDecimals(operations.map(({ activeTime }) => activeTime)),
    cost: sumOfDecimals(operations.map(({ cost }) => cost)),
  }
}

/** The steps that several evaluations may take together, and those that each of them takes at most. */
export interface Budget {
  left: number
  each: number
}

/** Each case takes as many steps as the largest one would: estimated for each, they would take longer than the evaluation. */
export function budgetFor(model: CompiledModel, cases: readonly { operations: readonly WorkOperation[] }[]): Budget {
  const all = cases.flatMap(({ operations }) => operations)
  const operations = Math.max(0, ...cases.map((one) => one.operations.length))
  return { left: mostSteps, each: stepsOf(model, { ...sizeOf(toOperations(model.definition, all)), operations }) }
}

/** What a model computes of operations. */
export type Computed = Omit<TwuEvaluation, 'unknown' | 'cases'>

/** The steps that all expressions of a model take together. */
export function stepsOf({ outcomes, policies }: CompiledModel, size: Size): number {
  return [...outcomes, ...policies].reduce(
    (all, { compiled }) => all + ('fault' in compiled ? 0 : compiled.cost(size)),
    0,
  )
}

function tooExpensive({ each }: Budget, left: number): ExpressionFault {
  const [taken, most] = [each, Math.max(left, 0)].map((number) => Math.round(number).toLocaleString('en'))
  const rest = left === mostSteps ? 'are allowed' : 'are left after the cases before'
  const text = `is not computed: the model takes up to ${taken} steps for these operations, and ${most} ${rest}`
  return { text, start: 0, end: 0 }
}

function toOutcome(result: Result) {
  return 'fault' in result
    ? { value: null, type: null, fault: toFault('The outcome', result.fault) }
    : { value: result.value, type: result.type, fault: null }
}

function toPolicy(result: Result) {
  if ('fault' in result) return { isMet: null, fault: toFault('The policy', result.fault) }
  if (typeof result.value === 'boolean') return { isMet: result.value, fault: null }
  return { isMet: null, fault: toFault('The policy', { text: 'is neither true nor false', start: 0, end: 0 }) }
}

function toFault(subject: string, { text, start, end }: ExpressionFault): TwuExpressionFault {
  return { message: `${subject} ${text}.`, start, end }
}

/** Evaluates the cases of the model, as long as all of them together do not take too many steps. */
export function evaluateCases(model: CompiledModel): TwuCaseResult[] {
  const { cases } = model.definition
  const budget = budgetFor(model, cases)
  return cases.map((one, at) => {
    const computed = evaluateModel(model, one.operations, budget)
    const pointer = `/cases/${at}`
    const skipped = budget.left < 0 ? [caseFault(one.name, pointer, casesTooExpensive)] : null
    const faults = skipped ?? findDifferences(computed, one, pointer)
    return { name: one.name, isMet: faults.length === 0, faults }
  })
}

const casesTooExpensive = 'is not computed, as the cases of the model take too many steps. Make them smaller.'

function findDifferences(computed: Computed, expectation: TwuCase, pointer: string): Fault[] {
  const { outcomes = {}, policyStatus } = expectation
  const differs = (place: string, text: string) => caseFault(expectation.name, place, text)
  const byName = new Map(computed.outcomes.map((outcome) => [outcome.name, outcome]))
  // PostgreSQL does not keep the order of members.
  const inOrder = Object.entries(outcomes).sort(([a], [b]) => (a < b ? -1 : 1))
  const faults = inOrder.flatMap(([name, expected]): Fault[] => {
    const place = `${pointer}/outcomes/${escapePointer(name)}`
    const outcome = byName.get(name)
    if (!outcome) return [differs(place, `expects the outcome "${clip(name)}", which the model does not have.`)]
    const expects = `expects ${say(expected)} as "${clip(name)}"`
    if (outcome.fault) return [differs(place, `${expects}. ${outcome.fault.message}`)]
    if (outcome.value !== null && isEqual(expected, outcome.value)) return []
    return [differs(place, `${expects}, and ${say(outcome.value)} was computed.`)]
  })
  const status = computed.policyStatus
  if (policyStatus !== undefined && policyStatus !== status) {
    const text = `expects the policy status ${policyStatus}, and ${status} was computed.`
    faults.push(differs(`${pointer}/policyStatus`, text))
  }
  return faults
}

function caseFault(name: string, pointer: string, text: string): Fault {
  return { in: 'body', pointer, code: 'case', message: `The case "${clip(name)}" ${text}` }
}

type Value = boolean | number | string

function say(value: Value | null): string {
  const text = JSON.stringify(value)
  const short = cut(text, 200)
  return short === text ? text : `${short}…`
}

/** Doubles are equal when they differ by at most a billionth. */
function isEqual(expected: Value, computed: Value): boolean {
  if (typeof expected !== 'number' || typeof computed !== 'number') return expected === computed
  return Math.abs(expected - computed) <= 1e-9 * Math.max(Math.abs(expected), Math.abs(computed))
}
