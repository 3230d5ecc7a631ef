import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { text as toText } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { insertInstance } from '../../server/db/instances.ts'
import { recordedRuns } from '../helpers/changes.ts'
import { generatedEntries } from '../helpers/data/work-ledger-entries.ts'
import { batch, lineOf, readCounts, useImports } from '../helpers/ledger-import.ts'
import { countLockWaits } from '../helpers/lock-waits.ts'
import { environment, run } from '../helpers/programs/server-process.ts'
import { until } from '../helpers/until.ts'

const imports = useImports()

test('an import goes on after a kill with every entry and every rejected line once', async () => {
  const count = batch + 500
  const lines = generatedEntries(count).map((generated) => JSON.stringify(generated))
  const bad = lines.flatMap((_line, index) => (index % 400 === 399 ? [index + 1] : []))
  writeFileSync(imports.file, lines.flatMap((line, index) => (bad.includes(index + 1) ? ['bad'] : [line])).join('\n'))

  const beforeFirst = await imports.db.transaction()
  await beforeFirst.raw('lock table work_ledger_imports in share mode')
  const killed = start([imports.file])
  const waits = async (count: number) => expect(await countLockWaits(imports.db)).toBe(count)
  await until(() => waits(1))
  // Behind the first batch, and before the second.
  const beforeSecond = await imports.db.transaction()
  const locked = Promise.resolve(beforeSecond.raw('lock table work_ledger_imports in share mode'))
  await until(() => waits(2))
  await beforeFirst.rollback()
  await locked
  await until(() => waits(1))
  killed.process.kill('SIGKILL')
  expect(await killed.ended).toMatchObject({ code: null })
  await beforeSecond.rollback()
  const begun = ['ledger:import started', 'work_ledger work-ledger', null]
  expect(await recordedRuns(imports.db, imports.instance)).toEqual([begun])
  const { code, stdout, stderr } = await start([imports.file]).ended
  expect({ code, counts: readCounts(stdout) }).toEqual({
    code: 2,
    counts: {
      read: count,
      inserted: count - bad.length,
      updated: 0,
      unchanged: 0,
      aside: bad.length,
    },
  })
  expect(stderr).toContain('Going on behind line 8,000.\n')
  // Only what the second run did.
  const rejected = bad.filter((line) => line > batch).length
  const counts = { added: count - batch - rejected, updated: 0, unchanged: 0, rejected }
  const finished = ['ledger:import finished', 'work_ledger work-ledger', counts]
  expect(await recordedRuns(imports.db, imports.instance)).toEqual([begun, begun, finished])
  const ids = (await imports.readEntries()).map(({ id }) => id)
  expect(ids).toHaveLength(count - bad.length)
  expect(imports.readRejected().map(({ line }) => line)).toEqual(bad)
})

test('an import finishes the batch in hand at SIGTERM, and says how to go on', async () => {
  const child = start(['-'])
  child.process.stdin.write(`${lineOf()}\n`.repeat(batch))
  await until(async () => expect(await imports.readEntries()).toHaveLength(1))
  child.process.kill('SIGTERM')
  const { code, stderr } = await child.ended
  expect(code).toBe(143)
  expect(stderr).toMatch(/\nStopped behind line 8,000; all until there is in the ledger\. Run this again to go on\.\n/)
})

test('an import shares its file of rejected lines with no other import', async () => {
  await insertInstance(imports.db, { id: 'other', name: 'Other' })
  const rejected = imports.path('aside.ndjson')
  const first = start(['--rejected', rejected, '-'])
  first.process.stdin.write(`no JSON\n`.repeat(batch))
  await until(() => expect(existsSync(rejected)).toBe(true))
  writeFileSync(imports.file, lineOf())
  const second = await start(['--instance', 'other', '--rejected', rejected, imports.file]).ended
  expect(second.code).toBe(1)
  expect(second.stderr).toContain(`Another import writes to ${rejected}: name another file with --rejected.\n`)
  first.process.stdin.end()
  expect((await first.ended).code).toBe(2)
  expect(readFileSync(rejected, 'utf8').split('\n')).toHaveLength(batch + 1)
})

test('an import holds no more than two batches in memory', async () => {
  const line = `${'x'.repeat(120_000)}\n`
  for (let at = 0; at < 80; at++) appendFileSync(imports.file, line.repeat(60))
  const command = ['server/commands/ledger.ts', 'import', '--instance', imports.instance, imports.file]
  const { code, stdout, stderr } = await run(process.execPath, ['--expose-gc', '--import', reportMemory, ...command], {
    DATABASE_URL: imports.url,
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

/** In a process of its own. */
function start(args: string[]) {
  const child = spawn(
    process.execPath,
    ['server/commands/ledger.ts', 'import', '--instance', imports.instance, ...args],
    {
      env: environment({ DATABASE_URL: imports.url }),
      stdio: 'pipe',
    },
  )
  const ended = Promise.all([toText(child.stdout), toText(child.stderr), once(child, 'close')]).then(
    ([stdout, stderr]) => {
      return { code: child.exitCode, stdout, stderr }
    },
  )
  return { process: child, ended }
}
