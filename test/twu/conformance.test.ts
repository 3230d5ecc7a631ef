import type { Type } from '@bufbuild/cel-spec/cel/expr/checked_pb.js'
import type { Value } from '@bufbuild/cel-spec/cel/expr/value_pb.js'
import {
  getConformanceSuite,
  type IncrementalTest,
  type IncrementalTestSuite,
} from '@bufbuild/cel-spec/testdata/tests.js'
import { anyUnpack, DurationSchema } from '@bufbuild/protobuf/wkt'
import { expect, test } from 'vitest'
import { readContract } from '../../contract/document.ts'
import { checker, read, type Program } from '../../contract/rules/twu/cel.ts'
import { Duration, isList, kindOf, Type as CelType } from '../../contract/rules/twu/cel-values.ts'
import { refusedCall } from '../../contract/rules/twu/expression-cost.ts'
import { inTimeZone, timeZones } from '../helpers/time-zones.ts'

/*
 * The official conformance data of CEL. What it says of an expression is computed, or the expression is refused when it is compiled,
 * for a reason that the contract tells: TwuOutcome. An error that CEL has at any time is one that is refused or has no value.
 */

const names = ['basic', 'comparisons', 'conversions', 'fields', 'integer_math', 'fp_math', 'lists', 'logic', 'macros']
const moreNames = ['macros2', 'string', 'string_ext', 'timestamps', 'parse', 'plumbing']
const suites = getConformanceSuite().suites.filter(({ name }) => [...names, ...moreNames].includes(name))

/** The reasons in the contract, and how they are told. */
const reasons = {
  'Unsigned integers': /unsigned|\buint\b/,
  Bytes: /bytes|^br?['"]/i,
  'Values of different types': /same type|wrong type|no such overload|requires bool/,
  'Macros with two variables': /(all|exists|existsOne|transform\w+)\((dyn|\w+, ?\w+,)/,
  Functions: /calls |no matching overload/,
  Names: /Unknown variable|google/,
  Signs: /Unexpected (token|character)/,
  'Parts of milliseconds': /milliseconds/,
  Limits: /Exceeded/,
}

const cases = suites.map((suite) => {
  const tests = testsOf(suite).filter((one) => !needsMessages(one))
  return { suite: suite.name, tests: tests.map((one) => ({ ...one, program: compile(one) })) }
})

test.each(Object.entries(timeZones))('nothing that CEL computes is computed in another way: %s', (zone, offset) => {
  const said = inTimeZone(zone, () => {
    expect(new Date('2026-07-01T12:00Z').getTimezoneOffset()).toBe(offset)
    return cases.map(({ suite, tests }) => {
      const results = tests.map(judge)
      expect(results.filter((result) => result.startsWith('wrong'))).toEqual([])
      const counts = Object.entries(Object.groupBy(results, (result) => result))
      const told = counts.map(([result, all = []]) => `${all.length} ${result}`)
      return `${suite}: ${told.sort((a, b) => a.replace(/^\d+/, '').localeCompare(b.replace(/^\d+/, ''))).join(', ')}`
    })
  })
  expect(said).toMatchInlineSnapshot(`
    [
      "basic: 32 agreed, 3 refused (Bytes), 1 refused (Functions), 1 refused (Names), 6 refused (Unsigned integers)",
      "comparisons: 199 agreed, 17 refused (Bytes), 1 refused (Signs), 104 refused (Unsigned integers), 13 refused (Values of different types)",
      "conversions: 80 agreed, 8 refused (Bytes), 20 refused (Unsigned integers), 1 refused (Values of different types)",
      "fields: 35 agreed, 3 refused (Bytes), 4 refused (Names), 6 refused (Signs), 9 refused (Unsigned integers), 3 refused (Values of different types)",
      "fp_math: 30 agreed",
      "integer_math: 49 agreed, 15 refused (Unsigned integers)",
      "lists: 32 agreed, 7 refused (Unsigned integers)",
      "logic: 25 agreed, 5 refused (Values of different types)",
      "macros: 39 agreed, 5 refused (Values of different types)",
      "macros2: 8 agreed, 32 refused (Macros with two variables), 6 refused (Values of different types)",
      "parse: 110 agreed, 64 refused (Bytes), 1 refused (Limits), 17 refused (Names), 1 refused (Unsigned integers)",
      "plumbing: 4 agreed, 1 refused (Values of different types)",
      "string: 36 agreed, 6 refused (Bytes), 9 refused (Functions)",
      "string_ext: 103 agreed, 4 refused (Bytes), 68 refused (Functions), 21 refused (Names), 5 refused (Unsigned integers), 5 refused (Values of different types)",
      "timestamps: 69 agreed, 2 refused (Names), 4 refused (Parts of milliseconds), 1 refused (Values of different types)",
    ]
  `)
})

test('the contract tells each reason', async () => {
  const { document } = await readContract()
  const told = JSON.stringify(document)
  expect(Object.keys(reasons).filter((reason) => !told.includes(`| ${reason} |`))).toEqual([])
})

function testsOf({ tests, suites }: IncrementalTestSuite): readonly IncrementalTest[] {
  return [...tests, ...suites.flatMap(testsOf)]
}

/** Whether a test is about messages of Protocol Buffers, which nothing here has. */
function needsMessages({ original: { expr, container, typeEnv } }: IncrementalTest): boolean {
  const isMessage = typeEnv.some(({ declKind }) => {
    return declKind.case === 'ident' && declKind.value.type && typeName(declKind.value.type).startsWith('cel.')
  })
  return container !== '' || isMessage || /TestAllTypes|google\.protobuf\.\w+\s*\{|proto[23]/.test(expr)
}

function variablesOf({ typeEnv }: IncrementalTest['original']) {
  return typeEnv.flatMap(({ name, declKind }) =>
    declKind.case === 'ident' ? [{ name, type: declKind.value.type }] : [],
  )
}

function compile({ original }: IncrementalTest): Program | { refused: string } {
  const variables = variablesOf(original)
  try {
    const types = checker.clone()
    for (const { name, type } of variables) types.registerVariable(name, typeName(type))
    const program = read(
      original.expr,
      new Map(),
      variables.map(({ name }) => name),
      types,
    )
    const call = refusedCall(program.ast)
    return call ? { refused: `calls ${call.name}` } : program
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) }
  }
}

function judge({ original, program }: IncrementalTest & { program: ReturnType<typeof compile> }): string {
  const { case: kind, value } = original.resultMatcher
  const isError = kind === 'evalError' || kind === 'anyEvalErrors'
  if ('refused' in program) {
    const told = `${original.expr}\n${program.refused}`
    const [reason] = Object.entries(reasons).find(([, format]) => format.test(told)) ?? []
    return isError ? 'agreed' : reason ? `refused (${reason})` : `wrong: refused without a reason: ${told}`
  }
  const wanted =
    kind === undefined
      ? true
      : kind === 'value'
        ? toValue(value)
        : kind === 'typedResult'
          ? toValue(value.result)
          : null
  const values = variablesOf(original).map(({ name }) => {
    const bound = original.bindings[name]?.kind
    return bound?.case === 'value' ? toValue(bound.value) : undefined
  })
  let found: string
  try {
    found = describeValue(program.run(values))
  } catch (error) {
    return isError ? 'agreed' : `wrong: ${original.expr} is ${String(error)}`
  }
  return !isError && found === describeValue(wanted) ? 'agreed' : `wrong: ${original.expr} is ${found}`
}

function toValue(value: Value | undefined): unknown {
  const kind = value?.kind
  if (kind?.case === 'listValue') return kind.value.values.map(toValue)
  if (kind?.case === 'mapValue') {
    return new Map(kind.value.entries.map((entry) => [toValue(entry.key), toValue(entry.value)]))
  }
  if (kind?.case === 'typeValue') return new CelType(kind.value.replace('google.protobuf.', '').toLowerCase())
  if (kind?.case === 'nullValue') return null
  if (kind?.case !== 'objectValue') return kind?.value
  const duration = anyUnpack(kind.value, DurationSchema)
  return new Duration((duration?.seconds ?? 0n) * 1_000_000_000n + BigInt(duration?.nanos ?? 0))
}

function describeValue(value: unknown): string {
  if (isList(value)) return `[${value.map(describeValue).join()}]`
  if (value instanceof Map)
    return `{${[...value]
      .map((entry) => entry.map(describeValue).join())
      .sort()
      .join(';')}}`
  if (value instanceof CelType) return `the type ${value.kind}`
  return `${kindOf(value)} ${Object.is(value, -0) ? '-0' : String(value)}`
}

function typeName(type: Type | undefined): string {
  const kind = type?.typeKind
  if (kind?.case === 'primitive') return ['', 'bool', 'int', 'uint', 'double', 'string', 'bytes'][kind.value] ?? ''
  if (kind?.case === 'listType') return `list<${typeName(kind.value.elemType)}>`
  if (kind?.case === 'mapType') return `map<${typeName(kind.value.keyType)}, ${typeName(kind.value.valueType)}>`
  if (kind?.case === 'messageType') return kind.value
  const wellKnown = ['', 'dyn', 'google.protobuf.Timestamp', 'google.protobuf.Duration']
  return (kind?.case === 'wellKnown' && wellKnown[kind.value]) || 'dyn'
}
