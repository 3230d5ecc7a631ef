import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { insertInstance } from '../../server/db/instances.ts'
import { openTestDatabase } from '../helpers/programs/postgres.ts'
import { run } from '../helpers/programs/server-process.ts'

test('an import holds no more than two batches in memory', async () => {
  const database = await openTestDatabase(inject('databaseUrl'))
  onTestFinished(() => database.close())
  await insertInstance(database.db, { id: 'acme', name: 'Acme' })
  const folder = mkdtempSync(join(tmpdir(), 'ledger-import-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'entries.ndjson')
  const line = `${'x'.repeat(120_000)}\n`
  for (let at = 0; at < 80; at++) appendFileSync(file, line.repeat(60))
  const command = ['server/commands/ledger-import.ts', '--instance', 'acme', file]
  const { code, stdout, stderr } = await run(process.execPath, ['--expose-gc', '--import', reportMemory, ...command], {
    DATABASE_URL: database.url,
  })
  expect(code).toBe(2)
  expect(stdout).toMatch(/Set aside: +4,800/)
  // The file has 576 MB, a batch 8.
  expect(Number(/^most (\d+) MB$/m.exec(stderr)?.[1])).toBeLessThan(200)
})

/** Tells of the most memory that was in use. What the process holds in all depends on when V8 finds time to collect. */
const reportMemory = `data:text/javascript,${encodeURIComponent(`
  let most = 0
  const look = () => {
    gc()
    const { heapUsed, external } = process.memoryUsage()
    most = Math.max(most, heapUsed + external)
  }
  setInterval(look, 100).unref()
  process.on('exit', () => console.error('most', Math.round(most / 1e6), 'MB'))`)}`
