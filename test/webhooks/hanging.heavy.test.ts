import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { asObject } from '../../contract/json.ts'
import { startReceiver, toReceivers } from '../helpers/programs/receiver.ts'
import { startTestService } from '../helpers/service.ts'

const instances = Array.from({ length: 50 }, (_, at) => `instance-${at}`)

test(
  'of 1,000 webhooks of which 100 hang, the others have their events within two seconds (p95)',
  { timeout: 300_000 },
  async () => {
    const receiver = await startReceiver()
    const at = new Map<string, number>()
    receiver.answer = (request, response) => {
      if (!request.url?.startsWith('/hangs')) response.writeHead(204).end()
    }
    const service = await startTestService(toReceivers.overrides, {
      ...toReceivers.options,
      jobTimings: {},
    })
    try {
      await service.db('instances').insert(instances.map((id) => ({ id, name: id })))
      await service.db('change_heads').insert(instances.map((instance_id) => ({ instance_id, sequence: 0 })))
      const client = service.client('Administrator', { instances })
      let number = 0
      for (const id of instances)
        for (let hook = 0; hook < 20; hook += 1) {
          const url = `${receiver.url}/${(number += 1) % 10 === 0 ? 'hangs' : 'answers'}/${number}`
          await client.instance(id).webhooks.create({ url, events: ['agent.created'], enabled: true })
        }
      const delays: number[] = []
      for (let round = 0; round < 6; round += 1) {
        receiver.received.length = 0
        await Promise.all(
          instances.map(async (id) => {
            const agent = await client.instance(id).agents.create({ name: 'A', type: 'HUMAN', active: true })
            at.set(agent.id, performance.now())
          }),
        )
        const seen = new Set<unknown>()
        const started = performance.now()
        while (seen.size < 900 && performance.now() - started < 20_000) {
          await sleep(20)
          for (const { path, body } of receiver.received.splice(0)) {
            const { id } = asObject(asObject(asObject(JSON.parse(body))['data'])['resource'])
            if (path.startsWith('/hangs') || seen.has(path)) continue
            seen.add(path)
            delays.push(performance.now() - (at.get(String(id)) ?? 0))
          }
        }
        expect(seen.size).toBe(900)
      }
      delays.sort((a, b) => a - b)
      const p = (share: number) => Math.round(delays[Math.floor(delays.length * share)] ?? NaN)
      console.log(`${delays.length} deliveries: p50 ${p(0.5)} ms, p95 ${p(0.95)} ms, p99 ${p(0.99)} ms`)
      expect(p(0.95)).toBeLessThan(2000)
    } finally {
      await receiver.close()
      await service.close()
    }
  },
)
