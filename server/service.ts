import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { DatabaseError } from 'pg'
import { pino, type DestinationStream, type Logger } from 'pino'
import { createApp } from './pipeline/app.ts'
import { createInstanceDirectory } from './access/instances.ts'
import { createTokenVerifier } from './access/token.ts'
import type { Config } from './config/config.ts'
import { readContract, type Contract } from '../contract/document.ts'
import type { AnyOperation } from './contract.ts'
import { isDatabaseUnavailable, openDatabase } from './db/client.ts'
import { migrate } from './db/migrate.ts'
import { startEmbeddedPostgres } from './development/postgres/embedded-postgres.ts'
import { deleteExpiredIdempotencyKeys } from './db/idempotency-keys.ts'
import { loadDevelopmentKeys } from './development/keys.ts'
import { answerClientErrors } from './pipeline/client-errors.ts'
import { drain, listen } from './pipeline/listening.ts'
import { startIdentityProvider } from './development/identity-provider/provider.ts'
import { testConnection, type ConnectionTestInput } from './integrations/connection-test/run.ts'
import { integrationTypesFolder, loadIntegrationTypes } from '../contract/integration-types.ts'
import type { Lookup } from './integrations/outbound/guard.ts'
import { createSecretBox } from './integrations/secrets.ts'
import { createManagementServer } from './pipeline/management.ts'
import { startChecks, type CheckOptions, type CheckPace, type Checks } from './integrations/checks/checks.ts'
import { createStandInOperations } from './ledger/stand-in.ts'
import { createMetrics } from './pipeline/metrics.ts'
import { operations } from './operations/index.gen.ts'
import { seedDemo } from './development/seed-demo.ts'
import { createSingleFlight } from './integrations/single-flight.ts'

export type StartedService =
  | {
      ok: true
      baseUrl: string
      managementUrl: string
      issuer: string
      stop(): Promise<void>
    }
  | { ok: false; message: string }

/** What surrounds the service, for tests to replace. */
export interface Surroundings {
  /** Finds the hosts of integrations. Default: the system's resolver. */
  lookup?: Lookup
  /** Takes the log, a JSON object a line. Default: standard output. */
  logTo?: DestinationStream
  /** How often background checks look for work. Default: what suits production. */
  checkPace?: Partial<CheckPace>
  /** Lets the first request of each operation wait for its validators. Default: false. */
  isCold?: boolean
}

/**
 * Starts everything that the configuration names and, in development, what it leaves out: a database, an identity
 * provider, encryption keys and the instance `demo`. What was started is stopped again in the opposite order.
 * Not `ok`: a port is taken or the database cannot be used; `message` says what to do.
 */
export async function startService(
  config: Config,
  { logTo, ...surroundings }: Surroundings = {},
): Promise<StartedService> {
  const log = pino({ level: config.logLevel, redact: valuesInErrors }, logTo ?? pino.destination())
  const stops: (() => Promise<void>)[] = []
  const stopAll = async () => {
    for (const stop of stops.toReversed()) await stop()
  }
  try {
    const started = await start(config, log, stops, surroundings)
    if (started.ok) return { ...started, stop: stopOnce(started.stopping, stopAll, log) }
    await stopAll()
    return started
  } catch (error) {
    await stopAll()
    const message = explainPort(error, config)
    if (message === null) throw error
    return { ok: false, message }
  }
}

async function start(
  config: Config,
  log: Logger,
  stops: (() => Promise<void>)[],
  { lookup, checkPace, isCold = false }: Omit<Surroundings, 'logTo'>,
) {
  const contract = await readContract()
  const integrationTypes = loadIntegrationTypes(integrationTypesFolder)
  const database = await findDatabase(config, log)
  if (!database.ok) return database
  stops.push(database.stop)

  const db = openDatabase({
    url: database.url,
    poolSize: config.databasePoolSize,
    acquireTimeoutMs: config.databaseAcquireTimeoutMs,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    log,
  })
  stops.push(() => closePool(db))
  const migrated = await tryDatabase(config, () => migrate(db))
  if (!migrated.ok) return migrated
  if (migrated.result.length > 0) log.info({ migrations: migrated.result }, 'migrated')
  const secretBox = createSecretBox(config.encryptionKeys ?? (await loadDevelopmentKeys(config.dataDir)))
  if (!config.databaseUrl) await seedDemo(db, secretBox)
  stops.push(forgetIdempotencyKeys(db, log))

  const issuer = config.oidcIssuer ?? (await startOwnIssuer(config, db, log, stops))
  const metrics = createMetrics(db)
  const testing = {
    integrationTypes,
    secretBox,
    testConnection: (input: Omit<ConnectionTestInput, 'allowedHosts' | 'lookup'>) =>
      testConnection({ ...input, allowedHosts: config.outboundAllowedHosts, lookup }),
  }
  const started = await tryDatabase(config, () =>
    checksFor(config, {
      ...testing,
      db,
      databaseUrl: database.url,
      statementTimeoutMs: config.databaseStatementTimeoutMs,
      log,
      metrics,
      pace: checkPace,
    }),
  )
  if (!started.ok) return started
  const checks = started.result
  stops.push(() => checks.stop())
  const stopping = { isStopping: false }
  const { app, warmUp } = createApp({
    contract,
    operations: chooseOperations(config, contract, log),
    context: {
      db,
      ...testing,
      shareTest: createSingleFlight(),
      enqueueCheck: checks.enqueueCheck,
    },
    verifyToken: createTokenVerifier({
      issuer,
      audience: config.oidcAudience,
      instancesClaim: config.oidcInstancesClaim,
      rolesClaim: config.oidcRolesClaim,
      userClaim: config.oidcUserClaim,
    }),
    instanceDirectory: createInstanceDirectory(db),
    corsOrigins: config.corsOrigins.length > 0 || config.production ? config.corsOrigins : [loopbackOrigin],
    rateLimitPerMinute: config.rateLimitPerMinute,
    metrics,
    log,
  })
  const management = createManagementServer(db, metrics, log, () => stopping.isStopping)
  const managementPort = await listen(management, config.managementPort, config.managementHost)
  stops.push(() => drain(management, 0))
  const server = createServer(
    {
      headersTimeout: config.headersTimeoutMs,
      requestTimeout: config.requestTimeoutMs,
      // Longer than the 60 s of the usual load balancers: else they send a request just when this end closes.
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 1_000,
      // Else Node answers by itself, with an empty 400.
      requireHostHeader: false,
    },
    app,
  )
  // Else Node answers an `Expect` that it does not know by itself, with an empty 417.
  server.on('checkExpectation', app)
  answerClientErrors(server, contract.titles, log)
  const port = await listen(server, config.port, config.host)
  stops.push(() => drain(server, config.shutdownTimeoutMs))
  log.info({ port, managementPort, issuer }, 'listening')
  if (!isCold)
    warmUp().catch((error: unknown) => log.error({ err: error }, 'validators were not compiled ahead'))
  return {
    ok: true as const,
    baseUrl: `http://${hostInUrl(config.host)}:${port}`,
    managementUrl: `http://${hostInUrl(config.managementHost)}:${managementPort}`,
    issuer,
    stopping,
  }
}

async function findDatabase({ databaseUrl, dataDir }: Config, log: Logger) {
  if (databaseUrl) return { ok: true as const, url: databaseUrl, stop: async () => {} }
  return startEmbeddedPostgres({ dataDir, log })
}

/** What an operator can put right about a database of theirs is told; the rest is a fault of ours. */
async function tryDatabase<Result>({ databaseUrl }: Config, use: () => Promise<Result>) {
  try {
    return { ok: true as const, result: await use() }
  } catch (error) {
    const isTheirs = isDatabaseUnavailable(error) || error instanceof DatabaseError
    if (!databaseUrl || !isTheirs || !(error instanceof Error)) throw error
    const message = `The database that DATABASE_URL names cannot be used: ${error.message}`
    return { ok: false as const, message }
  }
}

function chooseOperations(
  { workLedger, workLedgerUrl }: Config,
  contract: Contract,
  log: Logger,
): Readonly<Record<string, AnyOperation>> {
  log.info({ workLedger, ...(workLedger === 'prism' && { workLedgerUrl }) }, 'work ledger')
  if (workLedger === 'database') return operations
  return { ...operations, ...createStandInOperations(contract, workLedgerUrl) }
}

async function checksFor(
  { checkIntervalMinutes, checkConcurrency, checkConcurrencyPerHost }: Config,
  options: Omit<CheckOptions, 'intervalMs' | 'concurrency' | 'perHost'>,
): Promise<Checks> {
  if (checkIntervalMinutes === 0) return { enqueueCheck: async () => {}, stop: async () => {} }
  return startChecks({
    ...options,
    intervalMs: checkIntervalMinutes * 60_000,
    concurrency: checkConcurrency,
    perHost: checkConcurrencyPerHost,
  })
}

async function startOwnIssuer(
  config: Config,
  db: Knex,
  log: Logger,
  stops: (() => Promise<void>)[],
): Promise<string> {
  const provider = await startIdentityProvider({
    db,
    log,
    port: config.identityPort,
    dataDir: config.dataDir,
    production: config.production,
    audience: config.oidcAudience,
    defaultUserRole: config.identityUserRole,
    defaultInstanceId: 'demo',
  })
  stops.push(() => provider.close())
  return provider.issuer
}

/** Does not wait for a query that outlived its caller: it ends, undone, with its connection or with this process. */
async function closePool(db: Knex): Promise<void> {
  await Promise.race([db.destroy(), sleep(1000, undefined, { ref: false })])
}

/** Deletes, now and every ten minutes, what is no longer replayed. */
function forgetIdempotencyKeys(db: Knex, log: Logger): () => Promise<void> {
  const forget = () => {
    deleteExpiredIdempotencyKeys(db, 10_000).catch((error: unknown) =>
      log.warn({ err: error }, 'keys were kept'),
    )
  }
  forget()
  const timer = setInterval(forget, 10 * 60_000)
  timer.unref()
  return async () => clearInterval(timer)
}

/** However often it is called, it stops once, and every call waits for that. */
function stopOnce(
  stopping: { isStopping: boolean },
  stopAll: () => Promise<void>,
  log: Logger,
): () => Promise<void> {
  let stopped: Promise<void> | null = null
  const stop = async () => {
    stopping.isStopping = true
    log.info('stopping')
    await stopAll()
    log.info('stopped')
  }
  return () => (stopped ??= stop())
}

/** What to do about a port that cannot be listened on; null when the error is about something else. */
function explainPort(error: unknown, config: Config): string | null {
  if (!(error instanceof Error)) return null
  if (!('code' in error && 'port' in error)) return explainPort(error.cause, config)
  const port = Number(error.port)
  const names = new Map([
    [config.identityPort, 'IDENTITY_PORT'],
    [config.managementPort, 'MANAGEMENT_PORT'],
    [config.port, 'PORT'],
  ])
  const other = port < 50_000 ? Math.max(port + 1000, 8000) : port - 1000
  const choose = `choose another: ${names.get(port) ?? 'PORT'}=${other} npm start`
  if (error.code === 'EADDRINUSE') return `Port ${port} is taken. Stop what listens there, or ${choose}`
  if (error.code === 'EACCES') return `This user may not listen on port ${port}: ${choose}`
  return null
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Members of errors, PostgreSQL's above all, that repeat what callers sent. */
const valuesInErrors = ['err.config', 'err.parameters', 'err.bindings', 'err.detail', 'err.where']

/** Pages of a developer's own machine, when no origins are configured in development. */
const loopbackOrigin = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/
