import { expect, test } from 'vitest'
import { readContract } from '../../contract/document.ts'
import { isObject } from '../../contract/json.ts'
import { loadIntegrationTypes } from '../../contract/integration-type-files.ts'
import { leastCpuTime } from '../helpers/cpu-time.ts'

/** Every pattern of the contract takes a time that grows with the length of its text, whatever bounds the length. */
const { document } = await readContract()
const types = loadIntegrationTypes(`${import.meta.dirname}/../../spec/integration-types`)
const fields = [...types].flatMap(([id, type]) => type.fields.map((field) => ({ id, key: field.key, field })))
const shapes = fields.flatMap(({ field: { shape } }) => (shape ? [shape] : []))
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
  for (const text of hostile) {
    expect(await leastCpuTime(() => expression.test(text), 100), text.slice(0, 30)).toBeLessThan(100)
  }
})

test.each(fields.filter(({ field }) => field.pattern))('$id $key is quick for hostile input', async ({ field }) => {
  const seeds = ['a', '0', '-', '.', 'a.', 'a-', '-a', 'a@', 'https://a.', '-----BEGIN PRIVATE KEY-----\n', ' ']
  // Short ones first: a regular expression that explodes is caught while it still ends.
  for (const length of [16, 20, 24, 26, 28, 64, 256, field.maxLength]) {
    const tryAll = () => {
      for (const seed of seeds) {
        const hostile = `${`${field.example ?? ''}${seed.repeat(length)}`.slice(0, length - 1)}!`
        for (const pattern of [field.pattern, field.shape]) new RegExp(pattern ?? '', 'u').test(hostile)
      }
    }
    expect(await leastCpuTime(tryAll, 250), `${length} characters`).toBeLessThan(250)
  }
})

function patternsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(patternsIn)
  if (!isObject(node)) return []
  const { pattern } = node
  return [...(typeof pattern === 'string' ? [pattern] : []), ...Object.values(node).flatMap(patternsIn)]
}
