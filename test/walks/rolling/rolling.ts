import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readArguments, wholeNumber } from '../../../server/commands/read-arguments.ts'
import { formatCount } from '../../../server/commands/progress.ts'
import { nginxPath } from '../../helpers/programs/nginx.ts'
import { createEmptyDatabase, startTestPostgres } from '../../helpers/programs/postgres.ts'
import { environment, type Variables } from '../../helpers/programs/server-process.ts'
import { checkOut, findLastRelease, thisRelease, type Release } from './release.ts'
import { replaceUnderLoad, type Phase } from './replace.ts'

/** Replaces 2 and then 4 servers of one release by those of another, under load; the exit code. */
export async function walkRolling(args: string[]): Promise<number> {
  const options = { from: { type: 'string' }, entries: { type: 'string', default: '0' } } as const
  const read = readArguments({ args, usage, options })
  if (!read.ok) return read.exitCode
  const entries = wholeNumber(read.values.entries, 0, 100_000_000)
  if (entries === null) throw new Error(`--entries is a whole number.\n\n${usage}`)
  if (nginxPath === null) throw new Error('nginx is missing: apt-get install nginx')
  const last = checkOut(read.values.from ?? findLastRelease())
  console.log(`From ${last.name} to this release and back, behind nginx.`)
  const postgres = await startTestPostgres()
  try {
    let failures = 0
    for (const servers of [2, 4]) {
      const database = await createEmptyDatabase(postgres.adminUrl)
      const releases = [last, thisRelease, last, thisRelease, thisRelease]
      const fill = (variables: Variables) => fillLedger(last, entries, variables)
      const phases = replaceUnderLoad({
        nginxPath,
        databaseUrl: database.url,
        servers,
        callers: 8,
        releases,
        fill,
      })
      for await (const phase of phases) {
        console.log(`${servers} servers, ${describe(phase)}`)
        failures += phase.seen.failures.length
      }
      await database.drop()
    }
    console.log(failures === 0 ? 'No request failed.' : `${failures} requests failed.`)
    return failures === 0 ? 0 : 1
  } finally {
    await postgres.stop()
    last.remove()
  }
}

function describe({ what, seen, lockMs }: Phase): string {
  const { requests, failures, p50, p99, max } = seen
  const times = [p50, p99, max].map((time) => `${time.toFixed(0)} ms`).join(' / ')
  return [
    `${what}: ${formatCount(requests)} requests, ${failures.length} failed, p50 / p99 / max ${times}, ` +
      `longest wait for a lock ${lockMs.toFixed(0)} ms`,
    ...failures.slice(0, 5),
  ].join('\n  ')
}

async function fillLedger({ folder }: Release, entries: number, variables: Variables): Promise<void> {
  if (entries === 0) return
  const start = (file: string, args: string[]) =>
    spawn(process.execPath, [file, ...args], {
      cwd: folder,
      env: environment(variables),
      stdio: ['pipe', 'pipe', 'inherit'],
    })
  const generate = start('tools/generate-entries.ts', ['--count', String(entries), '--until', '2026-11-21'])
  const importing = start('server/commands/ledger.ts', ['import', '--instance', 'acme', '-'])
  generate.stdout.pipe(importing.stdin)
  importing.stdout.resume()
  await once(importing, 'exit')
  if (importing.exitCode !== 0) throw new Error(`The import ended with ${importing.exitCode}.`)
}

const usage = `Replaces servers one by one while callers read and write, and counts the requests that fail.

  npm run walk -- rolling [--from <revision>] [--entries <n>]

  --from     the release to begin with, a revision of git (default: the last commit before the newest migration)
  --entries  entries that the work ledger has before (default: 0)
  --help     this text

Behind nginx, with the configuration of docs/operations.md and a PostgreSQL of its own, 2 and then 4 servers are replaced:
by those of this tree, back, again, and those of this tree by themselves. Takes some five minutes. Exits with 1 if a request
was not answered as it should be.`
