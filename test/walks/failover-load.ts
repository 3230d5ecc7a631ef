import { setTimeout as sleep } from 'node:timers/promises'
import { asObject, asString } from '../../contract/json.ts'

/** One request. `status` 0: there was no answer. */
export interface Answered {
  kind: 'read' | 'write'
  status: number
  sentAt: number
  endedAt: number
}

export interface Load {
  /** Waits for the writes that have begun. */
  stop(): Promise<{ answered: Answered[]; writes: Write[] }>
}

/** A write with its retries. `id` null: it was given up. */
export interface Write {
  id: string | null
  sentAt: number
  endedAt: number
}

/** Reads and creates agents all the time, at each server in turn. */
export function startLoad(baseUrls: readonly string[], token: string): Load {
  const answered: Answered[] = []
  const writes: Write[] = []
  const run = `${Date.now()}`
  const stopping = new AbortController()
  let turn = 0

  const send = async (kind: Answered['kind'], { headers, ...options }: Sent = {}) => {
    const baseUrl = baseUrls[turn++ % baseUrls.length]
    const sentAt = performance.now()
    const all = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers }
    const response = await fetch(`${baseUrl}/instances/acme/agents`, { ...options, headers: all })
      .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
      .catch(() => ({ status: 0, text: '' }))
    answered.push({ kind, status: response.status, sentAt, endedAt: performance.now() })
    return response
  }

  const read = async () => {
    while (!stopping.signal.aborted) {
      await send('read')
      await sleep(40)
    }
  }

  /** Sends each write until it is answered, as a careful client does: at most for 90 s. */
  const write = async (writer: number) => {
    for (let number = 0; !stopping.signal.aborted; number++) {
      const name = `${run}-${writer}-${number}`
      const mine: Write = { id: null, sentAt: performance.now(), endedAt: Infinity }
      writes.push(mine)
      const body = JSON.stringify({ name, type: 'HUMAN', active: true })
      const deadline = mine.sentAt + 90_000
      while (performance.now() < deadline) {
        const { status, text } = await send('write', {
          method: 'POST',
          body,
          headers: { 'Idempotency-Key': name },
        })
        if (status === 201) mine.id = asString(asObject(JSON.parse(text))['id'])
        if (![0, 409, 503].includes(status)) break
        await sleep(250)
      }
      mine.endedAt = performance.now()
      await sleep(40)
    }
  }

  const workers = [...Array.from({ length: 6 }, read), ...Array.from({ length: 12 }, (_, writer) => write(writer))]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(workers)
      return { answered, writes }
    },
  }
}

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string
}
