import { Client } from 'pg'
import { isObject } from '../../../contract/json.ts'

export interface Statement {
  text: string
  values: readonly unknown[]
  /** The workers of Citus that were asked, by what Citus says; empty where the tests do not run on Citus. */
  workers: ReadonlySet<string>
}

/**
 * Remembers, from now on, one example of every text of a statement that the services of this process send to their
 * databases. Not the statements of pg-boss, and not those of the tests themselves.
 */
export function captureStatements(): void {
  if (typeof send !== 'function' || send !== Reflect.get(Client.prototype, 'query')) return
  const value = function (this: Client, ...call: unknown[]): unknown {
    if (isOfService(this)) listen(this, remember(call))
    return Reflect.apply(send, this, call)
  }
  Object.defineProperty(Client.prototype, 'query', { value })
}

/** The statements that were not taken before. */
export function takeStatements(): Statement[] {
  const statements = [...fresh.values()]
  for (const text of fresh.keys()) taken.add(text)
  fresh.clear()
  return statements
}

/** Citus tells with a notice what it sends to which worker. A connection runs one statement after the other. */
function listen(client: Client, captured: Captured | null): void {
  if (!running.has(client)) client.on('notice', ({ message, detail }) => note(client, `${message} ${detail}`))
  running.set(client, { captured, workers: new Set() })
}

/** Of all runs of a text, the one that asked the most workers counts. */
function note(client: Client, notice: string): void {
  const run = running.get(client)
  const [, worker] = /^issuing .* on server \S+@(\S+)/s.exec(notice) ?? []
  if (!run?.captured || worker === undefined) return
  run.workers.add(worker)
  if (run.workers.size > run.captured.workers.size) run.captured.workers = run.workers
}

const running = new WeakMap<Client, { captured: Captured | null; workers: Set<string> }>()

// The files of a worker share modules, so every text is taken once for a worker.
const fresh = new Map<string, Captured>()
const taken = new Set<string>()
const send: unknown = Reflect.get(Client.prototype, 'query')

function isOfService(client: object): boolean {
  const { connectionParameters }: { connectionParameters?: unknown } = client
  return isObject(connectionParameters) && connectionParameters['application_name'] === 'instance-administration'
}

function remember([statement, given]: unknown[]): Captured | null {
  const { text, values } = isObject(statement) ? statement : { text: statement, values: given }
  if (typeof text !== 'string' || taken.has(text)) return null
  const known = fresh.get(text)
  if (known) return known
  if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) return null
  const captured: Captured = { text, values: Array.isArray(values) ? values : [], workers: new Set() }
  fresh.set(text, captured)
  return captured
}

interface Captured extends Statement {
  workers: ReadonlySet<string>
}
