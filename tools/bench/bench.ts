import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireConfig } from '../../server/config/config.ts'
import { findHome } from '../../server/development/postgres/home.ts'
import { fetchDevToken } from '../../server/development/identity-provider/dev-token.ts'
import { asObject, asString } from '../../contract/json.ts'
import { startService } from '../../server/service.ts'
import { agent, createScenarios, type Scenario } from './scenarios.ts'
import { ownEnvironment } from './server.ts'
import { measureInTurns } from './turns.ts'
import { fail } from '../../server/commands/fail.ts'
import { wholeNumber } from '../../server/commands/read-arguments.ts'
import { runCommand } from '../../server/commands/run-command.ts'

async function main(values: { requests: string }): Promise<number> {
  const requests = wholeNumber(values.requests, 1, 1e6)
  if (requests === null) return fail(`--requests takes a whole number from 1.\n\n${usage}`)
  const dataDir = await mkdtemp(join(tmpdir(), 'instance-administration-bench-'))
  try {
    await measureRequests(dataDir, requests)
    return 0
  } finally {
    const home = findHome(dataDir)
    if (home) await rm(home.folder, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureRequests(dataDir: string, requests: number): Promise<void> {
  const service = await startService(requireConfig(ownEnvironment(dataDir)), {
    // No host name resolves, so no connection test leaves this machine.
    lookup: async () => [],
    logTo: { write: () => {} },
    // Creations queue background checks as usual, but the checks run only after the measurement.
    checkPace: { pollSeconds: 3600, sweepMs: HOUR_MS },
  })
  if (!service.ok) throw new Error(service.message)
  try {
    const token = await fetchDevToken({ dataDir, role: 'Administrator', instanceId: 'demo' })
    if (!token.ok) throw new Error(token.message)
    const scenarios = createScenarios(await createAgent(service.baseUrl, token.token))
    const calls = scenarios.map((scenario) => () => send(service.baseUrl, token.token, scenario))
    const measured = await measureInTurns(calls, TURNS, {
      perTurn: Math.ceil(requests / TURNS),
      concurrency: CONCURRENCY,
    })
    console.log(['', 'requests/s', 'p50 ms', 'p95 ms', 'time'].map(toCell).join(''))
    for (const [index, { p50, p95, perSecond }] of measured.entries()) {
      const rate = Math.round(perSecond).toLocaleString('en')
      const time = `${((measured[0]?.perSecond ?? NaN) / perSecond).toFixed(2)} x`
      const name = scenarios[index]?.name ?? ''
      console.log([name, rate, p50.toFixed(2), p95.toFixed(2), time].map(toCell).join(''))
    }
  } finally {
    await service.stop()
  }
}

/** Throws when the answer has another status than the scenario expects. */
async function send(
  baseUrl: string,
  token: string,
  { name, method, path, body, status }: Scenario,
): Promise<void> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  if (response.status !== status)
    throw new Error(`${name} was answered ${response.status} instead of ${status}.`)
}

async function createAgent(baseUrl: string, token: string): Promise<string> {
  const response = await fetch(`${baseUrl}/instances/demo/agents`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(agent),
  })
  return asString(asObject(await response.json())['id'])
}

function toCell(text: string, column: number): string {
  return column === 0 ? text.padEnd(34) : text.padStart(12)
}

const TURNS = 20

const CONCURRENCY = 4

const HOUR_MS = 3_600_000

const usage = `Measures the service side by side: creations, reads, a list, refusals.

  npm run bench -- [--requests <n>]

  --requests  how often each operation is sent, spread over ${TURNS} turns (default: 1000)
  --help      this text

Starts its own service and PostgreSQL in a temporary folder, and sends ${CONCURRENCY} requests at a time from the same process.
The column "time" is the time per request relative to createAgent.`

await runCommand(main, { usage, options: { requests: { type: 'string', default: '1000' } } })
