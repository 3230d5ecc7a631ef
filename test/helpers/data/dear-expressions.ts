import type { WorkOperation } from '../../../sdk/src/index.ts'
import { compileModel, type Definition } from '../../../contract/rules/twu/evaluate.ts'

/** A model whose operations have a text and a number, without an expression. */
export const orders: Definition = {
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
  outcomes: [],
  policies: [],
  cases: [],
}

export function compileOne(expression: string) {
  return compileModel({ ...orders, outcomes: [{ name: 'one', expression }] })
}

/** What takes long, each in a way of its own. */
export const dearExpressions = {
  'pairs of operations': 'operations.all(a, operations.exists(b, b.cost >= a.cost))',
  'triples of operations': 'operations.all(a, operations.all(b, operations.all(c, c.cost >= 0.0)))',
  'lists of lists': 'size(operations.map(a, operations.map(b, a.cost * b.cost)))',
  'a comparison of lists of lists': 'operations.map(a, operations) == operations.map(a, operations)',
  'long texts put together': 'size(operations.map(o, o.attributes.text + o.attributes.text).join(","))',
  'texts that double': 'size(operations.map(o, cel.bind(a, o.attributes.text, cel.bind(b, a + a, b + b + b))).join())',
  'a text inside a text': 'operations.all(o, (o.attributes.text + "c").contains(o.attributes.text + "d"))',
  'texts taken apart': 'size(operations.map(o, size(o.attributes.text.split(""))))',
  'time zones': 'operations.all(a, operations.all(b, b.startedAt.getHours("Europe/Berlin") > 0))',
  conversions: 'size(operations.map(o, string(o.cost) + string(o.attributes.items)).join())',
  'names looked up in lists': 'operations.all(a, a.attributes.text in operations.map(b, b.attributes.text))',
  letters: 'operations.all(o, o.attributes.text.upperAscii().lowerAscii().trim().substring(1) != "")',
}

/** So many operations, each with a text of so many characters. */
export function manyOperations(count: number, length: number): WorkOperation[] {
  const text = 'ab'.repeat(length / 2)
  return Array.from({ length: count }, (_, at) => {
    return { action: 'pay', actor: 'AI', startedAt: orderedAt, cost: at, attributes: { text, items: at } }
  })
}

export const orderedAt = '2026-11-21T09:30:00.000Z'

const repeat = (count: number, text: string, separator: string) =>
  Array.from({ length: count }, () => text).join(separator)

/** Expressions as large as they may be. */
export const largeExpressions = {
  macros: repeat(42, 'operations.all(o,o.cost>=0.0)', '&&'),
  'macros in macros': repeat(4, `${repeat(10, 'operations.all(o,', '')}true${')'.repeat(10)}`, '&&'),
  sums: `${repeat(240, '1', '+')}==240`,
  'lists put together': `${repeat(100, 'operations', '+')}==operations`,
  'lists of lists': `size([${repeat(90, '[operations]', ',')}])>0`,
  'lists in lists': `size(operations${repeat(28, '.map(o,[o])', '')})>=0`,
}

/** The largest model that may be saved: with this expression so often. */
export function largestModel(expression: string, most = 200): Definition {
  const length = Math.min(most, Math.floor(250_000 / (expression.length + 40)))
  const expressions = Array.from({ length }, (_, at) => ({ name: `n${at}`, expression }))
  const half = Math.min(100, Math.ceil(length / 2))
  return { ...orders, outcomes: expressions.slice(0, half), policies: expressions.slice(half), cases: mostCases }
}

export const mostCases: Definition['cases'] = Array.from({ length: 50 }, (_, at) => {
  const operations = Array.from({ length: at % 4 }, () => ({
    action: 'pay',
    actor: 'AI' as const,
    startedAt: orderedAt,
  }))
  return { name: `case ${at}`, operations }
})
