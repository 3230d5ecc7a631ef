import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Knex } from 'knex'
import { Client } from 'pg'
import { from } from 'pg-copy-streams'
import { isObject } from '../json.ts'

/** Sends rows in COPY's text format, in chunks of any length. Nothing is held but the chunk that is sent. */
export async function copyFrom(
  transaction: Knex,
  table: string,
  columns: readonly string[],
  chunks: Iterable<string>,
): Promise<void> {
  const connection = await connectionOf(transaction)
  await pipeline(
    Readable.from(chunks),
    connection.query(from(`copy ${table} (${columns.join(', ')}) from stdin`)),
  )
}

/** As COPY's text format has it. */
export function formatValue(value: string | number | Date): string {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number') return String(value)
  return /[\\\t\n\r]/.test(value) ? value.replaceAll(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign) : value
}

const escapes: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
}

/** Of a transaction: its only one, which it keeps. */
async function connectionOf(transaction: Knex): Promise<Client> {
  const client: unknown = transaction.client
  const connection = isConnectionSource(client) ? await client.acquireConnection() : null
  if (connection instanceof Client) return connection
  throw new TypeError('A transaction has a connection of pg.')
}

function isConnectionSource(client: unknown): client is { acquireConnection(): Promise<unknown> } {
  return isObject(client) && typeof client['acquireConnection'] === 'function'
}
