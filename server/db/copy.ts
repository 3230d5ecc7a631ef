import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Knex } from 'knex'
import { Client } from 'pg'
import { from, to } from 'pg-copy-streams'
import { isObject } from '../../contract/json.ts'

/**
 * Sends rows in COPY's binary format, in chunks of any length, as a `CopyWriter` makes them. Nothing is held but the
 * chunk that is sent. Unlike the text format, it makes neither side turn dates and numbers into text and back.
 */
export async function copyFrom(
  transaction: Knex,
  table: string,
  columns: readonly string[],
  chunks: Iterable<Buffer>,
): Promise<void> {
  const connection = await connectionOf(transaction)
  const copy = `copy ${table} (${columns.join(', ')}) from stdin (format binary)`
  await pipeline(Readable.from(frame(chunks)), connection.query(from(copy)))
}

/**
 * The one bytea that a query without parameters finds, or null. By COPY, as pg takes results for text: megabytes
 * would come in hexadecimal, and be there three times over.
 */
export async function copyBytes(transaction: Knex, query: string): Promise<Buffer | null> {
  const connection = await connectionOf(transaction)
  const chunks: Buffer[] = []
  const stream: AsyncIterable<Buffer> = connection.query(to(`copy (${query}) to stdout (format binary)`))
  for await (const chunk of stream) chunks.push(chunk)
  const answer = Buffer.concat(chunks)
  const [columnsAt, bytesAt] = [HEADER.length, HEADER.length + 6]
  if (answer.readInt16BE(columnsAt) < 0) return null
  return answer.subarray(bytesAt, bytesAt + answer.readInt32BE(columnsAt + 2))
}

function* frame(chunks: Iterable<Buffer>): Generator<Buffer> {
  yield HEADER
  yield* chunks
  yield TRAILER
}

/** The signature, no flags, no extension. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0' + '\0'.repeat(8), 'latin1')

/** In the place of a row's number of columns. */
const TRAILER = Buffer.from([0xff, 0xff])

/**
 * Writes rows: `row` with the number of columns, then each value by the type of its column, in their order. `take` answers
 * what was written since the last one. The format is that of PostgreSQL's manual, COPY, "Binary Format".
 */
export function createCopyWriter(): CopyWriter {
  let buffer = Buffer.allocUnsafe(CHUNK_BYTES)
  let end = 0

  const reserve = (bytes: number) => {
    if (end + bytes <= buffer.length) return
    const larger = Buffer.allocUnsafe(2 * (end + bytes))
    buffer.copy(larger, 0, 0, end)
    buffer = larger
  }
  const startOf = (bytes: number): number => {
    reserve(4 + bytes)
    end = buffer.writeInt32BE(bytes, end)
    return end
  }
  return {
    row(columns) {
      reserve(2)
      end = buffer.writeInt16BE(columns, end)
    },
    text(value) {
      // A code unit of UTF-16 takes three bytes of UTF-8 at most.
      reserve(4 + 3 * value.length)
      const bytes = buffer.write(value, end + 4)
      buffer.writeInt32BE(bytes, end)
      end += 4 + bytes
    },
    integer: (value) => void (end = buffer.writeInt32BE(value, startOf(4))),
    bigint: (value) => void (end = buffer.writeBigInt64BE(BigInt(value), startOf(8))),
    double: (value) => void (end = buffer.writeDoubleBE(value, startOf(8))),
    timestamp(value) {
      const microseconds = BigInt(value.getTime() - EPOCH) * 1000n
      end = buffer.writeBigInt64BE(microseconds, startOf(8))
    },
    bytesOf(length) {
      reserve(4)
      end = buffer.writeInt32BE(length, end)
    },
    isFull: () => end >= CHUNK_BYTES - MARGIN_BYTES,
    take() {
      const taken = buffer.subarray(0, end)
      buffer = Buffer.allocUnsafe(CHUNK_BYTES)
      end = 0
      return taken
    },
  }
}

const CHUNK_BYTES = 65_536

/** So that the row after the one that does not fill a chunk mostly has room. */
const MARGIN_BYTES = 4096

/** Where PostgreSQL counts from. */
const EPOCH = Date.UTC(2000, 0, 1)

export interface CopyWriter {
  /** Begins a row with so many columns. */
  row(columns: number): void
  text(value: string): void
  integer(value: number): void
  bigint(value: number): void
  double(value: number): void
  timestamp(value: Date): void
  /** Begins a bytea: so many bytes must follow what is taken next. */
  bytesOf(length: number): void
  /** Whether it is time to take it. */
  isFull(): boolean
  take(): Buffer
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
