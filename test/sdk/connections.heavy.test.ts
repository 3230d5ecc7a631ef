import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { createClient, type Hook } from '../../sdk/src/index.ts'
import { trust } from '../../sdk/src/trust.ts'
import { until } from '../helpers/until.ts'
import { beginning, silence, useMisbehavingServer } from '../helpers/programs/misbehaving-server.ts'

const server = useMisbehavingServer()
const { given } = server
setFlagsFromString('--expose-gc')
const collectGarbage = trust<() => void>(runInNewContext('gc'))
const jsonType = { 'content-type': 'application/json' }
const csv = { 'content-type': 'text/csv' }

/** So that what is held weakly is gone, and what only that has held. */
async function forget() {
  for (let round = 0; round < 2; round += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
  }
}

async function read(body: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(body).text()
}

// A collection takes long in a large process: one for all that must survive it.
test('after a garbage collection signals and the time for an attempt still end what they are for, and its connection', async () => {
  const copying: Hook = (request, next) => next(new Request(request.clone(), { headers: { 'x-copied': '1' } }))
  const [exported, unread, rawBody, halfAnswer] = [csv, csv, csv, jsonType].map(beginning)
  const [mute, copied] = [silence(), silence()]
  const all = [exported, unread, rawBody, halfAnswer, mute, copied].map((one) => one ?? expect.fail())
  const acme = given(all.map(({ behaviour }) => behaviour))
  const controllers = [new AbortController(), new AbortController(), new AbortController()] as const
  const [reading, leaving, fetching] = controllers

  const file = read(await acme.workLedger.export({}, { signal: reading.signal }))
  const left = await acme.workLedger.export({}, { signal: leaving.signal })
  const client = createClient({ baseUrl: server.baseUrl, token: 'token' })
  const { body } = await client.fetch(new Request(`${server.baseUrl}/file`, { signal: fetching.signal }))
  const late = []
  for (const use of [[], [], [copying]]) {
    const limited = createClient({ baseUrl: server.baseUrl, token: 'token', use, maxRetries: 0 }).instance('acme')
    late.push(expect(limited.agents.get('a')).rejects.toMatchObject({ name: 'ConnectionError' }))
    await until(() => expect(server.requests).toHaveLength(3 + late.length))
  }
  const ended = [
    expect(file).rejects.toThrow('the user left'),
    expect(read(body ?? expect.fail())).rejects.toMatchObject({ name: 'AbortError' }),
  ]
  await forget()
  reading.abort(new RangeError('the user left'))
  leaving.abort()
  fetching.abort()
  await Promise.all(ended)
  await vi.advanceTimersByTimeAsync(30_000)
  await Promise.all(late)
  expect(await Promise.all(all.map(({ closed }) => closed))).toEqual(all.map(() => 'closed'))
  await expect(read(left)).rejects.toMatchObject({ name: 'AbortError' })
})
