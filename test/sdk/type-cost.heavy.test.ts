import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

/** What the types cost the compiler of an app: with TypeScript 5, against declarations as an app gets them. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const tsc = join(root, 'sdk/node_modules/typescript/bin/tsc')
const samples = 'test/types/sdk-samples.gen.ts'

test('a program with every call costs at most 500 instantiations over an empty one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-type-cost-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  compile(['--declaration', '--emitDeclarationOnly', '--rootDir', root, '--outDir', folder, 'sdk/src/index.ts'], root)

  mkdirSync(join(folder, dirname(samples)), { recursive: true })
  cpSync(join(root, samples), join(folder, samples))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'empty.ts'), 'export {}')
  expect(readFileSync(join(folder, samples), 'utf8').match(/\bacme\.[\w.]+\(/g)?.length).toBeGreaterThanOrEqual(30)

  const empty = instantiations('empty.ts', folder)
  const cost = instantiations(samples, folder) - empty
  expect(cost).toBeGreaterThan(0)
  expect(cost).toBeLessThanOrEqual(500)
})

function instantiations(file: string, folder: string): number {
  const output = compile(['--noEmit', '--extendedDiagnostics', file], folder)
  return Number(/^Instantiations: +(\d+)$/m.exec(output)?.[1])
}

function compile(args: readonly string[], cwd: string): string {
  const options = ['--strict', '--target', 'es2022', '--lib', 'es2024,dom,dom.iterable', '--module', 'nodenext']
  const { status, stdout } = spawnSync(
    process.execPath,
    [tsc, ...options, '--typeRoots', 'none', '--skipLibCheck', '--allowImportingTsExtensions', ...args],
    { cwd, encoding: 'utf8' },
  )
  expect(stdout, 'the compiler').not.toContain('error TS')
  expect(status).toBe(0)
  return stdout
}
