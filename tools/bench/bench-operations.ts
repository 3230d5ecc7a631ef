import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { homeFor } from '../../workshop/postgres/home.ts'
import { fail } from '../../server/commands/fail.ts'
import { wholeNumber } from '../../server/commands/read-arguments.ts'
import { subcommand } from '../../server/commands/run-command.ts'
import { sendLoad } from './load.ts'
import { openBenchDatabase } from './database.ts'
import { writeRounds, type Measured } from './report.ts'
import { scenarios, type Scenario } from './scenarios.ts'
import { memoryOf, processorTimeOf, startListener, startServer } from './server.ts'

async function main(values: Values) {
  const rounds = wholeNumber(values.rounds, 1, 100)
  const seconds = wholeNumber(values.seconds, 1, 600)
  const chosen = scenarios.filter(({ name }) => name.includes(values.only))
  if (!rounds || !seconds) return fail(`--rounds and --seconds take whole numbers from 1.\n\n${usage}`)
  if (chosen.length === 0) return fail(`--only takes a part of: ${scenarios.map(({ name }) => name).join('; ')}.`)
  const dataDir = await mkdtemp(join(tmpdir(), 'instance-administration-bench-'))
  await using opened = new AsyncDisposableStack()
  opened.defer(async () => {
    await rm(homeFor(dataDir).folder, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  })
  const contestants = await start(dataDir, opened)
  const { all } = contestants
  for (const scenario of chosen) await measureAll(scenario, contestants, { rounds, seconds })
  for (const { name, most } of all) console.log(`${name}: at most ${Math.round(most / 1e6)} MB resident`)
  return 0
}

/**
 * Starts a server of development, which has a database and an issuer, and on these the contestants: the service as in
 * production, and its peers.
 */
async function start(dataDir: string, opened: AsyncDisposableStack) {
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
  for (const { name, args, env } of contestants) {
    const started = await startListener(args, env)
    opened.defer(() => started.stop())
    all.push({ name, most: 0, ...started })
  }
  return { all, database }
}

/** As the image starts the service. */
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
async function measureAll(scenario: Scenario, { all, database }: Contestants, pace: Pace): Promise<void> {
  const prepared = await prepareAll(scenario, { all, database })
  const rounds: Measured[][] = []
  // The round before the first compiles code and fills caches.
  for (let round = -1; round < pace.rounds; round++) {
    const measured: Measured[] = []
    for (const { contestant, load } of prepared) {
      const sending = { duration: pace.seconds, connections: connectionCount }
      const before = processorTimeOf(contestant.pid)
      const result = await sendLoad(contestant.baseUrl, load, sending)
      const used = processorTimeOf(contestant.pid) - before
      measured.push({ ...result, processor: used / (result.perSecond * pace.seconds) })
      contestant.most = Math.max(contestant.most, memoryOf(contestant.pid))
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

async function prepareAll(scenario: Scenario, { all, database }: Contestants) {
  return Promise.all(
    all.map(async (contestant) => {
      const { authorization, userIds } = database
      const load = await scenario.prepare({ baseUrl: contestant.baseUrl, authorization, userIds })
      return { contestant, load }
    }),
  )
}

type Contestants = Pick<Awaited<ReturnType<typeof start>>, 'all' | 'database'>

type Values = Record<'rounds' | 'seconds' | 'only', string>

interface Pace {
  rounds: number
  seconds: number
}

const connectionCount = 16

const usage = `Measures the service beside a plain Fastify service and Node's own HTTP server, on one database.

  npm run bench -- [--rounds <n>] [--seconds <n>] [--only <text>]

  --rounds   how often each operation is measured on each server (default: 5)
  --seconds  how long each measurement takes (default: 2)
  --only     measures only the operations whose name contains the text
  --help     this text

Starts everything itself, in a temporary folder. Sends ${connectionCount} requests at a time. The servers take turns, so that other
load on the machine hits all alike: look at the ratios. "of fastify" is the median of the rounds' ratios, with their
range; above 1 the service is faster. A peer does the same work with the same statements (tools/bench/peers/work.ts).
To see where the time goes, start the service with node --cpu-prof.`

export const benchOperations = subcommand(main, {
  usage,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
  },
})
