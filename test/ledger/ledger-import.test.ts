import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { openImportLocks } from '../../server/db/work-ledger-imports.ts'
import { recordedRuns } from '../helpers/changes.ts'
import { ledgerEntry as entry } from '../helpers/data/work-ledger-entries.ts'
import { batch, lineOf, readCounts, useImports } from '../helpers/ledger-import.ts'
import { countLockWaits, endLockWaits } from '../helpers/lock-waits.ts'
import { runCommandHere } from '../helpers/programs/command.ts'
import { until } from '../helpers/until.ts'

const imports = useImports()

describe('npm run ledger -- import', () => {
  test('inserts entries as they are, and sets lines that are none aside', async () => {
    const lines = ['\ufeff' + JSON.stringify(entry), '', 'no JSON', lineOf({ id: 'entry-2' })]
    writeFileSync(imports.file, lines.join('\r\n'))
    const { code, stdout, stderr } = await command(imports.file)
    expect(code).toBe(2)
    expect(stderr).toContain('Indexing and vacuuming the ledger')
    expect(stdout).toMatch(new RegExp(`^Imported ${imports.file} into ${imports.instance} in \\d+ s, \\d+/s\\.$`, 'm'))
    expect(readCounts(stdout)).toEqual({ read: 3, inserted: 2, updated: 0, unchanged: 0, aside: 1 })
    expect(stdout).toContain(`(${imports.file}.rejected.ndjson)`)
    expect(await imports.readEntries()).toEqual([entry, { ...entry, id: 'entry-2' }])
    expect(imports.readRejected()).toEqual([{ line: 3, reason: 'The line is not JSON at column 1.', text: 'no JSON' }])
  })

  test('takes what models computed, and sets lines of reported and reviewed entries aside', async () => {
    const computed = {
      modelId: 'refunds',
      modelVersion: 3,
      startedAt: '2026-11-20T08:14:00.000Z',
      outcomes: [{ name: 'saved', value: 1.5, type: 'number', unit: 'USD', fault: null }],
      missedPolicies: ['checked'],
    }
    writeFileSync(imports.file, ['reported', 'reviewed', 'plain'].map((id) => lineOf({ id, ...computed })).join('\n'))
    expect(await command(imports.file)).toMatchObject({ code: 0 })
    const before = await imports.readEntries()
    expect(before).toEqual(['plain', 'reported', 'reviewed'].map((id) => ({ ...entry, id, ...computed })))
    await imports.db('work_ledger_entries').where({ id: 'reported' }).update({ reported_by: 'worker' })
    await imports.db('work_ledger_entries').where({ id: 'reviewed' }).update({ review: '{}' })
    const later = { updatedAt: '2026-11-21T08:00:00.000Z', title: 'Later' }
    writeFileSync(imports.file, ['reported', 'reviewed', 'plain'].map((id) => lineOf({ id, ...later })).join('\n'))
    const { code, stdout } = await command('--from-start', imports.file)
    expect([code, readCounts(stdout)]).toMatchObject([2, { updated: 1, aside: 2 }])
    const titles = (await imports.readEntries()).map(({ title }) => title)
    expect(titles).toEqual(['Later', entry.title, entry.title])
    expect(imports.readRejected().map(({ line, reason }) => [line, reason])).toEqual(
      [1, 2].map((line) => [
        line,
        'The entry was reported by a client or reviewed here, and is not changed by an import.',
      ]),
    )
  })

  test('takes times with any offset and precision, and keeps milliseconds in UTC', async () => {
    const times = { createdAt: '2026-11-20T09:14:03+01:00', updatedAt: '2026-11-20T08:16:41.007999Z' }
    writeFileSync(imports.file, lineOf(times))
    expect(await command(imports.file)).toMatchObject({ code: 0 })
    const kept = { createdAt: '2026-11-20T08:14:03.000Z', updatedAt: '2026-11-20T08:16:41.007Z' }
    expect(await imports.readEntries()).toEqual([{ ...entry, ...kept }])
    const again = await command('--from-start', imports.file)
    expect(readCounts(again.stdout)).toMatchObject({ read: 1, unchanged: 1, aside: 0 })
  })

  test('of nothing that is an entry leaves the search index as it was', async () => {
    writeFileSync(imports.file, 'no JSON\n')
    expect((await command(imports.file)).code).toBe(2)
    expect(await hasSearchIndex()).toBe(true)
  })

  test('of the same file is a word, and from its start changes nothing; each run leaves records, and none of the file', async () => {
    writeFileSync(imports.file, `${lineOf()}\nno JSON\n`)
    await command(imports.file)
    const [before, rejected] = [await imports.readEntries(), imports.readRejected()]
    // As after a run that was killed before it built the index.
    await imports.db.raw('drop index work_ledger_entries_by_filter')
    const again = await command(imports.file)
    expect(again.stdout).toContain(
      ` was imported into ${imports.instance} in full before; --from-start checks it again.\n`,
    )
    expect(await hasSearchIndex()).toBe(true)
    expect(readCounts(again.stdout)).toEqual({ read: 2, inserted: 1, updated: 0, unchanged: 0, aside: 1 })
    const checked = await command('--from-start', imports.file)
    expect(readCounts(checked.stdout)).toEqual({ read: 2, inserted: 0, updated: 0, unchanged: 1, aside: 1 })
    expect([again.code, checked.code]).toEqual([2, 2])
    expect([await imports.readEntries(), imports.readRejected()]).toEqual([before, rejected])
    expect(await recordedRuns(imports.db, imports.instance)).toEqual([
      started,
      finished({ added: 1, updated: 0, unchanged: 0, rejected: 1 }),
      started,
      finished({ added: 0, updated: 0, unchanged: 1, rejected: 1 }),
    ])
    expect(JSON.stringify(await imports.db('changes'))).not.toContain('ndjson')
  })

  test('of a file that has changed updates what was updated later, and forgets older rejected lines', async () => {
    writeFileSync(imports.file, ['no JSON', lineOf(), lineOf({ id: 'entry-2' })].join('\n'))
    await command(imports.file)
    const changes = { title: 'Changed', updatedAt: '2026-11-20T09:00:00.000Z' }
    const older = { id: 'entry-2', title: 'Older', updatedAt: '2026-11-19T00:00:00.000Z' }
    writeFileSync(imports.file, [lineOf(changes), lineOf(older), lineOf({ id: 'entry-3' })].join('\n'))
    const { code, stdout } = await command(imports.file)
    expect(readCounts(stdout)).toEqual({ read: 3, inserted: 1, updated: 1, unchanged: 1, aside: 0 })
    expect(code).toBe(0)
    expect((await imports.readEntries()).map(({ title }) => title)).toEqual(['Changed', entry.title, entry.title])
    expect(existsSync(`${imports.file}.rejected.ndjson`)).toBe(false)
  })

  test('reads standard input, and names the file of rejected lines as told', async () => {
    const [rejected, long] = [imports.path('aside.ndjson'), 'x'.repeat(4095)]
    const { code, stdout } = await commandWith(`${lineOf()}\n{}\n${long}😀\n`, '--rejected', rejected, '-')
    expect({ code, counts: readCounts(stdout) }).toEqual({
      code: 2,
      counts: { read: 3, inserted: 1, updated: 0, unchanged: 0, aside: 2 },
    })
    expect(readFileSync(rejected, 'utf8')).toContain(`{"line":2,"reason":"Id must be given.`)
    expect(readFileSync(rejected, 'utf8')).toContain(`"text":"${long}"`)
  })

  test('finishes the batch in hand at SIGTERM; the next run goes on there, also after a failure', async () => {
    const [one, two] = ['entry-1', 'entry-2'].map((id) => ['bad', lineOf({ id })])
    writeFileSync(imports.file, [...(one ?? []), ...Array<string>(batch - 2).fill(''), ...(two ?? [])].join('\n'))
    const stopped = await whileBatchWaits(async () => sendSigterm())
    expect(stopped.code).toBe(143)
    expect(stopped.stderr).toMatch(
      /\nStopped behind line 8,000; all until there is in the ledger\. Run this again to go on\.\n/,
    )
    expect((await imports.readEntries()).map(({ id }) => id)).toEqual(['entry-1'])

    const failed = await whileBatchWaits(() => endLockWaits(imports.db))
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain('\nWhat was imported stays. Run this again to go on.')
    // The batch that failed had set one aside, which the next run takes back.
    expect(imports.readRejected().map(({ line }) => line)).toEqual([1, batch + 1])

    const { code, stdout, stderr } = await command(imports.file)
    expect(stderr).toContain('Going on behind line 8,000.\n')
    expect({ code, counts: readCounts(stdout) }).toEqual({
      code: 2,
      counts: { read: 4, inserted: 2, updated: 0, unchanged: 0, aside: 2 },
    })
    expect((await imports.readEntries()).map(({ id }) => id)).toEqual(['entry-1', 'entry-2'])
    expect(imports.readRejected().map(({ line }) => line)).toEqual([1, batch + 1])
    // Each counts what it did itself.
    const counts = finished({ added: 1, updated: 0, unchanged: 0, rejected: 1 })
    expect(await recordedRuns(imports.db, imports.instance)).toEqual([started, counts, started, started, counts])
  })

  test('shares its file of rejected lines with no other import', async () => {
    const rejected = imports.path('aside.ndjson')
    await using others = await openImportLocks(imports.db)
    expect(await others.lock(`${hostname()} ${rejected}`)).toBe(true)
    writeFileSync(imports.file, lineOf())
    // The seconds in which a killed import would end pass with each look at the clock.
    let ms = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 5001))
    const { code, stderr } = await command('--rejected', rejected, imports.file)
    clock.mockRestore()
    expect(code).toBe(1)
    expect(stderr).toContain(`Another import writes to ${rejected}: name another file with --rejected.\n`)
    expect(await imports.readEntries()).toEqual([])
  })

  test('says what is wrong', async () => {
    writeFileSync(imports.file, lineOf())
    const precious = imports.path('precious.txt')
    writeFileSync(precious, 'not to be lost')
    const answers = [
      await command(),
      await command(`${imports.file}.missing`),
      await command(dirname(imports.file)),
      await command('--instance', 'nobody', imports.file),
      await command('--rejected', precious, imports.file),
    ]
    expect(answers.map(({ stderr }) => stderr.split('\n')[0])).toEqual([
      'Name the file, or - for standard input.',
      `Cannot read ${imports.file}.missing: no such file or directory.`,
      `Cannot read ${dirname(imports.file)}: illegal operation on a directory.`,
      'There is no instance nobody. Create it: npm run instances -- create <id>',
      `${precious} is there and holds something else: name another file with --rejected.`,
    ])
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 1))
    expect(readFileSync(precious, 'utf8')).toBe('not to be lost')
  })
})

const started = ['ledger:import started', 'work_ledger work-ledger', null]
const finished = (counts: object) => ['ledger:import finished', 'work_ledger work-ledger', counts]

async function hasSearchIndex(): Promise<boolean> {
  const found = await imports.db('pg_indexes').where({ indexname: 'work_ledger_entries_by_filter' }).pluck('indexname')
  return found.length === 1
}

/** Into the instance of the test, unless another `--instance` follows. */
function command(...args: string[]) {
  return commandWith('', ...args)
}

function commandWith(input: string, ...args: string[]) {
  const into = ['--instance', imports.instance]
  return runCommandHere('ledger import', [...into, ...args], { DATABASE_URL: imports.url }, input)
}

/** Imports the file, and does something while the first batch waits to be stored. */
async function whileBatchWaits(act: () => Promise<void>) {
  const holder = await imports.db.transaction()
  await holder.raw('lock table work_ledger_imports in share mode')
  const running = command(imports.file)
  await until(async () => expect(await countLockWaits(imports.db)).toBe(1))
  await act()
  await holder.rollback()
  return running
}

/** To the command alone, which listens last. A real signal would also reach Vitest. */
function sendSigterm(): void {
  process.listeners('SIGTERM').at(-1)?.('SIGTERM')
}
