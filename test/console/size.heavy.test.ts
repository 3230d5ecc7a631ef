import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildConsole, consoleFolder } from './serve-console.ts'

let built: Awaited<ReturnType<typeof buildConsole>>
beforeAll(async () => {
  built = await buildConsole({ baseUrl: 'https://admin.example.com', issuer: 'https://id.example.com' })
})
afterAll(() => built.remove())

test('a browser loads at most 200 kB of JavaScript before the first screen', () => {
  const page = readFileSync(join(built.root, 'dist/index.html'), 'utf8')
  const scripts = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
  const sizes = scripts.map((path) => gzipSync(readFileSync(join(built.root, 'dist', path))).length)
  expect(scripts.length).toBeGreaterThan(1)
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(200_000)
})

test('every file of a screen has at most 150 lines', () => {
  const screens = join(consoleFolder, 'src/screens')
  const long = readdirSync(screens).filter((file) => readFileSync(join(screens, file), 'utf8').split('\n').length > 151)
  expect(long).toEqual([])
})
