import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { insertInstance, updateInstance } from '../../server/db/instances.ts'
import { summariseWorkLedgerEntries } from '../../server/db/work-ledger-summary.ts'
import { applyRetention } from '../../server/retention.ts'
import { recordedRuns } from '../helpers/changes.ts'
import { openTestDatabase, type OpenTestDatabase } from '../helpers/programs/postgres.ts'
import { runCommandHere } from '../helpers/programs/command.ts'
import { run } from '../helpers/programs/server-process.ts'
import { insertLedgerRows, ledgerRow } from '../helpers/data/work-ledger-entries.ts'

let database: OpenTestDatabase
let db: Knex
beforeEach(async () => {
  database = await openTestDatabase(inject('databaseUrl'))
  db = database.db
  for (const id of ['acme', 'other']) await insertInstance(db, { id, name: id })
})
afterEach(() => database.close())

describe('npm run ledger -- prune', () => {
  test('deletes what was created before a day, in more batches than one, and keeps the sums exact', async () => {
    const old = Array.from({ length: 4100 }, (_, at) => entryOf(`old-${at}`, `2025-12-31T23:59:59.999Z`))
    await insertLedgerRows({ db }, [...old, entryOf('new', '2026-01-01T00:00:00.000Z')])
    await insertLedgerRows({ db }, [{ ...entryOf('theirs', '2020-01-01T00:00:00.000Z'), instance_id: 'other' }])
    const pruned = await command('ledger prune', '--instance', 'acme', '--before', '2026-01-01')
    expect(pruned).toMatchObject({
      code: 0,
      stdout: 'Deleted 4,100 entries of acme from before 2026-01-01.\n',
    })
    expect(await idsOf('acme')).toEqual(['new'])
    expect(await idsOf('other')).toEqual(['theirs'])
    expect(await countOf('acme')).toBe(1)
    expect(await db('work_ledger_days').where({ instance_id: 'acme' }).pluck('entries')).toEqual([1, 1])
    const again = await command('ledger prune', '--instance', 'acme', '--before', '2026-01-01')
    expect(again.stdout).toBe('Deleted 0 entries of acme from before 2026-01-01.\n')
    expect(await recordedRuns(db, 'acme')).toEqual([
      ['ledger:prune started', 'work_ledger work-ledger', null],
      ['ledger:prune finished', 'work_ledger work-ledger', { deleted: 4100 }],
    ])
  })

  test('says what is wrong, and deletes nothing', async () => {
    await insertLedgerRows({ db }, [entryOf('old', '2020-01-01T00:00:00.000Z')])
    const answers = [
      await command('ledger prune', '--before', '2026-01-01'),
      await command('ledger prune', '--instance', 'acme'),
      await command('ledger prune', '--instance', 'acme', '--before', '2026-02-30'),
      await command('ledger prune', '--instance', 'nobody', '--before', '2026-01-01'),
    ]
    expect(answers.map(({ code, stderr }) => [code, stderr.split('\n')[0]])).toEqual([
      [1, 'Name the instance: --instance <id>.'],
      [1, 'Name the day: --before <YYYY-MM-DD>.'],
      [1, 'Name the day: --before <YYYY-MM-DD>.'],
      [1, 'There is no instance nobody. Create it: npm run instances -- create <id>'],
    ])
    expect(await idsOf('acme')).toEqual(['old'])
  })
})

test('npm run ledger -- recount puts the sums right after entries were deleted by hand', async () => {
  await insertLedgerRows(
    { db },
    ['a', 'b', 'c'].map((id) => entryOf(id, '2026-01-01T00:00:00.000Z')),
  )
  await db('work_ledger_entries').where({ id: 'b' }).delete()
  expect(await countOf('acme')).toBe(3)
  // In a process of its own: PostgreSQL does not know in advance that a sum over all days is of one instance.
  const program = ['server/commands/ledger.ts', 'recount', '--instance', 'acme']
  expect(await run(process.execPath, program, { DATABASE_URL: database.url })).toMatchObject({
    code: 0,
    stdout: 'Counted the entries of acme again.\n',
  })
  expect(await countOf('acme')).toBe(2)
})

describe('retention', () => {
  test('is set per instance, for some days or for ever', async () => {
    const answers = [
      await command('instances', 'retain', 'acme', '365'),
      await command('instances', 'retain', 'other', 'forever'),
      await command('instances', 'retain', 'nobody', '1'),
      await command('instances', 'retain', 'acme', '0'),
      await command('instances', 'list'),
    ]
    expect(answers.map(({ stdout, stderr }) => stdout.replaceAll(/\d{4}-.*Z/g, 'then') || stderr)).toEqual([
      'The work ledger of acme keeps entries for 365 days.\n',
      'The work ledger of other keeps entries forever.\n',
      'There is no instance nobody. Create it: npm run instances -- create <id>\n',
      'Say for how many days, from 1 to 99999, or: npm run instances -- retain acme forever\n',
      'id\tname\tcreated or deleted\tledger kept, days\tstatus\tchanges kept, days\n' +
        'acme\tacme\tthen\t365\tactive\t400\nother\tother\tthen\tforever\tactive\t400\n',
    ])
  })

  test('is applied at night: whole days go that are older, and no other instance’s', async () => {
    const dayMs = 86_400_000
    const today = new Date('2026-11-21').getTime()
    vi.useFakeTimers({ toFake: ['Date'], now: today + dayMs - 1 })
    const rows = [
      entryOf('old', new Date(today - 3 * dayMs - 1).toISOString()),
      entryOf('kept', new Date(today - 3 * dayMs).toISOString()),
    ]
    await insertLedgerRows({ db }, [...rows, ...rows.map((row) => ({ ...row, instance_id: 'other' }))])
    await updateInstance(db, 'acme', 'test', { ledger_retention_days: 3 })
    await applyRetention(db, { info: () => {} }, new AbortController().signal)
    vi.useRealTimers()
    expect(await idsOf('acme')).toEqual(['kept'])
    expect(await countOf('acme')).toBe(1)
    expect(await idsOf('other')).toEqual(['kept', 'old'])
  })
})

function entryOf(id: string, createdAt: string) {
  return ledgerRow({ id, created_at: new Date(createdAt).toISOString() })
}

function idsOf(instanceId: string): Promise<string[]> {
  return db('work_ledger_entries').where({ instance_id: instanceId }).orderBy('id').pluck('id')
}

const byStatus = { groupBy: 'status', outcome: undefined, days: null } as const

async function countOf(instanceId: string): Promise<number | undefined> {
  return (await summariseWorkLedgerEntries(db, instanceId, {}, byStatus))?.total.count
}

function command(name: string, ...args: string[]) {
  return runCommandHere(name, args, { DATABASE_URL: database.url })
}
