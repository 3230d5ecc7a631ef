import type { TwuModelInput, WorkOperation } from '../../../sdk/src/index.ts'
import { completeInput } from './twu-models.ts'

/** Expressions that take long, much, or have no value: nesting, lists, macros, numbers, texts and regular expressions. */
export const hostileExpressions = [
  nest(() => '(', '1', ')', 900),
  nest(() => '[', '1', ']', 900),
  nest(() => '[', '1', ']', 31),
  nest(() => '{"a": ', '1', '}', 280),
  nest(() => 'true ? ', '1', ' : 2', 180),
  `${repeat('!', 1990)}true`,
  nest((at) => `operations.all(a${at}, `, 'true', ')', 14),
  `size([${repeat('[operations]', 90, ', ')}])`,
  `size([${repeat('operations', 100, ' + ')}])`,
  `${repeat('operations', 100, '+')} == operations`,
  repeat('1', 240, ' + '),
  repeat('1.0', 240, '*'),
  `size({${Array.from({ length: 100 }, (_, at) => `${at}: operations`).join(', ')}})`,
  `size(operations${repeat('.map(o, [o])', 28)})`,
  'operations.all(a, operations.exists(b, b.cost >= a.cost))',
  'operations.all(a, operations.all(b, operations.all(c, a.cost + b.cost >= c.cost)))',
  'operations.exists_one(a, operations.exists_one(b, operations.exists_one(c, c.cost == a.cost)))',
  'size(operations.map(a, operations.map(b, operations.map(c, a.cost))))',
  'operations.map(a, operations) == operations.map(b, operations)',
  'operations.filter(a, a in operations.filter(b, b in operations)) == operations',
  'operations.all(a, operations.all(b, b.startedAt.getHours("Europe/Berlin") > 25))',
  '0.0 / 0.0',
  '-1.0 / 0.0',
  'avg(operations.map(o, o.cost / 0.0))',
  'sum(operations.map(o, o.cost * 1e308))',
  'double("NaN") == double("NaN") ? double("Infinity") : double("NaN")',
  '9223372036854775807 + size(operations) + 1',
  '-9223372036854775808 / -1',
  'uint(-1)',
  'size(operations) % 0',
  'duration("9223372036854775807s") + duration("9223372036854775807s")',
  'timestamp("9999-12-31T23:59:59Z") + duration("315576000000s") > timestamp("0001-01-01T00:00:00Z")',
  'operations.map(o, o.attributes.text).join(operations.map(o, o.attributes.text).join(""))',
  'operations.map(o, o.attributes.text.split("").join("ab").split("b").join("ab")).join("")',
  nest((at) => `cel.bind(t${at + 1}, t${at} + t${at}, `, 't14', ')', 14).replaceAll(
    't0',
    'operations[0].attributes.text',
  ),
  nest((at) => `cel.bind(t${at + 1}, t${at}.split("").map(c, t${at}).join(""), `, 't10', ')', 10).replaceAll(
    't0',
    '"ten letters"',
  ),
  'operations.all(a, operations.all(b, (a.attributes.text + "c").contains(b.attributes.text + "d")))',
  'operations.all(a, a.attributes.text.lastIndexOf("c" + a.attributes.text) < 0)',
  'operations.exists(o, o.attributes.text.matches("(a+)+$"))',
  '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!".matches("^(([a-z])+.)+[A-Z]([a-z])+$")',
]

/** Operations of five sizes; a request has a megabyte at most. */
export const hostileOperations: readonly WorkOperation[][] = [
  [],
  operations(1000, 10),
  operations(1000, 700),
  operations(16, 60_000),
  operations(200, 10, Object.fromEntries(Array.from({ length: 98 }, (_, at) => [`number${at}`, 1.7e308]))),
]

/** A draft with an expression as often as it may be there, and with as many cases as there may be. */
export function hostileDraft(expression: string): TwuModelInput {
  const cases = Array.from({ length: 50 }, (_, at) => ({ name: `case ${at}`, operations: operations(at % 10, 10) }))
  const room = 262_000 - JSON.stringify({ ...completeInput(), cases }).length
  const length = Math.min(200, Math.floor(room / (JSON.stringify(expression).length + 40)))
  const expressions = Array.from({ length }, (_, at) => ({ name: `n${at}`, expression }))
  return { ...completeInput(), outcomes: expressions.slice(0, 100), policies: expressions.slice(100), cases }
}

function operations(count: number, characters: number, attributes = {}): WorkOperation[] {
  return Array.from({ length: count }, (_, at) => ({
    action: 'payRefund',
    actor: 'AI',
    startedAt: '2026-11-21T09:30:00.000Z',
    cost: at,
    attributes: { text: repeat('ab', characters / 2), ...attributes },
  }))
}

function repeat(text: string, count: number, separator = ''): string {
  return Array.from({ length: count }, () => text).join(separator)
}

function nest(begin: (at: number) => string, inner: string, end: string, depth: number): string {
  return Array.from({ length: depth }, (_, at) => begin(at)).join('') + inner + end.repeat(depth)
}
