import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertInstance } from '../../server/db/instances.ts'
import { stopDeadlines } from '../helpers/deadlines.ts'
import { countLockWaits } from '../helpers/lock-waits.ts'
import { citusUrl } from '../helpers/programs/citus.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const stopped = Array.from({ length: 10 }, (_, at) => `stopped-${at}`)
const well = Array.from({ length: 4 }, (_, at) => `well-${at}`)
const silenceMs = 30_000
const poolSize = 10

// On Citus a part of the database is a worker: `npm run walk -- workers` stops one.
describe.skipIf(citusUrl !== undefined)('instances whose rows cannot be read', () => {
  const clock = stopDeadlines()
  let service: TestService
  let token: string
  beforeAll(async () => {
    service = await startTestService({ databaseStatementTimeoutMs: 2 * silenceMs, databasePoolSize: poolSize })
    const instances = [...stopped, ...well]
    for (const id of instances) await insertInstance(service.db, { id, name: id })
    token = await service.token('Administrator', { instances })
    await stopAgentsOf(service, 'stopped-%')
  })
  afterAll(() => service.close())

  const ask = async (instanceId: string, path = 'agents') => {
    const headers = { Authorization: `Bearer ${token}` }
    const { status } = await service.request(`/instances/${instanceId}/${path}`, { headers })
    return status
  }
  const askAll = (instances: readonly string[]) => Promise.all(instances.map((id) => ask(id)))

  test('one whose other requests are answered meanwhile has not stopped', async () => {
    const goOn = await holdReads(service)
    const slow = ask('stopped-0')
    await until(async () => expect(await countLockWaits(service.db)).toBe(1))
    expect(await ask('stopped-0', 'users')).toBe(200)
    await goOn()
    expect(await slow).toBe(503)
    const many = Array.from({ length: 20 }, () => ask('stopped-0', 'users'))
    expect(new Set(await Promise.all(many))).toEqual(new Set([200]))
  })

  test('all that have stopped are refused at once but for few tries, and others hear nothing of them', async () => {
    clock.pass(silenceMs + 1000)
    // Each has to be seen once.
    expect(new Set(await askAll(stopped))).toEqual(new Set([503]))
    const goOn = await holdReads(service)
    const statuses: number[] = []
    const asked = [...stopped, ...stopped].map(async (id) => statuses.push(await ask(id)))
    await until(async () => expect(statuses.length + (await countLockWaits(service.db))).toBe(asked.length))
    expect(asked.length - statuses.length).toBeLessThan(poolSize)
    expect(new Set(await askAll(well))).toEqual(new Set([200]))
    await goOn()
    await Promise.all(asked)
    expect(new Set(statuses)).toEqual(new Set([503]))
  })

  test('one goes on with the first request that is answered', async () => {
    await service.db.raw('drop view agents')
    await service.db.raw('alter table all_agents rename to agents')
    // A request that is still at it may be the one that tries.
    await until(async () => expect(await ask('stopped-1')).toBe(200))
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => ask('stopped-1'))))).toEqual(new Set([200]))
  })
})

const gate = 4711

/** Reads of agents of these instances end as those that take longer than a statement may, and wait for the gate before. */
async function stopAgentsOf({ db }: TestService, pattern: string): Promise<void> {
  await db.raw(`create function time_out() returns boolean language plpgsql as $$ begin
    perform pg_advisory_xact_lock_shared(${gate});
    raise exception 'canceling statement due to statement timeout' using errcode = '57014';
  end $$`)
  await db.raw('alter table agents rename to all_agents')
  await db.raw(`insert into all_agents (instance_id, id, name, type, active, capabilities, metadata)
    select id, 'one', 'One', 'HUMAN', true, '{}', '{}' from instances`)
  await db.raw(`create view agents as select * from all_agents
    where case when instance_id like '${pattern}' then time_out() else true end`)
}

/** Until the returned function is called, the reads wait. */
async function holdReads({ db }: TestService): Promise<() => Promise<unknown>> {
  const transaction = await db.transaction()
  await transaction.raw(`select pg_advisory_xact_lock(${gate})`)
  return () => transaction.rollback()
}
