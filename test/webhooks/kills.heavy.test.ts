import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { asObject } from '../../contract/json.ts'
import { isApiError, webhooks } from '../../sdk/src/index.ts'
import { summariser } from '../helpers/data/agents.ts'
import { certificate } from '../integrations/connection-test/certificate.ts'
import { startReceiver } from '../helpers/programs/receiver.ts'
import { openTwoServers } from '../helpers/programs/two-servers.ts'

const rounds = Number(process.env['KILLS'] ?? 8)

/** Every name that the guard looks up leads to this machine. */
const ownNames = `import dns from 'node:dns/promises'; import { syncBuiltinESMExports } from 'node:module'
dns.lookup = async () => [{ address: '127.0.0.1', family: 4 }]; syncBuiltinESMExports()`

test('of servers that are killed, each change reaches its receiver, and then nothing is outstanding', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'webhooks-'))
  const authority = join(folder, 'ca.pem')
  writeFileSync(authority, certificate.cert)
  const receiver = await startReceiver()
  await using world = await openTwoServers({
    NODE_EXTRA_CA_CERTS: authority,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(ownNames)}`,
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.0/8',
  })
  const events = ['agent.created', 'agent.updated', 'agent.deleted'] as const
  const hook = await world.client(0).webhooks.create({ url: `${receiver.url}/all`, events: [...events], enabled: true })
  const done = new AbortController()
  const acknowledged: string[] = []
  const write = async (writer: number) => {
    while (!done.signal.aborted) {
      const { agents } = world.client(writer)
      try {
        const { id } = await agents.create({ ...summariser, name: `Of ${writer}` })
        await agents.update(id, { ...summariser, name: `${writer}'s` })
        if (writer % 2 === 0) await agents.delete(id)
        acknowledged.push(id, id)
        // A webhook is sent five requests at a time: without a pause the writers would be faster than it for ever.
        await sleep(200)
      } catch (error) {
        if (isApiError(error) && error.status < 500) throw error
        await sleep(50)
      }
    }
  }
  const writers = Array.from({ length: 16 }, (_, at) => write(at))
  await world.killRepeatedly(rounds, acknowledged)
  done.abort()
  await Promise.all(writers)

  const started = performance.now()
  const outstanding = async () => {
    const { rows } = await world.db.raw<{ rows: { open: number; behind: number }[] }>(
      `select (select count(*)::int from webhook_deliveries where status = 'pending') as open,
                (select sequence - position from change_heads join webhooks using (instance_id))::int as behind`,
    )
    return rows[0] ? rows[0].open + rows[0].behind : Infinity
  }
  while ((await outstanding()) > 0) await sleep(250)
  const seconds = (performance.now() - started) / 1000

  const numbers = (
    await world.db<{ sequence: number; resource_type: string }>('changes').where({ resource_type: 'agent' })
  ).map(({ sequence }) => sequence)
  const told = new Map<number, number>()
  for (const { body, headers } of receiver.received) {
    await webhooks.unwrap(body, headers, hook.secret ?? '').catch((error: unknown) => {
      // The first ones are older than five minutes by now.
      if (!String(error).includes('time')) throw error
    })
    const sequence = Number(asObject(asObject(JSON.parse(body))['data'])['sequence'])
    told.set(sequence, (told.get(sequence) ?? 0) + 1)
  }
  const repeated = [...told.values()].filter((times) => times > 1).length
  console.log(
    `${rounds} kills, ${numbers.length} changes, ${receiver.received.length} requests, ` +
      `${repeated} changes told more than once, nothing outstanding after ${seconds.toFixed(1)} s`,
  )
  expect(numbers.filter((number) => !told.has(number))).toEqual([])
  expect([...told.keys()].filter((number) => !numbers.includes(number))).toEqual([])
  await receiver.close()
  rmSync(folder, { recursive: true })
})
