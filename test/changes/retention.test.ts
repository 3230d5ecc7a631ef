import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findHead } from '../../server/db/changes.ts'
import { applyRetention } from '../../server/retention.ts'
import { now } from '../helpers/clock.ts'
import { human } from '../helpers/data/agents.ts'
import { insertLedgerRows, ledgerRow } from '../helpers/data/work-ledger-entries.ts'
import { runCommandHere } from '../helpers/programs/command.ts'
import { trigger } from '../helpers/schedules.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const dayMs = 86_400_000
const today = Math.floor(now() / dayMs) * dayMs

let service: TestService
beforeAll(async () => {
  service = await startTestService({}, { jobTimings: { schedulePollSeconds: 0.5 } })
})
afterAll(() => service.close())

beforeEach(async () => {
  await service.db('changes').delete()
  await service.db('change_heads').delete()
})

/** Records of these ages in days, numbered from 1. */
async function insertChanges(ages: readonly number[], instanceId = 'acme'): Promise<void> {
  await service.db('change_heads').insert({ instance_id: instanceId, sequence: ages.length })
  const common = { instance_id: instanceId, kind: 'updated', resource_type: 'agent', resource_id: 'a' }
  const rows = ages.map((age, at) => ({
    ...common,
    sequence: at + 1,
    at: new Date(today - age * dayMs),
    operation: 'updateAgent',
    actor_type: 'service',
  }))
  await service.db.batchInsert('changes', rows, 1000)
}

const retain = (line: string) =>
  runCommandHere('instances', ['retain', ...line.split(' ')], { DATABASE_URL: service.databaseUrl })

const apply = () => applyRetention(service.db, { info: () => {} }, new AbortController().signal)

function numbers(instanceId = 'acme'): Promise<number[]> {
  return service.db('changes').where({ instance_id: instanceId }).orderBy('sequence').pluck('sequence')
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

test('what is older than 400 days goes at night, in more batches than one; the numbers go on', async () => {
  await insertChanges([...Array<number>(2100).fill(401), 400, 1, 0])
  await insertChanges([401, 400], 'other')
  await trigger(service.db, 'apply-retention')
  await until(async () => expect(await numbers()).toEqual([2101, 2102, 2103]))
  expect(await findHead(service.db, 'acme')).toEqual({ sequence: 2103, expired: 2100 })
  await until(async () => expect(await numbers('other')).toEqual([2]))
  await service.acme().agents.create(human)
  expect(await numbers()).toEqual(range(2101, 2104))

  const changes = service.acme().changes
  expect((await changes.list()).items.map(({ sequence }) => sequence)).toEqual([2104, 2103, 2102, 2101])
  await expect(changes.get(2100)).rejects.toMatchObject({ status: 404, code: 'change_not_found' })
  expect(await service.request('/instances/acme/changes/stream?after=2099')).toMatchObject({
    status: 410,
    json: { code: 'changes_expired' },
  })
})

test('an instance whose records cannot be deleted keeps no other from being looked at', async () => {
  await insertChanges([401])
  await insertChanges([401], 'other')
  await service.db.raw(`alter table change_heads add constraint held check (instance_id <> 'acme' or expired = 0)`)
  await expect(apply()).rejects.toThrow('retention')
  await service.db.raw('alter table change_heads drop constraint held')
  expect([await numbers(), await numbers('other')]).toEqual([[1], []])
})

test('only the oldest go, so that none is missing between others', async () => {
  // The times are those of the beginnings: a slow transaction has a high number and an early time.
  await insertChanges([401, 399, 401, 399, 399])
  await apply()
  expect(await numbers()).toEqual([4, 5])
  await apply()
  expect(await numbers()).toEqual([4, 5])
  expect(await findHead(service.db, 'acme')).toEqual({ sequence: 5, expired: 3 })
})

test('a head stays when all records are gone', async () => {
  await insertChanges([500, 500])
  await apply()
  expect(await numbers()).toEqual([])
  expect(await findHead(service.db, 'acme')).toEqual({ sequence: 2, expired: 2 })
})

test('a stop ends the work after a batch', async () => {
  await insertChanges(Array<number>(2500).fill(401))
  await applyRetention(service.db, { info: () => {} }, AbortSignal.abort())
  expect(await numbers()).toEqual(range(1001, 2500))
})

describe('npm run instances -- retain --changes', () => {
  test('sets it per instance, for some days or for ever', async () => {
    expect(await retain('acme --changes 30')).toEqual({
      code: 0,
      stdout: 'The records of changes of acme are kept for 30 days.\n',
      stderr: '',
    })
    expect((await retain('other 7 --changes forever')).stdout).toBe(
      'The work ledger of other keeps entries for 7 days.\nThe records of changes of other are kept forever.\n',
    )
    await service.db('changes').delete()
    await service.db('change_heads').delete()
    await insertChanges([31, 30])
    await insertChanges([1000], 'other')
    const old = { created_at: new Date(today - 8 * dayMs).toISOString() }
    await insertLedgerRows(service, [ledgerRow({ instance_id: 'other', id: 'old', ...old })])
    await apply()
    expect(await numbers()).toEqual([2])
    // The pruning of the ledger is a change; that of the records is none.
    const left: unknown[] = await service.db('changes').where({ instance_id: 'other' }).orderBy('sequence')
    const [kept, pruned, ...more] = left
    expect(kept).toMatchObject({ sequence: 1, operation: 'updateAgent' })
    expect(pruned).toMatchObject({
      kind: 'finished',
      resource_type: 'work_ledger',
      resource_id: 'work-ledger',
      operation: 'ledger:retention',
      actor_type: 'service',
      after: { deleted: 1 },
    })
    expect(more).toEqual([])
    await apply()
    expect(await numbers('other')).toEqual([1, 2])
    await retain('acme --changes 400')
  })

  test('says what is wrong', async () => {
    const days = 'Say for how many days, from 1 to 99999, or: npm run instances -- retain acme forever'
    for (const [line, message] of [
      ['acme', days],
      ['acme --changes 0', days],
      ['acme 10 --changes 1.5', days],
      ['acme soon --changes 10', days],
      ['nowhere --changes 10', 'There is no instance nowhere.'],
      ['acme 10 --name x', '--name belongs to create.'],
    ] as const)
      expect([line, (await retain(line)).stderr.includes(message)]).toEqual([line, true])
    const list = await runCommandHere('instances', ['list', '--changes', '3'], { DATABASE_URL: service.databaseUrl })
    expect(list).toMatchObject({ code: 1, stderr: '--changes belongs to retain.\n' })
  })
})
