import { readFileSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asArray, asObject, asString } from '../../contract/json.ts'
import { buildConsole, consoleFolder } from './serve-console.ts'

let built: Awaited<ReturnType<typeof buildConsole>>
beforeAll(async () => {
  built = await buildConsole({ baseUrl: 'https://admin.example.com', issuer: 'https://id.example.com' })
})
afterAll(() => built.remove())

test('a browser loads at most 180 kB of JavaScript for the list of users, and 210 kB with its styles', () => {
  const manifest = asObject(JSON.parse(readFileSync(join(built.root, 'dist/.vite/manifest.json'), 'utf8')))
  const chunks = new Set<string>()
  const visit = (name: string) => {
    if (chunks.has(name)) return
    chunks.add(name)
    asArray(asObject(manifest[name])['imports'] ?? [])
      .map(asString)
      .forEach(visit)
  }
  for (const name of ['index.html', 'src/screens/users/users.tsx']) visit(name)
  const found = [...chunks].map((name) => asObject(manifest[name]))
  const sizeOf = (files: string[]) =>
    files.reduce((sum, file) => sum + gzipSync(readFileSync(join(built.root, 'dist', file))).length, 0)
  const script = sizeOf(found.map((chunk) => asString(chunk['file'])))
  const styles = sizeOf([asString(asObject(manifest['style.css'])['file'])])
  console.log(`The list of users: ${script} bytes of JavaScript, ${styles} of styles`)
  expect(found.length).toBeGreaterThan(3)
  expect(script).toBeLessThan(180_000)
  expect(script + styles).toBeLessThan(210_000)
})

test('every component in the scripts has its styles', () => {
  const assets = join(built.root, 'dist/assets')
  const namesIn = (texts: string[]) => new Set(texts.flatMap((text) => text.match(/\bm_[0-9a-f]+\b/g) ?? []))
  const namesOf = (end: string) =>
    namesIn(
      readdirSync(assets)
        .filter((file) => file.endsWith(end))
        .map((file) => readFileSync(join(assets, file), 'utf8')),
    )
  const [scripts, styles] = [namesOf('.js'), namesOf('.css')]
  const library = readFileSync(join(consoleFolder, '../node_modules/@mantine/core/styles.css'), 'utf8')
  const shown = [...namesIn([library])].filter((name) => scripts.has(name))
  expect(shown.length).toBeGreaterThan(50)
  expect(shown.filter((name) => !styles.has(name))).toEqual([])
})

test('every file of a screen has at most 150 lines', () => {
  const screens = join(consoleFolder, 'src/screens')
  const files = readdirSync(screens, { recursive: true, encoding: 'utf8' }).filter((file) => extname(file) !== '')
  const long = files.filter((file) => readFileSync(join(screens, file), 'utf8').split('\n').length > 151)
  expect(long).toEqual([])
})
