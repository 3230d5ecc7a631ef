import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { explainFileError } from '../server/ledger/file-error.ts'
import { generateEntries } from '../sdk/src/testing/world/generate-entries.ts'
import { fail } from '../server/commands/fail.ts'
import { wholeNumber } from '../server/commands/read-arguments.ts'
import { runCommand } from '../server/commands/run-command.ts'
import { startProgress, type Progress } from '../server/commands/progress.ts'

async function main({ out, ...values }: Options): Promise<number> {
  const count = wholeNumber(values.count ?? '', 0, largest)
  const seed = wholeNumber(values.seed, 0, largest)
  const until = new Date(values.until)
  if (values.count === undefined) return failWithUsage('Say how many: --count <n>.')
  if (count === null) return failWithUsage(`--count takes an integer from 0 to ${largest}.`)
  if (seed === null) return failWithUsage(`--seed takes an integer from 0 to ${largest}.`)
  if (!(until >= earliest && until <= latest))
    return failWithUsage('--until takes a date between 1972 and 9999, like 2026-11-21.')
  if (out === '') return failWithUsage('--out takes the name of a file.')
  return write({ count, seed, until }, out)
}

async function write(entries: GenerateOptions, out: string | undefined): Promise<number> {
  // Without --out on a screen, a progress bar would mix with the entries.
  const isShown = out !== undefined || (process.stderr.isTTY && !process.stdout.isTTY)
  const progress = isShown ? startProgress({ total: entries.count, unit: 'entries' }) : null
  const chunks = Readable.from(formatEntries(entries, progress))
  try {
    await pipeline(chunks, out === undefined ? process.stdout : createWriteStream(out))
    progress?.finish()
    return 0
  } catch (error) {
    // The reader has closed the pipe, as `| head` does: not an error.
    if (out === undefined && error instanceof Error && 'code' in error && error.code === 'EPIPE') return 0
    throw explainFileError(error, `write ${out ?? 'to standard output'}`)
  }
}

/** Yields the lines in chunks of some hundred lines. */
function* formatEntries(options: GenerateOptions, progress: Progress | null): Generator<string> {
  let text = ''
  let done = 0
  for (const entry of generateEntries(options)) {
    text += `${JSON.stringify(entry)}\n`
    done += 1
    if (text.length < chunkCharacters) continue
    yield text
    text = ''
    progress?.advanceTo(done)
  }
  if (text !== '') yield text
  progress?.advanceTo(done)
}

function failWithUsage(message: string): number {
  return fail(`${message}\n\n${usage}`)
}

const chunkCharacters = 65_536

/** Every entry takes one 32-bit number, so there are at most this many. */
const largest = 2 ** 32 - 1

/** Entries are created in the two years before --until, and the timestamp in an id begins at 1970. */
const earliest = new Date('1972-01-01')
const latest = new Date('9999-12-31')

const usage = `Writes made-up entries of the work ledger as NDJSON, for tests and benchmarks.

  npm run generate-entries -- --count <n> [--seed <n>] [--until <date>] [--out <file>]

  --count  number of entries, up to ${largest}; an entry has about 500 bytes
  --seed   an integer; another seed makes other entries (default: 1)
  --until  the end of the two years in which the entries were created (default: today, UTC)
  --out    file to write, replaced when it exists (default: standard output)
  --help   this text

The same count, seed and date give the same entries, from old to new; another count spreads them differently over the
two years. npm run ledger -- import reads them.`

await runCommand(main, {
  usage,
  options: {
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
    until: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    out: { type: 'string' },
  },
})

interface Options {
  count?: string
  seed: string
  until: string
  out?: string
}

type GenerateOptions = Parameters<typeof generateEntries>[0]
