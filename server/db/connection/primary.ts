import type { Knex } from 'knex'
import { Client, type ClientConfig } from 'pg'
import { hostOf } from './hosts.ts'

/**
 * Knex's settings of connections to the host that takes writes. To find it, each host is asked one after the other, like libpq
 * with `target_session_attrs=read-write`, beginning with the one that was found last. It is looked for again after a connection
 * could not be opened, or was to a host that takes no writes any more. All hosts together have `connectionTimeoutMillis`, so
 * that one that does not answer leaves time for the next. Without such a host a NoPrimaryError says what is wrong with each.
 */
export function followPrimary(urls: readonly [string, ...string[]], settings: Settings) {
  const timeout = Math.ceil((settings.connectionTimeoutMillis ?? 10_000) / urls.length)
  let [last] = urls
  let isKnown = false
  const find = async () => {
    const reasons: string[] = []
    const others = urls.filter((url) => url !== last)
    for (const url of [last, ...others]) {
      const reason = await ask({ ...settings, connectionString: url, connectionTimeoutMillis: timeout })
      if (reason === null) return url
      reasons.push(`${hostOf(url)} ${reason}`)
    }
    throw new NoPrimaryError(reasons)
  }
  const connection = async () => {
    last = await find()
    isKnown = true
    return { ...settings, connectionString: last, expirationChecker: () => !isKnown }
  }
  const forget = () => {
    isKnown = false
  }
  /** Whether an open connection is still one to that host. */
  const isCurrent = async (client: Client) => {
    const isPrimary = await takesWrites(client).catch(() => false)
    if (!isPrimary) forget()
    return isPrimary
  }
  return { connection, isCurrent, forget }
}

/** Whether a session may write: not on a standby, and not where an operator forbade it. */
async function takesWrites(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>(isReadOnly)
  return rows[0]?.transaction_read_only === 'off'
}

/** What is wrong with a host; null when it takes writes. */
async function ask(settings: Settings): Promise<string | null> {
  const client = new Client(settings)
  // A host may die between two statements.
  client.on('error', () => {})
  try {
    await client.connect()
    return (await takesWrites(client)) ? null : 'is read-only'
  } catch (error) {
    return describe(error)
  } finally {
    client.end(() => {})
  }
}

/** Node reports a name with several addresses by an error without a message. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : error.name
  return `failed: ${error.message || code}`
}

type Settings = Knex.PgConnectionConfig & ClientConfig

class NoPrimaryError extends Error {
  override name = 'NoPrimaryError'

  constructor(reasons: readonly string[]) {
    super(`no host takes writes: ${reasons.join('; ')}`)
  }
}

const isReadOnly = { text: 'show transaction_read_only', query_timeout: 2_000 }
