import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { startTestService } from '../helpers/service.ts'

test('a thousand media types leave nothing behind', async () => {
  const service = await startTestService()
  const refuse = async (index: number) => {
    const headers = { 'Content-Type': `application/json; v=${index}` }
    const answer = await service.request('/instances/acme/agents', { method: 'POST', headers, body: {} })
    expect(answer.status).toBe(400)
  }
  for (let index = 0; index < 100; index++) await refuse(index)
  const before = measureHeap()
  for (let index = 100; index < 1100; index++) await refuse(index)
  expect(measureHeap() - before).toBeLessThan(10_000_000)
  await service.close()
})

function measureHeap(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') Reflect.apply(collect, undefined, [])
  return process.memoryUsage().heapUsed
}
