import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { insertInstance } from '../../server/db/instances.ts'
import { toWorkLedgerEntry, type WorkLedgerEntryRow } from '../../server/db/work-ledger-entries.ts'
import { asObject } from '../../contract/json.ts'
import { generateEntries } from '../../server/development/generate-entries.ts'
import { recordedRuns } from '../helpers/changes.ts'
import { openTestDatabase, type OpenTestDatabase } from '../helpers/programs/postgres.ts'
import { runCommandHere } from '../helpers/programs/command.ts'
import { environment } from '../helpers/programs/server-process.ts'
import { ledgerEntry as entry } from '../helpers/data/work-ledger-entries.ts'

let database: OpenTestDatabase
let db: Knex
let folder: string
let file: string
beforeEach(async () => {
  database = await openTestDatabase(inject('databaseUrl'))
  db = database.db
  await insertInstance(db, { id: 'acme', name: 'Acme' })
  folder = mkdtempSync(join(tmpdir(), 'ledger-import-'))
  file = join(folder, 'entries.ndjson')
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

async function hasSearchIndex(): Promise<boolean> {
  const found = await db('pg_indexes').where({ indexname: 'work_ledger_entries_by_filter' }).pluck('indexname')
  return found.length === 1
}

/** Lines that are stored together. */
const batch = 8000

describe('npm run ledger:import', () => {
  test('inserts entries as they are, and sets lines that are none aside', async () => {
    const lines = ['\ufeff' + JSON.stringify(entry), '', 'no JSON', lineOf({ id: 'entry-2' })]
    writeFileSync(file, lines.join('\r\n'))
    const { code, stdout, stderr } = await command(file)
    expect(code).toBe(2)
    expect(stderr).toContain('Indexing and vacuuming the ledger')
    expect(stdout).toMatch(new RegExp(`^Imported ${file} into acme in \\d+ s, \\d+/s\\.$`, 'm'))
    expect(readCounts(stdout)).toEqual({ read: 3, inserted: 2, updated: 0, unchanged: 0, aside: 1 })
    expect(stdout).toContain(`(${file}.rejected.ndjson)`)
    expect(await readEntries()).toEqual([entry, { ...entry, id: 'entry-2' }])
    expect(readRejected()).toEqual([{ line: 3, reason: 'The line is not JSON.', text: 'no JSON' }])
  })

  test('takes what models computed, and sets lines of reported and reviewed entries aside', async () => {
    const computed = {
      modelId: 'refunds',
      modelVersion: 3,
      startedAt: '2026-11-20T08:14:00.000Z',
      outcomes: [{ name: 'saved', value: 1.5, type: 'number', unit: 'USD', fault: null }],
      missedPolicies: ['checked'],
    }
    writeFileSync(file, ['reported', 'reviewed', 'plain'].map((id) => lineOf({ id, ...computed })).join('\n'))
    expect(await command(file)).toMatchObject({ code: 0 })
    const before = await readEntries()
    expect(before).toEqual(['plain', 'reported', 'reviewed'].map((id) => ({ ...entry, id, ...computed })))
    await db('work_ledger_entries').where({ id: 'reported' }).update({ reported_by: 'worker' })
    await db('work_ledger_entries').where({ id: 'reviewed' }).update({ review: '{}' })
    const later = { updatedAt: '2026-11-21T08:00:00.000Z', title: 'Later' }
    writeFileSync(file, ['reported', 'reviewed', 'plain'].map((id) => lineOf({ id, ...later })).join('\n'))
    const { code, stdout } = await command('--from-start', file)
    expect([code, readCounts(stdout)]).toMatchObject([2, { updated: 1, aside: 2 }])
    const titles = (await readEntries()).map(({ title }) => title)
    expect(titles).toEqual(['Later', entry.title, entry.title])
    expect(readRejected().map(({ line, reason }) => [line, reason])).toEqual(
      [1, 2].map((line) => [
        line,
        'The entry was reported by a client or reviewed here, and is not changed by an import.',
      ]),
    )
  })

  test('takes times with any offset and precision, and keeps milliseconds in UTC', async () => {
    const times = { createdAt: '2026-11-20T09:14:03+01:00', updatedAt: '2026-11-20T08:16:41.007999Z' }
    writeFileSync(file, lineOf(times))
    expect(await command(file)).toMatchObject({ code: 0 })
    const kept = { createdAt: '2026-11-20T08:14:03.000Z', updatedAt: '2026-11-20T08:16:41.007Z' }
    expect(await readEntries()).toEqual([{ ...entry, ...kept }])
    const again = await command('--from-start', file)
    expect(readCounts(again.stdout)).toMatchObject({ read: 1, unchanged: 1, aside: 0 })
  })

  test('of nothing that is an entry leaves the search index as it was', async () => {
    writeFileSync(file, 'no JSON\n')
    expect((await command(file)).code).toBe(2)
    expect(await hasSearchIndex()).toBe(true)
  })

  test('of the same file builds the search index that a killed run did not', async () => {
    writeFileSync(file, lineOf({}))
    await command(file)
    await db.raw('drop index work_ledger_entries_by_filter')
    expect((await command(file)).stdout).toContain('in full before')
    expect(await hasSearchIndex()).toBe(true)
  })

  test('of the same file is a word, and from its start changes nothing', async () => {
    writeFileSync(file, `${lineOf({})}\nno JSON\n`)
    await command(file)
    const [before, rejected] = [await readEntries(), readRejected()]
    const again = await command(file)
    expect(again.stdout).toMatch(/ was imported into acme in full before; --from-start checks it again\.\n/)
    expect(readCounts(again.stdout)).toEqual({ read: 2, inserted: 1, updated: 0, unchanged: 0, aside: 1 })
    const checked = await command('--from-start', file)
    expect(readCounts(checked.stdout)).toEqual({ read: 2, inserted: 0, updated: 0, unchanged: 1, aside: 1 })
    expect([again.code, checked.code]).toEqual([2, 2])
    expect([await readEntries(), readRejected()]).toEqual([before, rejected])
  })

  test('of a file that has changed updates what was updated later, and forgets older rejected lines', async () => {
    writeFileSync(file, ['no JSON', lineOf({}), lineOf({ id: 'entry-2' })].join('\n'))
    await command(file)
    const changes = { title: 'Changed', updatedAt: '2026-11-20T09:00:00.000Z' }
    const older = { id: 'entry-2', title: 'Older', updatedAt: '2026-11-19T00:00:00.000Z' }
    writeFileSync(file, [lineOf(changes), lineOf(older), lineOf({ id: 'entry-3' })].join('\n'))
    const { code, stdout } = await command(file)
    expect(readCounts(stdout)).toEqual({ read: 3, inserted: 1, updated: 1, unchanged: 1, aside: 0 })
    expect(code).toBe(0)
    expect((await readEntries()).map(({ title }) => title)).toEqual(['Changed', entry.title, entry.title])
    expect(existsSync(`${file}.rejected.ndjson`)).toBe(false)
  })

  test('leaves a record when it begins and one with its counts when it ends, and none of the file', async () => {
    writeFileSync(file, `${lineOf({})}\nno JSON\n`)
    await command(file)
    await command(file)
    await command('--from-start', file)
    const ledger = 'work_ledger work-ledger'
    expect(await recordedRuns(db, 'acme')).toEqual([
      ['ledger:import started', ledger, null],
      ['ledger:import finished', ledger, { added: 1, updated: 0, unchanged: 0, rejected: 1 }],
      ['ledger:import started', ledger, null],
      ['ledger:import finished', ledger, { added: 0, updated: 0, unchanged: 1, rejected: 1 }],
    ])
    expect(JSON.stringify(await db('changes'))).not.toContain('ndjson')
  })

  test('reads standard input, and names the file of rejected lines as told', async () => {
    const rejected = join(folder, 'aside.ndjson')
    const child = start(['--rejected', rejected, '-'])
    child.process.stdin.end(`${lineOf({})}\n{}\n`)
    const { code, stdout } = await child.ended
    expect({ code, counts: readCounts(stdout) }).toEqual({
      code: 2,
      counts: { read: 2, inserted: 1, updated: 0, unchanged: 0, aside: 1 },
    })
    expect(readFileSync(rejected, 'utf8')).toContain(`{"line":2,"reason":"Id must be given.`)
  })

  test('goes on after a kill with every entry and every rejected line once', async () => {
    const count = 2 * batch + 500
    const lines = [...generateEntries({ seed: 1, count, until: new Date('2026-11-21') })].map((generated) =>
      JSON.stringify(generated),
    )
    const bad = lines.flatMap((_line, index) => (index % 1000 === 999 ? [index + 1] : []))
    writeFileSync(file, lines.flatMap((line, index) => (bad.includes(index + 1) ? ['bad'] : [line])).join('\n'))

    const killed = start([file])
    while (await isUnstored()) await new Promise((resolve) => setTimeout(resolve, 10))
    killed.process.kill('SIGKILL')
    expect(await killed.ended).toMatchObject({ code: null })
    const begun = ['ledger:import started', 'work_ledger work-ledger', null]
    expect(await recordedRuns(db, 'acme')).toEqual([begun])
    const { code, stdout, stderr } = await command(file)
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
    const wentOnBehind = Number(/^Going on behind line ([\d,]+)\.$/m.exec(stderr)?.[1]?.replaceAll(',', ''))
    expect(wentOnBehind).toBeGreaterThan(0)
    expect(wentOnBehind % batch).toBe(0)
    expect(wentOnBehind).toBeLessThan(count)
    // Only what the second run did.
    const added = count - wentOnBehind - bad.filter((line) => line > wentOnBehind).length
    const counts = { added, updated: 0, unchanged: 0, rejected: count - wentOnBehind - added }
    const finished = ['ledger:import finished', 'work_ledger work-ledger', counts]
    expect(await recordedRuns(db, 'acme')).toEqual([begun, begun, finished])
    const ids = (await readEntries()).map(({ id }) => id)
    expect(ids).toHaveLength(count - bad.length)
    expect(readRejected().map(({ line }) => line)).toEqual(bad)
  })

  test('finishes the batch in hand at SIGTERM, and says how to go on', async () => {
    const child = start(['-'])
    child.process.stdin.write(`${lineOf({})}\n`.repeat(batch))
    while ((await db('work_ledger_entries').first('id')) === undefined)
      await new Promise((resolve) => setTimeout(resolve, 10))
    child.process.kill('SIGTERM')
    const { code, stderr } = await child.ended
    expect(code).toBe(143)
    expect(stderr).toMatch(
      /\nStopped behind line 8,000; all until there is in the ledger\. Run this again to go on\.\n/,
    )
  })

  test('shares its file of rejected lines with no other import', async () => {
    await insertInstance(db, { id: 'other', name: 'Other' })
    const rejected = join(folder, 'aside.ndjson')
    const first = start(['--rejected', rejected, '-'])
    first.process.stdin.write(`no JSON\n`.repeat(batch))
    await vi.waitUntil(() => existsSync(rejected), { timeout: 60_000 })
    writeFileSync(file, lineOf({}))
    const second = await command('--instance', 'other', '--rejected', rejected, file)
    expect(second.code).toBe(1)
    expect(second.stderr).toContain(`Another import writes to ${rejected}: name another file with --rejected.\n`)
    first.process.stdin.end()
    expect((await first.ended).code).toBe(2)
    expect(readFileSync(rejected, 'utf8').split('\n')).toHaveLength(batch + 1)
  })

  test('says what is wrong', async () => {
    writeFileSync(file, lineOf({}))
    const precious = join(folder, 'precious.txt')
    writeFileSync(precious, 'not to be lost')
    const answers = [
      await command(),
      await command(`${file}.missing`),
      await command(folder),
      await command('--instance', 'nobody', file),
      await command('--rejected', precious, file),
    ]
    expect(answers.map(({ stderr }) => stderr.split('\n')[0])).toEqual([
      'Name the file, or - for standard input.',
      `Cannot read ${file}.missing: no such file or directory.`,
      `Cannot read ${folder}: illegal operation on a directory.`,
      'There is no instance nobody. Create it: npm run instances -- create <id>',
      `${precious} is there and holds something else: name another file with --rejected.`,
    ])
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 1))
    expect(readFileSync(precious, 'utf8')).toBe('not to be lost')
  })
})

/** Into acme, unless another `--instance` follows. */
function command(...args: string[]) {
  return runCommandHere('ledger-import', ['--instance', 'acme', ...args], { DATABASE_URL: database.url })
}

/** In a process of its own. */
function start(args: string[]) {
  const child = spawn(process.execPath, ['server/commands/ledger-import.ts', '--instance', 'acme', ...args], {
    env: environment({ DATABASE_URL: database.url }),
    stdio: 'pipe',
  })
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(([stdout, stderr]) => {
    return { code: child.exitCode, stdout, stderr }
  })
  return { process: child, ended }
}

async function isUnstored(): Promise<boolean> {
  return (await db('work_ledger_imports').first('line')) === undefined
}

function lineOf(changes: Record<string, unknown>): string {
  return JSON.stringify({ ...entry, ...changes })
}

async function readEntries() {
  const rows = await db<WorkLedgerEntryRow>('work_ledger_entries').where({ instance_id: 'acme' }).orderBy('id')
  return rows.map(toWorkLedgerEntry)
}

function readRejected() {
  const lines = readFileSync(`${file}.rejected.ndjson`, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => asObject(JSON.parse(line)))
}

function readCounts(stdout: string) {
  const counts = [...stdout.matchAll(/: +([\d,]+)/g)].map(([, count = '']) => Number(count.replaceAll(',', '')))
  const [read, inserted, updated, unchanged, aside] = counts
  return { read, inserted, updated, unchanged, aside }
}
