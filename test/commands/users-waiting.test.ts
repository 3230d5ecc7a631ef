import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommandHere } from '../helpers/programs/command.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

/** Changes of accounts that wait for the identity provider: what operators see of them. */
let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const list = () => runCommandHere('users waiting', [], { DATABASE_URL: service.databaseUrl })

async function oldest(): Promise<number> {
  const text = await (await fetch(`${service.managementUrl}/metrics`)).text()
  return Number(/^account_changes_oldest_seconds (\S+)$/m.exec(text)?.[1])
}

test('nothing waits', async () => {
  expect(await list()).toMatchObject({ code: 0, stdout: 'No change waits for the identity provider.\n' })
  expect(await oldest()).toBe(0)
})

test('what waits is listed with its instance, its age and its next attempt, the oldest of each instance first, on one line', async () => {
  const row = (instance_id: string, user_id: string, since: string) => ({
    instance_id,
    user_id,
    username: `\u001Bname\u202E${user_id}`,
    state: 'pending',
    sets_enabled: true,
    attempts: 4,
    acquired_at: since,
    since,
    due_at: '2026-01-03T00:00:00Z',
  })
  const rows = [
    row('other', 'c', '2026-01-01T00:00:00Z'),
    row('acme', 'b', '2026-01-02T00:00:00Z'),
    row('acme', 'a', '2026-01-01T00:00:00Z'),
  ]
  await service.db('account_syncs').insert(rows)
  const line = (instanceId: string, id: string, day: string) =>
    `${instanceId}\t${id}\t name ${id}\tsince ${day}T00:00:00.000Z\t4 attempts\tnext 2026-01-03T00:00:00.000Z`
  const { stdout } = await list()
  expect(stdout.trim().split('\n')).toEqual([
    line('acme', 'a', '2026-01-01'),
    line('acme', 'b', '2026-01-02'),
    line('other', 'c', '2026-01-01'),
  ])
  // As PostgreSQL says it before and after.
  const age = async () => {
    const [row] = await service.db.select<{ age: number }[]>(
      service.db.raw(`extract(epoch from now() - '2026-01-01T00:00:00Z')::float8 as age`),
    )
    return row?.age ?? NaN
  }
  const youngest = await age()
  const told = await oldest()
  expect(told).toBeGreaterThanOrEqual(youngest)
  expect(told).toBeLessThanOrEqual(await age())
})
