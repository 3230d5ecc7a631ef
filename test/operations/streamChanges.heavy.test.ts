import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateInstance } from '../../server/db/instances.ts'
import { followChanges, insertChanges } from '../helpers/change-stream.ts'
import { summariser } from '../helpers/data/agents.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const follow = async (claims?: Record<string, unknown>) => followChanges(service, await service.token('Viewer', claims))

// Three times as long as promised, because other files run beside this one.
const promised = (seconds: number) => 3 * seconds * 1000

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

test('a change is told within two seconds', async () => {
  const stream = await follow()
  await stream.next()
  await service.acme('Editor').agents.create(summariser)
  expect(await timeOf(() => stream.next())).toBeLessThan(promised(2))
  stream.close()
})

test('a thousand changes a second are told as they are made', async () => {
  const stream = await follow()
  await stream.next()
  const from = await insertChanges(service, 3000)
  const read = async () => {
    for (let number = 1; number <= 3000; number += 1) expect((await stream.next())?.id).toBe(from + number)
  }
  expect(await timeOf(read)).toBeLessThan(promised(3))
  stream.close()
})

test('a stream ends when its token expires', async () => {
  const exp = Math.floor(Date.now() / 1000) - 60 + 3
  const stream = await follow({ sub: 'short', client_id: 'short', exp })
  expect(await stream.rest()).toMatchObject([{ event: 'bookmark' }])
  expect(Date.now()).toBeGreaterThanOrEqual((exp + 60) * 1000)
})

test('a stream ends within five seconds after its instance was suspended, and tells of that', async () => {
  const stream = await follow()
  await stream.next()
  await updateInstance(service.db, 'acme', 'instances:suspend', { status: 'suspended' })
  const rest = stream.rest()
  expect(await timeOf(() => rest)).toBeLessThan(promised(5))
  expect(await rest).toMatchObject([{ event: 'change', data: { resource: { type: 'instance' } } }])
})
