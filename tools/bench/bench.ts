import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findHome } from '../../server/development/postgres/home.ts'
import { fail } from '../../server/commands/fail.ts'
import { wholeNumber } from '../../server/commands/read-arguments.ts'
import { runCommand } from '../../server/commands/run-command.ts'
import { sendLoad } from './load.ts'
import { openBenchDatabase, type BenchDatabase } from './database.ts'
import { processorTimeOf, processorTimeOfChildren } from './processor-time.ts'
import { LARGE, measureGrowth, SMALL } from './growth.ts'
import { findInspector, profile } from './profile.ts'
import { writeProfile, writeRounds, writeTable, type Round } from './report.ts'
import { scenarios, type Scenario } from './scenarios.ts'
import { measureStarts } from './start.ts'
import { memoryOf, startListener, startServer, type Started } from './server.ts'

async function main(values: Values) {
  const rounds = wholeNumber(values.rounds, 1, 100)
  const seconds = wholeNumber(values.seconds, 1, 600)
  const chosen = scenarios.filter(({ name }) => name.includes(values.only))
  if (!rounds || !seconds) return fail(`--rounds and --seconds take whole numbers from 1.\n\n${usage}`)
  if (chosen.length === 0)
    return fail(`--only takes a part of: ${scenarios.map(({ name }) => name).join('; ')}.`)
  const dataDir = await mkdtemp(join(tmpdir(), 'instance-administration-bench-'))
  await using opened = new AsyncDisposableStack()
  opened.defer(async () => {
    const home = findHome(dataDir)
    if (home) await rm(home.folder, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  })
  const contestants = await start(dataDir, values.profile, opened)
  const { home, database, env, all } = contestants
  if (values.start) {
    console.log((await measureStarts(database, serviceArguments, env, rounds)).join('\n'))
    return 0
  }
  if (values.growth) {
    const rows = await measureGrowth(home, database, all[0]?.baseUrl ?? '', { rounds, seconds })
    console.log(writeTable('ms', [['', `${SMALL} users`, `${LARGE} users`, 'growth'], ...rows]))
    return 0
  }
  for (const scenario of chosen) {
    if (values.profile) await profileAll(scenario, contestants, seconds)
    else await measureAll(scenario, contestants, { rounds, seconds })
  }
  if (!values.profile) {
    for (const { name, most } of all) console.log(`${name}: at most ${Math.round(most / 1e6)} MB resident`)
  }
  return 0
}

/**
 * Starts a server of development, which has a database and an issuer, and on these the contestants: the service as in
 * production, and its peers.
 */
async function start(dataDir: string, isProfiled: boolean, opened: AsyncDisposableStack) {
  const home = await startServer(dataDir)
  opened.defer(() => home.stop())
  const database = await openBenchDatabase(home)
  opened.defer(() => database.client.end())
  const { databaseUrl, issuer } = database
  const env = serviceEnvironment(databaseUrl, issuer)
  const contestants = [
    { name: 'service', args: serviceArguments, env },
    {
      name: 'fastify',
      args: ['tools/bench/peers/fastify.ts', databaseUrl, issuer, 'instance-admin'],
      env: {},
    },
    { name: 'http', args: ['tools/bench/peers/http.ts', databaseUrl, issuer, 'instance-admin'], env: {} },
  ]
  const all = []
  for (const [at, { name, args, env }] of contestants.entries()) {
    const flags = isProfiled ? [`--inspect=127.0.0.1:${INSPECTORS + at}`] : []
    const started = await startListener([...flags, ...args], env)
    opened.defer(() => started.stop())
    all.push({ name, most: 0, ...started })
  }
  return { home, env, all, database }
}

/** As `npm start` starts the service. */
const serviceArguments = ['--max-semi-space-size=16', 'server/main.ts']

function serviceEnvironment(databaseUrl: string, issuer: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    OIDC_ISSUER: issuer,
    ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    PORT: '0',
    MANAGEMENT_PORT: '0',
    RATE_LIMIT_PER_MINUTE: '10000000',
  }
}

/** Measures the contestants in turns, so that other load on the machine hits all of them alike. */
async function measureAll(scenario: Scenario, { all, database }: Measured, pace: Pace): Promise<void> {
  const prepared = await prepareAll(scenario, { all, database })
  const rounds: Round[][] = []
  // The round before the first compiles code and fills caches.
  for (let round = -1; round < pace.rounds; round++) {
    const measured: Round[] = []
    for (const { contestant, load } of prepared) {
      const before = processorTimes(contestant, database)
      const result = await sendLoad(contestant.baseUrl, load, {
        forMs: pace.seconds * 1000,
        connections: CONNECTIONS,
      })
      const after = processorTimes(contestant, database)
      contestant.most = Math.max(contestant.most, memoryOf(contestant.pid))
      measured.push({
        ...result,
        serverMicroseconds: ((after.server - before.server) * 1000) / result.requests,
        databaseMicroseconds: ((after.database - before.database) * 1000) / result.requests,
      })
    }
    if (round >= 0) rounds.push(measured)
  }
  console.log(
    writeRounds(
      scenario.name,
      all.map(({ name }) => name),
      rounds,
    ),
  )
}

async function profileAll(scenario: Scenario, contestants: Measured, seconds: number): Promise<void> {
  const columns: { name: string; perRequest: Map<string, number> }[] = []
  for (const [at, { contestant, load }] of (await prepareAll(scenario, contestants)).entries()) {
    // Few connections: on a busy machine a profile also counts the time for which the process waits for a processor.
    const sending = { forMs: seconds * 1000, connections: 2 }
    await sendLoad(contestant.baseUrl, load, sending)
    const { sums, result } = await profile(await findInspector(INSPECTORS + at), () =>
      sendLoad(contestant.baseUrl, load, sending),
    )
    const perRequest = new Map([...sums].map(([name, sum]) => [name, sum / result.requests] as const))
    columns.push({ name: contestant.name, perRequest })
  }
  console.log(writeProfile(scenario.name, columns))
}

async function prepareAll(scenario: Scenario, { all, database }: Measured) {
  return Promise.all(
    all.map(async (contestant) => {
      const { authorization, userIds } = database
      const load = await scenario.prepare({ baseUrl: contestant.baseUrl, authorization, userIds })
      return { contestant, load }
    }),
  )
}

function processorTimes({ pid }: Started, { postmaster }: BenchDatabase) {
  return { server: processorTimeOf(pid), database: processorTimeOfChildren(postmaster) }
}

type Measured = Pick<Awaited<ReturnType<typeof start>>, 'all' | 'database'>

type Values = Record<'rounds' | 'seconds' | 'only', string> & Record<'profile' | 'start' | 'growth', boolean>

interface Pace {
  rounds: number
  seconds: number
}

const CONNECTIONS = 16

/** The ports of the inspectors of the three processes. */
const INSPECTORS = 9329

const usage = `Measures the service beside a plain Fastify service and Node's own HTTP server, on one database.

  npm run bench -- [--rounds <n>] [--seconds <n>] [--only <text>] [--profile | --start | --growth]

  --rounds   how often each operation is measured on each server (default: 5)
  --seconds  how long each measurement takes (default: 2)
  --only     measures only the operations whose name contains the text
  --profile  writes where each server's processor time goes, by package, instead of the rates
  --start    measures starts instead: until the service listens, and the first request of each operation
  --growth   measures lists of ${SMALL} and of ${LARGE} users instead
  --help     this text

Starts everything itself, in a temporary folder. Sends ${CONNECTIONS} requests at a time. The servers take turns, so that other
load on the machine hits all alike: look at the ratios. "of fastify" is the median of the rounds' ratios, with their
range; above 1 the service is faster. A peer does the same work with the same statements (tools/bench/peers/work.ts).`

await runCommand(main, {
  usage,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    profile: { type: 'boolean', default: false },
    start: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
  },
})
