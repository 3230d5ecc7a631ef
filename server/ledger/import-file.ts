import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/connection/pool.ts'
import { isInstanceKnown } from '../db/instances.ts'
import { saveWorkLedgerImport, type WorkLedgerImport } from '../db/work-ledger-imports.ts'
import { tuneForImport } from '../db/work-ledger-writes.ts'
import { toWorkLedgerRow, type WorkLedgerEntryRow } from '../db/work-ledger-entries.ts'
import type { CheckedEntry, EntryCheck } from './check-entry.ts'
import { FileError } from './file-error.ts'
import { readLines, type Line } from './read-ndjson.ts'
import type { RejectedLine, RejectedLines } from './rejected-lines.ts'
import { writeEntries } from './write-entries.ts'

/** The position and the counts of an import that has not begun. */
export const beginning: WorkLedgerImport = {
  byteOffset: 0,
  line: 0,
  inserted: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
}

/**
 * Writes the entries of an NDJSON stream to the ledger, batch by batch, and sets aside lines that are no entries. While
 * PostgreSQL writes a batch, the next batch is read: only these two are in memory. With a `source`, the end of each batch is
 * stored with its entries, so that a later call can continue `from` there. When `signal` aborts, the current batch is the
 * last one. Returns the position and the counts at the end. Throws a FileError or the error of the database; all batches
 * before the failed one are stored then.
 */
export async function importEntries(
  db: Database,
  { instanceId, source, from, chunks, check, rejectedLines, signal, onProgress }: ImportOptions,
): Promise<WorkLedgerImport> {
  let state = from
  const write = async ({ end, lineOfRow, rejected }: Batch) => {
    // The rejected lines are written before the state that counts them. Lines beyond the stored count are removed later.
    await rejectedLines.add(rejected)
    state = await inTransaction(db, async (transaction) => {
      await tuneForImport(transaction)
      if (!(await isInstanceKnown(transaction, instanceId)))
        throw new FileError(`The instance ${instanceId} was deleted.`)
      const written = await writeEntries(transaction, instanceId, [...lineOfRow.keys()])
      const kept = [...lineOfRow].flatMap(([row, line]) => (written.kept.has(row) ? [line] : []))
      await rejectedLines.add(kept.map(({ number, bytes }) => ({ line: number, reason: keptReason, bytes })))
      const next = {
        ...end,
        inserted: state.inserted + written.inserted,
        updated: state.updated + written.updated,
        unchanged: state.unchanged + written.unchanged,
        rejected: state.rejected + rejected.length + kept.length,
      }
      if (source !== null) await saveWorkLedgerImport(transaction, instanceId, source, next)
      return next
    })
    onProgress(state)
  }

  const batches = readBatches(readLines(chunks, from), instanceId, check)
  let next = await batches.next()
  while (!next.done && !signal.aborted) {
    const [following] = await Promise.all([batches.next(), write(next.value)])
    next = following
  }
  return state
}

const keptReason = 'The entry was reported by a client or reviewed here, and is not changed by an import.'

async function* readBatches(
  lines: AsyncIterable<Line[]>,
  instanceId: string,
  check: EntryCheck,
): AsyncGenerator<Batch> {
  let batch = startBatch()
  for await (const some of lines) {
    for (const line of some) {
      addLine(batch, line, instanceId, check)
      if (batch.lines < mostLines && batch.bytes < mostBytes) continue
      yield batch
      batch = startBatch()
    }
  }
  if (batch.lines > 0) yield batch
}

function startBatch(): Batch {
  return { end: { byteOffset: 0, line: 0 }, lineOfRow: new Map(), rejected: [], lines: 0, bytes: 0 }
}

function addLine(batch: Batch, line: Line, instanceId: string, check: EntryCheck): void {
  batch.end = { byteOffset: line.byteOffset, line: line.number }
  batch.lines += 1
  batch.bytes += line.bytes.length
  if (isBlank(line.bytes)) return
  const checked = line.isTooLong ? tooLong : check(line.bytes)
  if (checked.ok) batch.lineOfRow.set(toWorkLedgerRow(instanceId, checked.entry), line)
  else batch.rejected.push({ line: line.number, reason: checked.reason, bytes: line.bytes })
}

const tooLong: CheckedEntry = { ok: false, reason: 'The line is longer than 128 KiB.' }

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === space || byte === tab)
}

const mostLines = 8000

/** A limit of lines alone could take a gigabyte: a line may have 128 KiB. */
const mostBytes = 8 * 1024 * 1024

const space = 0x20
const tab = 0x09

interface ImportOptions {
  instanceId: string
  /** The name of the file among the imports of this instance; null when its position is not stored. */
  source: string | null
  from: WorkLedgerImport
  /** The bytes behind `from`. Once the signal is aborted, they may end anywhere. */
  chunks: AsyncIterable<Buffer>
  check: EntryCheck
  rejectedLines: Pick<RejectedLines, 'add'>
  signal: AbortSignal
  /** Called after each batch. */
  onProgress: (state: WorkLedgerImport) => void
}

interface Batch {
  end: Pick<WorkLedgerImport, 'byteOffset' | 'line'>
  lineOfRow: Map<WorkLedgerEntryRow, Line>
  rejected: RejectedLine[]
  /** The lines and bytes that were read for the batch, empty lines included. */
  lines: number
  bytes: number
}
