import { getConformanceSuite, type IncrementalTest, type IncrementalTestSuite } from '@bufbuild/cel-spec/testdata/tests.js'
import type { Type } from '@bufbuild/cel-spec/cel/expr/checked_pb.js'
import type { Value } from '@bufbuild/cel-spec/cel/expr/value_pb.js'
import { anyUnpack } from '@bufbuild/protobuf/wkt'
import { DurationSchema } from '@bufbuild/protobuf/wkt'
import { afterEach, describe, expect, test } from 'vitest'
import { checker, read, type Program } from '../../contract/rules/twu/cel.ts'
import { Duration, kindOf, isList } from '../../contract/rules/twu/cel-values.ts'
import * as cel from '../../contract/rules/twu/cel-values.ts'
import { refusedCall } from '../../contract/rules/twu/expression-cost.ts'

const said = new Map<string, Record<string, number>>()
const suites = 'basic comparisons conversions fields integer_math fp_math lists logic macros macros2 string string_ext timestamps parse plumbing'.split(' ')

function testsOf({ tests, suites }: IncrementalTestSuite): readonly IncrementalTest[] {
  return [...tests, ...suites.flatMap(testsOf)]
}
const all = getConformanceSuite().suites.filter((s) => suites.includes(s.name))
const needsProto = ({ original }: IncrementalTest) =>
  /TestAllTypes|google\.protobuf\.\w+\s*\{|proto[23]/.test(original.expr) || original.container !== '' || JSON.stringify(original.typeEnv, (_, v) => typeof v === 'bigint' ? String(v) : v).includes('"messageType","value":"cel')

function toValue(value: Value): unknown {
  const { kind } = value
  switch (kind.case) {
    case 'nullValue': return null
    case 'boolValue': case 'int64Value': case 'doubleValue': case 'stringValue': case 'uint64Value': case 'bytesValue': return kind.value
    case 'listValue': return kind.value.values.map(toValue)
    case 'mapValue': return new Map(kind.value.entries.map(({ key, value }) => [toValue(key!), toValue(value!)]))
    case 'typeValue': return { type: kind.value }
    case 'objectValue': { const d = anyUnpack(kind.value, DurationSchema)!; return new Duration(d.seconds * 1000000000n + BigInt(d.nanos)) }
    default: throw new Error(kind.case)
  }
}
function describeValue(v: unknown): string {
  if (isList(v)) return `[${v.map(describeValue)}]`
  if (v instanceof Map) return `{${[...v].map(([k, x]) => describeValue(k) + ':' + describeValue(x)).sort()}}`
  if (v instanceof cel.Type) return `type ${v.kind.replace(/^(timestamp|duration)$/, (t) => t === 'timestamp' ? 'google.protobuf.Timestamp' : 'google.protobuf.Duration')}`
  if (v && typeof v === 'object' && 'type' in v) return `type ${v.type}`
  return `${kindOf(v)} ${Object.is(v, -0) ? '-0' : String(v)}`
}
function typeName(type: Type): string {
  const k = type.typeKind
  switch (k.case) {
    case 'primitive': return ['', 'bool', 'int', 'uint', 'double', 'string', 'bytes'][k.value]!
    case 'listType': return `list<${typeName(k.value.elemType!)}>`
    case 'mapType': return `map<${typeName(k.value.keyType!)}, ${typeName(k.value.valueType!)}>`
    case 'wellKnown': return ['', 'dyn', 'google.protobuf.Timestamp', 'google.protobuf.Duration'][k.value]!
    case 'messageType': return k.value
    default: return 'dyn'
  }
}
function run({ original: t }: IncrementalTest): string {
  const env = checker.clone()
  const names: string[] = []
  let program: Program
  try {
    for (const { name, declKind } of t.typeEnv) if (declKind.case === 'ident') { env.registerVariable(name, typeName(declKind.value.type!)) ; names.push(name) }
    program = read(t.expr, new Map(), names, env)
    const r = refusedCall(program.ast)
    if (r) return `refused: calls ${r.name}`
  } catch (error) {
    return `refused: ${error instanceof Error ? ('summary' in error ? error.summary : error.message) : error}`
  }
  const values = names.map((name) => { const b = t.bindings[name]?.kind; return b?.case === 'value' ? toValue(b.value) : undefined })
  let got: string
  try { got = describeValue(program.run(values)) } catch (error) { got = `a fault: ${String(error)}` }
  const m = t.resultMatcher
  const wanted = m.case === 'value' ? describeValue(toValue(m.value)) : m.case === 'typedResult' ? describeValue(toValue(m.value.result!)) : m.case === undefined ? 'bool true' : 'a fault'
  return got === wanted || (wanted === 'a fault' && got.startsWith('a fault')) ? 'agreed' : `wrong: ${got}, not ${wanted}`
}

test.each(['UTC', 'America/St_Johns', 'Europe/Berlin'])('%s', (zone) => {
  const before = process.env['TZ']
  process.env['TZ'] = zone
  const out: string[] = []
  for (const suite of all) {
    const c: Record<string, number> = {}
    for (const one of testsOf(suite)) {
      if (needsProto(one)) { c['proto'] = (c['proto'] ?? 0) + 1; continue }
      const r = run(one)
      const k = r.split(':')[0]!
      c[k] = (c[k] ?? 0) + 1
      if (r !== 'agreed') out.push(`${suite.name} | ${one.original.expr.slice(0, 120)} | ${r}`)
    }
    said.set(suite.name, c)
  }
  process.env['TZ'] = before
  if (zone === 'UTC') { console.log(out.filter((o) => process.env['ALL'] || o.includes('| wrong')).join('\n')); console.log(JSON.stringify([...said], null, 0)) }
})
