import { Client, type ClientConfig } from 'pg'
import { hostOf } from './hosts.ts'

/**
 * Returns the function that connects to the host that takes writes: it asks one after the other, like libpq with
 * `target_session_attrs=read-write`, and begins with the one that it found last. All hosts together have
 * `connectionTimeoutMillis`, so that one that does not answer leaves time for the next. Without such a host it throws a
 * NoPrimaryError, which says what is wrong with each.
 */
export function connectToPrimary(urls: readonly [string, ...string[]], config: ClientConfig): () => Promise<Client> {
  const timeout = Math.ceil((config.connectionTimeoutMillis ?? 10_000) / urls.length)
  let [last] = urls
  return async () => {
    const reasons: string[] = []
    const others = urls.filter((url) => url !== last)
    for (const url of [last, ...others]) {
      const client = new Client({ ...config, connectionString: url, connectionTimeoutMillis: timeout })
      const reason = await connect(client)
      if (reason === null) {
        last = url
        return client
      }
      reasons.push(`${hostOf(url)} ${reason}`)
    }
    throw new NoPrimaryError(reasons)
  }
}

/** Whether a session may write: not on a standby, and not where an operator forbade it. */
export async function isPrimary(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>(isReadOnly)
  return rows[0]?.transaction_read_only === 'off'
}

/** Connects, and returns what is wrong with the host, where it then ends the connection; null when it takes writes. */
async function connect(client: Client): Promise<string | null> {
  // A host may die between two statements.
  const ignore = () => {}
  client.on('error', ignore)
  try {
    await client.connect()
    if (await isPrimary(client)) {
      client.off('error', ignore)
      return null
    }
    client.end(ignore)
    return 'is read-only'
  } catch (error) {
    client.end(ignore)
    return describe(error)
  }
}

/** Node reports a name with several addresses by an error without a message. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : error.name
  return `failed: ${error.message || code}`
}

class NoPrimaryError extends Error {
  override name = 'NoPrimaryError'

  constructor(reasons: readonly string[]) {
    super(`no host takes writes: ${reasons.join('; ')}`)
  }
}

const isReadOnly = { text: 'show transaction_read_only', query_timeout: 2_000 }
