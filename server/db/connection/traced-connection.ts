import type { Client } from 'pg'
import { isObject } from '../../../contract/json.ts'
import { errorType } from '../../telemetry/error-type.ts'
import { currentSpan, type SpanFacts } from '../../telemetry/span.ts'

/**
 * Gives every statement of a new connection a span, in the trace of the request or job that sends it, BEGIN and COMMIT too.
 * Knex takes pg's answers by callback. Knex's pool waits for `done`.
 */
export function traceConnection(connection: Client, done: (error: null, connection: Client) => void): void {
  const send: unknown = Reflect.get(connection, 'query')
  if (typeof send !== 'function') throw new Error('A connection has the method query.')
  const query = (...given: unknown[]): unknown => {
    const callback = given.at(-1)
    const span = typeof callback === 'function' ? currentSpan()?.child(describeStatement(textOf(given[0]))) : null
    if (typeof callback !== 'function' || !span) return Reflect.apply(send, connection, given)
    const end = (error: unknown, ...rest: unknown[]): void => {
      span.end(error ? { attributes: { 'error.type': errorType(error) } } : {})
      Reflect.apply(callback, undefined, [error, ...rest])
    }
    return Reflect.apply(send, connection, [...given.slice(0, -1), end])
  }
  Object.assign(connection, { query })
  done(null, connection)
}

/** Only what a statement does, and with which table: a text may hold numbers, values stand beside it. */
export function describeStatement(text: string): SpanFacts {
  // A statement that writes a row and its record is named by what it does with the row.
  const [, first = 'STATEMENT'] = /\bas \(\s*(insert|update|delete)\b/i.exec(text) ?? /^\s*([a-z]+)/i.exec(text) ?? []
  const operation = first.toUpperCase()
  const table = /\b(?:from|into|update)\s+("?[a-z]\w*"?(?:\."?\w+"?)?)/i.exec(text)?.[1]?.replaceAll('"', '')
  const isOnTable = table !== undefined && table !== 'set'
  return {
    name: isOnTable ? `${operation} ${table}` : operation,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(isOnTable && { 'db.collection.name': table }),
    },
  }
}

function textOf(statement: unknown): string {
  const text = isObject(statement) ? statement['text'] : statement
  return typeof text === 'string' ? text : ''
}
