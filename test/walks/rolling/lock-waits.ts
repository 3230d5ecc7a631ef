import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

export interface LockWaits {
  /** The longest wait for a lock since the last call, in milliseconds. */
  take(): number
  stop(): Promise<void>
}

/**
 * Looks every 50 ms who waits for a lock, and for how long. A build of an index waits for transactions ("virtualxid"); that
 * holds up nobody and does not count.
 */
export async function watchLocks(url: string): Promise<LockWaits> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const stopping = new AbortController()
  let longest = 0
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const { rows } = await client.query<{ waited: number | null }>(
        `select max(extract(epoch from clock_timestamp() - waitstart) * 1000)::float as waited
           from pg_locks where not granted and locktype <> 'virtualxid'`,
      )
      longest = Math.max(longest, rows[0]?.waited ?? 0)
      await sleep(50)
    }
  })()
  return {
    take() {
      const taken = longest
      longest = 0
      return taken
    },
    async stop() {
      stopping.abort()
      await watching
      await client.end()
    },
  }
}
