import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { run } from '../helpers/programs/server-process.ts'
import { buildConsole } from './serve-console.ts'

test('a copy of the console that installs the SDK has its types, its rules and its tests checked by itself', async () => {
  const { root, remove } = await buildConsole({
    baseUrl: 'https://admin.example.com',
    issuer: 'https://id.example.com',
  })
  onTestFinished(remove)
  const tsconfig = join(root, 'tsconfig.json')
  const copied = readFileSync(tsconfig, 'utf8').replace(/,\s*\/\/ Only in the repository[^]*?\}/, '')
  expect(copied).not.toContain('../../sdk')
  writeFileSync(tsconfig, copied)
  const { code, stdout, stderr } = await run('npm', ['run', 'check'], {}, root)
  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toMatch(/Tests\s.*4 passed/)
})
