import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertInstance } from '../../server/db/instances.ts'
import { citusUrl } from '../helpers/programs/citus.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

const stopped = Array.from({ length: 50 }, (_, at) => `stopped-${at}`)
const well = Array.from({ length: 10 }, (_, at) => `well-${at}`)

// On Citus a part of the database is a worker: `npm run walk -- workers` stops one.
describe.skipIf(citusUrl !== undefined)('instances whose rows cannot be read', () => {
  let service: TestService
  let token: string
  beforeAll(async () => {
    service = await startTestService({ databaseStatementTimeoutMs: 500, databaseAcquireTimeoutMs: 5000 })
    const instances = [...stopped, ...well]
    for (const id of instances) await insertInstance(service.db, { id, name: id })
    const client = service.client('Administrator', { instances })
    for (const id of instances) await client.instance(id).agents.create({ name: 'One', type: 'HUMAN', active: true })
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

  test('50 that have stopped are refused at once, and others hear nothing of them', async () => {
    // Each has to be seen once.
    expect(new Set(await askAll(stopped))).toEqual(new Set([503]))
    const until = performance.now() + 10_000
    const statuses: number[] = []
    const keepAsking = async (instanceId: string, seen?: number[]) => {
      while (performance.now() < until) {
        const status = await ask(instanceId)
        seen?.push(status)
        if (status === 503) await sleep(50)
      }
    }
    await Promise.all([...stopped.map((id) => keepAsking(id)), ...well.map((id) => keepAsking(id, statuses))])
    // Each that waited for what has stopped would be answered some three times. A busy machine answers some dozens.
    expect(statuses.length).toBeGreaterThan(4 * well.length)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  })
})

/** Reads of agents of these instances take longer than a statement may. */
async function stopAgentsOf({ db }: TestService, pattern: string): Promise<void> {
  await db.raw(`alter table agents rename to all_agents`)
  await db.raw(`create view agents as select * from all_agents
    where case when instance_id like '${pattern}' then pg_sleep(5) is not null else true end`)
}
