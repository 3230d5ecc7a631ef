import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../server/config/config.ts'
import { findHome } from '../../server/development/postgres/home.ts'
import { fetchDevToken } from '../../server/development/identity-provider/dev-token.ts'
import { asObject, asString } from '../../contract/json.ts'
import { startService } from '../../server/service.ts'
import { measure, type Measured } from './load.ts'
import { agent, createScenarios } from './scenarios.ts'
import { fail } from '../../server/commands/fail.ts'
import { readArguments, wholeNumber } from '../../server/commands/read-arguments.ts'
import { runCommand } from '../../server/commands/run-command.ts'

async function main(args: string[]): Promise<number> {
  const options = readArguments({ args, usage, options: { seconds: { type: 'string', default: '4' } } })
  if (!options.ok) return options.exitCode
  const seconds = wholeNumber(options.values.seconds, 1, 600)
  if (seconds === null) return fail(`--seconds takes a whole number from 1 to 600.\n\n${usage}`)
  const dataDir = await mkdtemp(join(tmpdir(), 'instance-administration-bench-'))
  try {
    console.log(formatTable(await measureRequests(dataDir, seconds)))
    return 0
  } finally {
    const home = findHome(dataDir)
    if (home) await rm(home.folder, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureRequests(dataDir: string, seconds: number): Promise<Measured[]> {
  const read = readConfig(environment(dataDir))
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const service = await startService(read.config, {
    // No host has an address: nothing is called outside.
    lookup: async () => [],
    logTo: { write: () => {} },
    // Background checks are queued with the integrations, as ever, and run after the measurement.
    checkPace: { pollSeconds: 3600, sweepMs: HOUR_MS },
  })
  if (!service.ok) throw new Error(service.message)
  try {
    const token = await fetchDevToken({ dataDir, role: 'Administrator', instanceId: 'demo' })
    if (!token.ok) throw new Error(token.message)
    const load = { baseUrl: service.baseUrl, token: token.token, seconds, rounds: ROUNDS, concurrency: 4 }
    return await measure(createScenarios(await createAgent(service.baseUrl, token.token)), load)
  } finally {
    await service.stop()
  }
}

async function createAgent(baseUrl: string, token: string): Promise<string> {
  const response = await fetch(`${baseUrl}/instances/demo/agents`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(agent),
  })
  return asString(asObject(await response.json())['id'])
}

/** A service of its own: nothing of the surrounding configuration reaches it. */
function environment(dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    PORT: '0',
    MANAGEMENT_PORT: '0',
    IDENTITY_PORT: '0',
    RATE_LIMIT_PER_MINUTE: '10000000',
  }
}

function formatTable(measured: readonly Measured[]): string {
  const base = measured[0]?.requestsPerSecond ?? NaN
  const rows = measured.map(({ name, requestsPerSecond, p50, p95 }) => [
    name,
    Math.round(requestsPerSecond).toLocaleString('en'),
    p50.toFixed(2),
    p95.toFixed(2),
    `${(base / requestsPerSecond).toFixed(2)} x`,
  ])
  return [['', 'requests/s', 'p50 ms', 'p95 ms', 'time'], ...rows]
    .map(([name = '', ...cells]) => [name.padEnd(34), ...cells.map((cell) => cell.padStart(12))].join(''))
    .join('\n')
}

const ROUNDS = 8

const HOUR_MS = 3_600_000

const usage = `Measures the service side by side: creations, reads, a list, refusals.

  npm run bench -- [--seconds <n>]

  --seconds  how long each operation is measured, in ${ROUNDS} rounds in turns with the others (default: 4)
  --help     this text

Runs a service and a PostgreSQL of its own in a temporary folder; four requests at a time come from the same process.
"time" is the time per request relative to createAgent.`

await runCommand(main)
