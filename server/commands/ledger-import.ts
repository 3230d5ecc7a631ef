import { hostname } from 'node:os'
import { resolve } from 'node:path'
import type { Database } from '../db/database.ts'
import type { DatabaseAddress } from '../db/connection/pool.ts'
import { recordCommand, serviceOrigin } from '../db/query/recorded.ts'
import {
  findWorkLedgerImport,
  openImportLocks,
  vacuumWorkLedger,
  type WorkLedgerImport,
} from '../db/work-ledger-imports.ts'
import { createSearchIndex, dropSearchIndexOfSmallLedger } from '../db/work-ledger-search-index.ts'
import { createEntryCheck } from '../ledger/check-entry.ts'
import { beginning, importEntries } from '../ledger/import-file.ts'
import { openImportSource, type ImportSource } from '../ledger/import-source.ts'
import { openRejectedLines, type RejectedLines } from '../ledger/rejected-lines.ts'
import { fail } from './fail.ts'
import { onInstance } from './on-database.ts'
import { formatCount, formatDuration, startProgress } from './progress.ts'
import { subcommand, type Values } from './run-command.ts'

async function main(values: Values<typeof flags>, [path = '', ...others]: string[]): Promise<number> {
  const { instance: instanceId, rejected, 'from-start': isFromStart } = values
  const rejectedPath = rejected ?? `${path === '-' ? 'stdin' : path}.rejected.ndjson`
  const options = { instanceId, path, rejectedPath, isFromStart }
  const mistake = findMistake(options, others)
  if (mistake) return fail(`${mistake}\n\n${usage}`)
  const stop = catchSignals()
  try {
    const source = await openImportSource(path, stop.signal)
    return await onInstance(
      instanceId,
      (db, database) => importSource(db, source, stop, { ...options, database }),
      '\nWhat was imported stays. Run this again to go on.',
    )
  } finally {
    stop.release()
  }
}

async function importSource(db: Database, source: ImportSource, stop: Stop, options: Import): Promise<number> {
  await using locks = await openImportLocks(db)
  const { instanceId, path, rejectedPath, isFromStart } = options
  if (source.name !== null && !(await locks.lock(`${instanceId} ${source.name}`)))
    return fail(`Another import of ${path} into ${instanceId} is running.`)
  await using rejectedLines = openRejectedLines(rejectedPath)
  if (!(await rejectedLines.isDevice()) && !(await locks.lock(`${hostname()} ${resolve(rejectedPath)}`)))
    return fail(`Another import writes to ${rejectedPath}: name another file with --rejected.`)
  const found = source.name === null || isFromStart ? null : await findWorkLedgerImport(db, instanceId, source.name)
  const from = await takeUp(found ?? beginning, rejectedLines, rejectedPath)
  if (from === null)
    return fail(`${rejectedPath} is there and holds something else: name another file with --rejected.`)
  if (from.line > 0 && from.byteOffset === source.size) {
    // A run that was killed while it built the index had imported everything.
    await createSearchIndex(options.database)
    console.log(`${path} was imported into ${instanceId} in full before; --from-start checks it again.`)
    console.log(listCounts(from, rejectedPath))
    return from.rejected > 0 ? someRejected : 0
  }
  if (from.line > 0) console.error(`Going on behind line ${formatCount(from.line)}.`)
  return await runImport(db, source, from, { ...options, stop, rejectedLines })
}

/** The position at which to begin. Shortens the file of rejected lines to that position; null when the file is not ours. */
async function takeUp(
  found: WorkLedgerImport,
  rejectedLines: RejectedLines,
  rejectedPath: string,
): Promise<WorkLedgerImport | null> {
  const state = await rejectedLines.continueAfter(found.rejected)
  if (state === 'foreign') return null
  if (state === 'ready') return found
  console.error(`${rejectedPath} lacks lines that were set aside: beginning again.`)
  return (await rejectedLines.continueAfter(0)) === 'ready' ? beginning : null
}

async function runImport(
  db: Database,
  source: ImportSource,
  from: WorkLedgerImport,
  { database, instanceId, path, rejectedPath, stop, rejectedLines }: Run,
): Promise<number> {
  const startedAt = performance.now()
  await dropSearchIndexOfSmallLedger(db)
  const origin = serviceOrigin(instanceId, 'ledger:import')
  await recordCommand(db, origin, 'work_ledger', null)
  const progress = startProgress({ total: null, unit: 'entries' })
  const state = await importEntries(db, {
    instanceId,
    source: source.name,
    from,
    chunks: source.read(from.byteOffset),
    check: await createEntryCheck(),
    rejectedLines,
    signal: stop.signal,
    onProgress: (now) => progress.advanceTo(countLines(now) - countLines(from), shareOf(source, from, now)),
  })
  // An import that continues adds to the counts of the runs before.
  await recordCommand(db, origin, 'work_ledger', {
    added: state.inserted - from.inserted,
    updated: state.updated - from.updated,
    unchanged: state.unchanged - from.unchanged,
    rejected: state.rejected - from.rejected,
  })
  progress.finish()
  const exitCode = stop.release()
  if (exitCode !== null && state.byteOffset !== source.size) {
    const read = `Stopped behind line ${formatCount(state.line)}; all until there is in the ledger.`
    console.error(`${read} Run this again to go on.`)
    return exitCode
  }
  const hasWritten = state.inserted + state.updated > 0
  if (hasWritten) console.error('Indexing and vacuuming the ledger, so that reads are fast at once ...')
  // Also when nothing was written: the index was dropped before the import could know.
  await createSearchIndex(database)
  if (hasWritten && !(await vacuumWorkLedger(db)))
    console.error('The statement timeout ended the vacuum; PostgreSQL will do it by itself.')
  const seconds = (performance.now() - startedAt) / 1000
  const rate = Math.round((countLines(state) - countLines(from)) / seconds)
  console.log(`Imported ${path} into ${instanceId} in ${formatDuration(seconds)}, ${formatCount(rate)}/s.`)
  console.log(listCounts(state, rejectedPath))
  return state.rejected > 0 ? someRejected : 0
}

/** The done share of this run, so that the remaining time is right also for an import that continues. */
function shareOf({ size }: ImportSource, from: WorkLedgerImport, now: WorkLedgerImport): number | null {
  return size === null ? null : (now.byteOffset - from.byteOffset) / (size - from.byteOffset)
}

function countLines({ inserted, updated, unchanged, rejected }: WorkLedgerImport): number {
  return inserted + updated + unchanged + rejected
}

function listCounts(state: WorkLedgerImport, rejectedPath: string): string {
  const { inserted, updated, unchanged, rejected } = state
  return [
    `  Read:      ${formatCount(countLines(state))}`,
    `  Inserted:  ${formatCount(inserted)}`,
    `  Updated:   ${formatCount(updated)}`,
    `  Unchanged: ${formatCount(unchanged)}`,
    `  Set aside: ${formatCount(rejected)}${rejected > 0 ? ` (${rejectedPath})` : ''}`,
  ].join('\n')
}

/**
 * The first signal ends the import after the current batch. Further signals change nothing: after a Ctrl-C in a terminal,
 * npm sends the process a second signal.
 */
function catchSignals(): Stop {
  const controller = new AbortController()
  let exitCode: number | null = null
  const onSignal = (signal: NodeJS.Signals) => {
    if (exitCode === null) console.error('\nFinishing the batch in hand ...')
    exitCode ??= signal === 'SIGINT' ? 130 : 143
    controller.abort()
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  return {
    signal: controller.signal,
    release() {
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
      // An open standard input would keep the process running.
      controller.abort()
      return exitCode
    },
  }
}

function findMistake({ instanceId, path, rejectedPath }: Options, others: readonly string[]): string | null {
  if (instanceId === '') return 'Name the instance: --instance <id>.'
  if (path === '') return 'Name the file, or - for standard input.'
  if (others.length > 0) return `One file at a time: unexpected ${others.join(' ')}.`
  if (rejectedPath === '') return '--rejected takes the name of a file.'
  return resolve(rejectedPath) === resolve(path) ? '--rejected is the file to import itself.' : null
}

/** The exit code when lines were rejected. */
const someRejected = 2

const usage = `Imports entries into the work ledger of an instance. The input is NDJSON: one entry a line, in the form that the API answers.
Times may be any of RFC 3339, such as 2026-11-21T10:30:00+01:00. They are kept in UTC, cut to milliseconds.

  npm run ledger -- import --instance <id> [--rejected <file>] [--from-start] <file>
  zcat entries.ndjson.gz | npm run ledger -- import --instance <id> -

  --instance    the instance to import into
  --rejected    the file for lines that are no entries (default: <file>.rejected.ndjson, stdin.rejected.ndjson), each as
                {"line": number, "reason": text, "text": the line's first 4 KiB}; replaces an older file of this kind
  --from-start  reads a file again that was already imported
  --help        this text

An entry with a known id updates the stored entry when its updatedAt is later; otherwise the stored entry stays. So no entry
is stored twice. After a stop or a crash, run the command again: it continues behind the last stored batch (standard input is
read from its beginning). A file with another name, size, time of change or beginning counts as another file. Lines have at
most 128 KiB; empty lines are skipped; of duplicate fields the last one counts.

Exits with 0, with 2 when lines were set aside, with 1 after a failure, with 130 or 143 after SIGINT or SIGTERM (the current
batch is still stored). The database is DATABASE_URL, or the embedded one while the server runs.`

const flags = {
  instance: { type: 'string', default: '' },
  rejected: { type: 'string' },
  'from-start': { type: 'boolean', default: false },
} as const

export const importLedger = subcommand(main, { usage, options: flags, allowPositionals: true })

interface Options {
  instanceId: string
  path: string
  rejectedPath: string
  isFromStart: boolean
}

/** With the address of the database, for work that needs connections of its own. */
type Import = Options & { database: DatabaseAddress }

type Run = Import & { stop: Stop; rejectedLines: RejectedLines }

interface Stop {
  signal: AbortSignal
  /**
   * Ends all reading, and restores the default handling of signals. Returns the exit code of a signal that came, else null.
   */
  release(): number | null
}
