import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { Client } from 'pg'
import { findEmbeddedPostgres } from '../../workshop/postgres/embedded-postgres.ts'
import { fetchDevToken } from '../../workshop/identity-provider/dev-token.ts'
import { fillLedger, insertShares } from './fill-ledger.ts'
import { findCursor } from './cursor.ts'
import { agentWork, hardQueries, ledgerQueries, summaries, type LedgerQuery } from './ledger-queries.ts'
import { measureReports } from './measure-reports.ts'
import { memoryOf, startServer, type Server } from './server.ts'
import { sendLoad, type Load, type LoadResult } from './load.ts'
import { fail } from '../../server/commands/fail.ts'
import { wholeNumber } from '../../server/commands/read-arguments.ts'
import { subcommand } from '../../server/commands/run-command.ts'
import { formatCount } from '../../server/commands/progress.ts'

async function main(values: Record<'small' | 'large' | 'requests' | 'data-dir', string>): Promise<number> {
  const [small, large, requests] = [values.small, values.large, values.requests].map((text) =>
    wholeNumber(text, 1, 1e9),
  )
  if (!small || !large || !requests)
    return fail(`--small, --large and --requests take whole numbers from 1.\n\n${usage}`)
  const server = await startServer(resolve(values['data-dir']))
  const client = new Client({ connectionString: (await findEmbeddedPostgres(server)) ?? '' })
  try {
    await client.connect()
    // The larger ledger is filled first: an import into an empty database is fast.
    const second = await openLedger(server, client, large)
    const ledgers = [await openLedger(server, client, small), second]
    await measureAll(ledgers, requests)
    console.log('\nReports')
    console.log((await measureReports(server, client, small)).join('\n'))
    return 0
  } finally {
    await client.end()
    await server.stop()
  }
}

async function openLedger(server: Server, client: Client, entries: number): Promise<Ledger> {
  const instanceId = `ledger-${entries}`
  await fillLedger(server, instanceId, entries)
  await insertShares(client, instanceId)
  const token = await fetchDevToken({ dataDir: server.dataDir, roles: ['Viewer'], instanceId })
  if (!token.ok) throw new Error(token.message)
  return { instanceId, entries, token: token.token, server, client }
}

async function measureAll(ledgers: readonly Ledger[], requests: number): Promise<void> {
  const titles = ledgers.map(({ entries }) => `${formatCount(entries)} entries`)
  console.log(`\n${formatRow('Lists', [...titles.flatMap((title) => [title, 'p95 ms']), 'growth'])}`)
  for (const query of ledgerQueries) console.log(await measureQuery(ledgers, query, requests))
  console.log('\nWhat combines badly')
  for (const query of hardQueries) console.log(await measureQuery(ledgers, query, requests))
  console.log('\nSummaries')
  for (const query of summaries) console.log(await measureQuery(ledgers, query, 5))
  console.log("\nAn agent's work")
  for (const query of agentWork) console.log(await measureQuery(ledgers, query, requests))
  console.log('\nExports')
  for (const ledger of ledgers) console.log(await measureExport(ledger))
}

interface Ledger {
  instanceId: string
  entries: number
  token: string
  server: Server
  client: Client
}

async function measureQuery(ledgers: readonly Ledger[], query: LedgerQuery, requests: number): Promise<string> {
  const loads = await Promise.all(ledgers.map((ledger) => prepare(ledger, query)))
  const measured: LoadResult[] = []
  // The first round compiles code and fills caches.
  for (const amount of [3, requests])
    for (const [at, load] of loads.entries())
      measured[at] = await sendLoad(ledgers[at]?.server.baseUrl ?? '', load, { amount, connections: 1 })
  const [small, large] = measured.map(({ p95 }) => p95)
  const cells = measured.flatMap(({ p50, p95 }) => [p50.toFixed(1), p95.toFixed(1)])
  return formatRow(query.name, [...cells, `${((large ?? NaN) / (small ?? NaN)).toFixed(1)} x`])
}

async function prepare(
  { instanceId, entries, token, client }: Ledger,
  { path = '/work-ledger', query, depth }: LedgerQuery,
): Promise<Load> {
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) asked.set(name, String(value))
  if (depth !== undefined)
    asked.set(
      'cursor',
      await findCursor(client, entriesList, instanceId, { sort: 'createdAt,desc', ...query }, entries * depth),
    )
  const url = `/instances/${instanceId}${path}?${asked.toString()}`
  const headers = { Authorization: `Bearer ${token}` }
  // 503 is the statement timeout: the query counts with its 5 s.
  return { statuses: [200, 503], next: () => ({ method: 'GET', path: url, headers }) }
}

const entriesList = { name: 'work-ledger', table: 'work_ledger_entries' }

async function measureExport({ instanceId, entries, token, server }: Ledger): Promise<string> {
  const startedAt = performance.now()
  const url = `${server.baseUrl}/instances/${instanceId}/work-ledger/export`
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
  if (!response.body) throw new Error(`${url} was answered ${response.status}.`)
  let [lines, bytes, most] = [0, 0, 0]
  for await (const chunk of Readable.fromWeb(response.body)) {
    if (!(chunk instanceof Uint8Array)) continue
    bytes += chunk.length
    for (const byte of chunk) if (byte === newline) lines += 1
    most = Math.max(most, memoryOf(server.pid))
  }
  if (lines !== entries) throw new Error(`${url} gave ${lines} lines instead of ${entries}.`)
  const seconds = (performance.now() - startedAt) / 1000
  const rate = `${formatCount(Math.round(lines / seconds))}/s`
  const megabytes = Math.round(bytes / 1e6)
  return `${formatCount(lines)} lines, ${megabytes} MB in ${seconds.toFixed(1)} s, ${rate}; server at most ${Math.round(most / 1e6)} MB`
}

const newline = 0x0a

function formatRow(name: string, cells: readonly string[]): string {
  return name.padEnd(40) + cells.map((cell) => cell.padStart(cell.includes('entries') ? 20 : 10)).join('')
}

const usage = `Measures two work ledgers of different sizes side by side: every documented query, summaries, an agent's work, exports. Then reports of executions, and their pages.

  npm run bench -- ledger [--small <n>] [--large <n>] [--requests <n>] [--data-dir <folder>]

  --small, --large  number of entries of the two ledgers (default: 50000 and 5000000)
  --requests        how often each query is sent to each ledger (default: 40)
  --data-dir        folder for the database of the measured server (default: .data/bench-ledger)
  --help            this text

The first run generates and imports the entries: some minutes, and 7 GB for five million entries. The next run uses the
same entries; delete the folder to remove them. A time is that of one whole request over HTTP; requests run one at a time.`

export const benchLedger = subcommand(main, {
  usage,
  options: {
    small: { type: 'string', default: '50000' },
    large: { type: 'string', default: '5000000' },
    requests: { type: 'string', default: '40' },
    'data-dir': { type: 'string', default: join('.data', 'bench-ledger') },
  },
})
