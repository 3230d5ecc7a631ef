import { expect, test } from 'vitest'
import { readContract } from '../../contract/document.ts'
import { isObject } from '../../contract/json.ts'
import { loadIntegrationTypes } from '../../contract/integration-type-files.ts'
import { cpuTime } from '../helpers/cpu-time.ts'

/** Every pattern of the contract takes a time that grows with the length of its text, whatever bounds the length. */
const { document } = await readContract()
const types = loadIntegrationTypes(`${import.meta.dirname}/../../spec/integration-types`)
const shapes = [...types.values()].flatMap(({ fields }) => fields.flatMap(({ shape }) => (shape ? [shape] : [])))
const patterns = [...new Set([...patternsIn(document), ...shapes])]

const beginnings = ['', 'a@', 'a@a', 'https://a', 'https://a.a/']
const middles = ['a', 'A', '0', '-', '.', 'a.', 'a-', '/', '@', '=', '&']
const ends = ['', ' ', ':', '!', '\u{1}']
const hostile = beginnings.flatMap((beginning) =>
  middles.flatMap((middle) => ends.map((end) => `${beginning}${middle.repeat(20_000 / middle.length)}${end}`)),
)

test.each(patterns)('%s', async (pattern) => {
  const expression = new RegExp(pattern, 'u')
  // A quadratic pattern takes 200 ms and more for one of them.
  for (const text of hostile) expect(await cpuTime(() => expression.test(text)), text.slice(0, 30)).toBeLessThan(100)
})

function patternsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(patternsIn)
  if (!isObject(node)) return []
  const { pattern } = node
  return [...(typeof pattern === 'string' ? [pattern] : []), ...Object.values(node).flatMap(patternsIn)]
}
