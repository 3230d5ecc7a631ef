import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { names, path, requestOf, spansOf, type Span } from '../helpers/data/traces.ts'
import { completeInput } from '../helpers/data/twu-models.ts'
import { openTwoServers } from '../helpers/programs/two-servers.ts'
import { until } from '../helpers/until.ts'

const rounds = Number(process.env['KILLS'] ?? 8)

test('of servers that are killed, each trace whose spans were taken is one entry, with all of them', async () => {
  await using world = await openTwoServers()
  const model = await world.client(0).twuModels.create(completeInput())
  await world.client(0).twuModels.publish(model.modelId)
  /** Sends until it is taken: what was taken already changes nothing. */
  const send = async (spans: readonly Span[], server: number) => {
    for (let at = server; ; at += 1) {
      const headers = { Authorization: `Bearer ${world.token}`, 'Content-Type': 'application/json' }
      const sent = { method: 'POST', headers, body: JSON.stringify(requestOf(spans)) }
      const answer = await fetch(world.baseUrl(at) + path, sent).catch(() => null)
      if (answer?.status === 200) return
      expect([undefined, 429, 503]).toContain(answer?.status)
      await sleep(50)
    }
  }
  const done = new AbortController()
  const acknowledged: string[] = []
  const write = async (writer: number) => {
    for (let count = 0; !done.signal.aborted; count += 1) {
      const id = `${writer}x${count}`
      const call = {
        id: `${id}c`,
        at: [1, 3] as [number, number],
        says: { 'gen_ai.operation.name': 'chat', 'twu.action': 'checkPolicy' },
      }
      const [child, root] = spansOf(id, { id, at: [0, 5], says: names(model.modelId, id), children: [call] })
      if (child) await send([child], writer)
      if (root) await send([root], writer + 1)
      acknowledged.push(id)
      await sleep(100)
    }
  }
  const writers = Array.from({ length: 8 }, (_, at) => write(at))
  await world.killRepeatedly(rounds, acknowledged)
  done.abort()
  await Promise.all(writers)

  const stored = await until(async () => {
    const rows = await world
      .db('work_ledger_entries')
      .select<{ id: string; active_time: unknown }[]>('id', 'active_time')
    expect(rows).toHaveLength(acknowledged.length)
    return rows
  })
  console.log(`${rounds} kills, ${acknowledged.length} traces`)
  expect(stored.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted())
  expect(new Set(stored.map((row) => String(row.active_time)))).toEqual(new Set(['2']))
  await until(async () => expect(await world.db('waiting_spans')).toEqual([]))
})
