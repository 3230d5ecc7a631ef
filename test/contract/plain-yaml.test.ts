import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isPair, isScalar, parseDocument, visit } from 'yaml'

const spec = new URL('../../spec/', import.meta.url)

test('the contract has no merge key, which YAML 1.2 does not know, and aliases in its examples only (E-01)', () => {
  const files = globSync('*.yaml', { cwd: spec })
  expect(files.length).toBeGreaterThan(10)
  expect(files.flatMap((file) => findUnplain(readFileSync(new URL(file, spec), 'utf8')))).toEqual([])
})

test('both would be found', () => {
  expect(findUnplain('a: &a { b: 1 }\nc: { <<: *a }\nexamples: { d: *a }')).toEqual(['<<', '*a in c'])
})

function findUnplain(text: string): string[] {
  const found: string[] = []
  visit(parseDocument(text), {
    Pair: (_key, { key }) => void (isScalar(key) && key.value === '<<' && found.push('<<')),
    Alias: (_key, { source }, path) => {
      const section = String(path.find(isPair)?.key)
      if (section !== 'examples') found.push(`*${source} in ${section}`)
    },
  })
  return found
}
