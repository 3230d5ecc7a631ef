import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { minifySync } from 'rolldown/utils'
import { asArray, asObject, asString } from '../contract/json.ts'

/**
 * The last step of a build, run in `dist`: takes out what the package would have twice. Generated code needs no map, since
 * its declarations say what its source says. CommonJS takes declarations that are only types from those of ESM, and the
 * contract is written without spaces.
 */
for (const map of find('*.gen.{js,d.ts}.map')) if (sourcesOf(map).every(isGenerated)) removeMap(map)
for (const name of find('{openapi,operations,schemas}.gen.d.cts')) shareTypes(name)
for (const name of find('contract.gen.{js,cjs}')) compact(name)
const needed = new Set(find('*.map').flatMap(sourcesOf))
for (const source of find('sources/**/*.*')) if (!needed.has(source)) rmSync(source)

/** The files of the build; throws when there is none, so that nothing is left in silence when a name changes. */
function find(pattern: string): string[] {
  const found = globSync(pattern)
  if (found.length === 0) throw new Error(`The build has no ${pattern}.`)
  return found
}

function removeMap(map: string): void {
  rmSync(map)
  rewrite(map.replace(/\.map$/, ''), (code) => code.replace(/^\/\/# sourceMappingURL=.*\n?/m, ''))
}

function shareTypes(name: string): void {
  const [, own = ''] = /([^/]+)\.d\.cts$/.exec(name) ?? []
  writeFileSync(name, `export type * from './${own}.js' with { 'resolution-mode': 'import' }\n`)
}

function compact(name: string): void {
  const removeWhitespace = { compress: false, mangle: false, codegen: { removeWhitespace: true } }
  rewrite(name, (code) => `${minifySync(name, code, removeWhitespace).code}\n`)
}

function rewrite(name: string, change: (code: string) => string): void {
  writeFileSync(name, change(readFileSync(name, 'utf8')))
}

function sourcesOf(map: string): string[] {
  return asArray(asObject(JSON.parse(readFileSync(map, 'utf8')))['sources']).map(asString)
}

function isGenerated(source: string): boolean {
  return source.endsWith('.gen.ts')
}
