import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { homeFor } from '../../workshop/postgres/home.ts'
import { end, run, startServer } from '../helpers/programs/server-process.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'reset-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const reset = (variables = {}) => run('npm', ['run', '--silent', 'reset'], { DATA_DIR: dataDir, ...variables })

test('npm run reset waits for the server, deletes what it kept, and nothing that it did not make', async () => {
  writeFileSync(join(dataDir, 'notes.txt'), 'mine')
  const server = await startServer({ DATA_DIR: dataDir })
  const { folder } = homeFor(dataDir)
  const refusal = `A server runs on ${dataDir}. Stop it first. Nothing was deleted.\n`
  expect(await reset()).toEqual({ code: 1, stdout: '', stderr: refusal })
  expect((await fetch(`${server.baseUrl}/openapi.json`)).status).toBe(200)
  await end(server, 'SIGTERM')

  expect(await reset({ DATABASE_URL: 'postgres://127.0.0.1:1/none' })).toMatchObject({ code: 1 })
  expect(existsSync(join(folder, 'cluster'))).toBe(true)
  const { code, stdout } = await reset()
  expect(code).toBe(0)
  for (const path of [join(folder, 'cluster'), join(dataDir, 'encryption-keys.json')])
    expect(stdout).toContain(`Deleted ${path}\n`)
  expect(existsSync(join(folder, 'cluster'))).toBe(false)
  expect(readdirSync(dataDir)).toEqual(['notes.txt'])
  expect(await reset()).toEqual({ code: 0, stdout: `There is nothing to delete in ${dataDir}.\n`, stderr: '' })
})
