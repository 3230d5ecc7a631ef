import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { asObject, asString } from '../../../contract/json.ts'

/** Requests and their latencies in milliseconds; what was not answered as expected, in words. */
export interface Seen {
  requests: number
  failures: string[]
  p50: number
  p99: number
  max: number
}

export interface Load {
  /** What was seen since the last call. */
  take(): Seen
  stop(): Promise<void>
}

/**
 * Callers who read and write in the instance `acme` without a pause to speak of, each on a connection of its own and with
 * an agent of its own. A request is sent once: nothing is repeated here.
 */
export function startLoad(baseUrl: string, token: string, callers: number): Load {
  const pool = new Pool(baseUrl, { connections: callers, pipelining: 1 })
  const latencies: number[] = []
  const failures: string[] = []
  const stopping = new AbortController()

  const send: Send = async (method, path, expected, { body, headers = {} } = {}) => {
    const startedAt = performance.now()
    const what = `${method} ${path}`
    try {
      const answer = await pool.request({
        method,
        path: `/instances/acme/${path}`,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body: body ? JSON.stringify(body) : null,
      })
      const text = await answer.body.text()
      if (answer.statusCode === expected) return { etag: String(answer.headers['etag']), text }
      failures.push(
        `${what} was answered ${answer.statusCode} instead of ${expected}: ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}`,
      )
    } catch (error) {
      failures.push(`${what}: ${String(error)}`)
    } finally {
      latencies.push(performance.now() - startedAt)
    }
    return null
  }
  const call = async () => {
    while (!stopping.signal.aborted) await readAndWrite(send, stopping.signal)
  }
  const running = Promise.all(Array.from({ length: callers }, call))
  return {
    take() {
      const sorted = latencies.splice(0).toSorted((a, b) => a - b)
      const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
      return {
        requests: sorted.length,
        failures: failures.splice(0),
        p50: at(0.5),
        p99: at(0.99),
        max: at(1),
      }
    },
    async stop() {
      stopping.abort()
      await running
      await pool.close()
    },
  }
}

/** One round of a caller. */
async function readAndWrite(send: Send, stopping: AbortSignal): Promise<void> {
  const agent = { name: 'Load', type: 'HUMAN', active: true }
  const created = await send('POST', 'agents', 201, {
    body: agent,
    headers: { 'Idempotency-Key': randomUUID() },
  })
  if (created === null) return
  const id = asString(asObject(JSON.parse(created.text))['id'])
  let { etag } = created
  for (let turn = 0; turn < 5 && !stopping.aborted; turn++) {
    await send('GET', 'agents?size=20&name=load', 200)
    const changed = await send('PUT', `agents/${id}`, 200, {
      body: { ...agent, name: `Load ${turn}` },
      headers: { 'If-Match': etag },
    })
    if (changed === null) return
    etag = changed.etag
    await send('GET', 'work-ledger?size=20&status=failed&sort=cost,desc', 200)
    await send('GET', 'users?size=20&username=user-1', 200)
    await send('GET', 'agents/nobody', 404)
    // So that a machine with few cores has some left for what is watched.
    await sleep(20)
  }
  await send('DELETE', `agents/${id}`, 204, { headers: { 'If-Match': etag } })
}

type Send = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  expected: number,
  request?: { body?: object; headers?: Record<string, string> },
) => Promise<{ etag: string; text: string } | null>
