import { Client } from 'pg'
import { isObject } from '../../../contract/json.ts'

export interface Statement {
  text: string
  values: readonly unknown[]
}

/**
 * Remembers, from now on, one example of every text of a statement that the services of this process send to their
 * databases. Not the statements of pg-boss, and not those of the tests themselves.
 */
export function captureStatements(): void {
  if (typeof send !== 'function' || send !== Reflect.get(Client.prototype, 'query')) return
  const value = function (this: Client, ...call: unknown[]): unknown {
    if (isOfService(this)) remember(call)
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

// The files of a worker share modules, so every text is taken once for a worker.
const fresh = new Map<string, Statement>()
const taken = new Set<string>()
const send: unknown = Reflect.get(Client.prototype, 'query')

function isOfService(client: object): boolean {
  const { connectionParameters }: { connectionParameters?: unknown } = client
  return isObject(connectionParameters) && connectionParameters['application_name'] === 'instance-administration'
}

function remember([statement, given]: unknown[]): void {
  const { text, values } = isObject(statement) ? statement : { text: statement, values: given }
  if (typeof text !== 'string' || taken.has(text) || fresh.has(text)) return
  if (/^\s*(select|insert|update|delete|with)\b/i.test(text))
    fresh.set(text, { text, values: Array.isArray(values) ? values : [] })
}
