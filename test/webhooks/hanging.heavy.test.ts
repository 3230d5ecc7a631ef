import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { asObject } from '../../contract/json.ts'
import { startReceiver, toReceivers } from '../helpers/programs/receiver.ts'
import { startTestService } from '../helpers/service.ts'

const instances = Array.from({ length: 50 }, (_, at) => `instance-${at}`)
/** Every 200 ms another instance has one, each instance every 10 s: 100 deliveries a second, 10 of them to webhooks that hang. */
const changes = 150

test(
  'of 1,000 webhooks of which 100 hang, the others do not wait for those that hang (10 s)',
  { timeout: 300_000 },
  async () => {
    const receiver = await startReceiver()
    receiver.answer = (request, response) => {
      if (!request.url?.startsWith('/hangs')) response.writeHead(204).end()
    }
    const service = await startTestService(toReceivers.overrides, { ...toReceivers.options, jobTimings: {} })
    try {
      await service.db('instances').insert(instances.map((id) => ({ id, name: id })))
      await service.db('change_heads').insert(instances.map((instance_id) => ({ instance_id, sequence: 0 })))
      const client = service.client('Administrator', { instances })
      for (const [at, id] of instances.entries())
        for (let hook = 0; hook < 20; hook += 1) {
          const url = `${receiver.url}/${hook % 10 === 0 ? 'hangs' : 'answers'}/${at}-${hook}`
          await client.instance(id).webhooks.create({ url, events: ['agent.created'], enabled: true })
        }
      const madeAt = new Map<unknown, number>()
      const delays: number[] = []
      const arrive = () => {
        for (const { path, body } of receiver.received.splice(0)) {
          const { id } = asObject(asObject(asObject(JSON.parse(body))['data'])['resource'])
          if (path.startsWith('/answers')) delays.push(performance.now() - (madeAt.get(id) ?? NaN))
        }
      }
      const watching = setInterval(arrive, 10)
      for (let change = 0; change < changes; change += 1) {
        const resources = client.instance(instances[change % instances.length] ?? '')
        const { id } = await resources.agents.create({ name: 'A', type: 'HUMAN', active: true })
        madeAt.set(id, performance.now())
        await sleep(200)
      }
      await expect.poll(() => delays.length, { timeout: 60_000 }).toBe(changes * 18)
      clearInterval(watching)
      delays.sort((a, b) => a - b)
      const [p50, p95] = [0.5, 0.95].map((share) => Math.round(delays[Math.floor(delays.length * share)] ?? NaN))
      console.log(`${delays.length} deliveries: p50 ${p50} ms, p95 ${p95} ms`)
      // Two seconds are the goal, which a busy machine does not keep.
      expect(p95).toBeLessThan(9000)
    } finally {
      await service.close()
      await receiver.close()
    }
  },
)
