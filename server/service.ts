import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './db/database.ts'
import { pino, type DestinationStream, type Logger } from 'pino'
import { createApp } from './pipeline/app.ts'
import { createInstanceDirectory, watchInstances } from './access/instances.ts'
import { findUsersIn } from './access/users.ts'
import { createTokenVerifier } from './access/token.ts'
import type { Config } from './config/config.ts'
import type { Contract } from '../contract/document.ts'
import { rawBodyOperations, type AnyOperation, type Operations } from './contract/operation.ts'
import { databaseAccess, openDatabase, withLongWait } from './db/connection/pool.ts'
import { findCharacterTypeFault } from './db/connection/character-type.ts'
import { findMissingLimits } from './db/connection/limits.ts'
import { migrate } from './db/schema/migrate.ts'
import { traceConnection } from './db/connection/traced-connection.ts'
import { findParts } from './db/placement.ts'
import { deletePasswords } from './db/users.ts'
import { createSearchIndex } from './db/work-ledger-search-index.ts'
import { createFairQueue } from './pipeline/fair-queue.ts'
import { answerOnceIn } from './pipeline/idempotency.ts'
import { createApiServer, type ConnectionTimeouts } from './pipeline/api-server.ts'
import { drain, listen } from './http/listening.ts'
import { testConnection } from './integrations/connection-test/run.ts'
import type { Lookup } from './integrations/outbound/guard.ts'
import type { StoredTestContext } from './integrations/stored-test.ts'
import { createSecretBox } from './integrations/secrets.ts'
import { createManagementServer } from './pipeline/management.ts'
import { startBackground } from './background.ts'
import { defaultTimings, type JobTimings } from './db/connection/jobs.ts'
import { chooseDirectory } from './identity/choose-directory.ts'
import { directoryKind } from './identity/directory-kind.ts'
import { createStandInOperations } from './ledger/stand-in.ts'
import { createMetrics } from './pipeline/metrics.ts'
import { createRequestCounts, shareRequestCounts } from './pipeline/request-counts.ts'
import { prepare, type Prepared } from './contract/prepared.ts'
import { breakCircuit } from './pipeline/circuit-breaker.ts'
import { compileValidators, type Validators } from './contract/validator.ts'
import * as operations from './operations/index.gen.ts'
import { standIn, type Development } from './config/development.ts'
import { explainFailedStart } from './config/failed-start.ts'
import { createSingleFlight } from './integrations/single-flight.ts'
import { lazy } from './lib/lazy.ts'
import { watchOutage } from './lib/outage.ts'
import { createChangeFeed } from './changes/feed.ts'
import { ledgerElsewhere } from '../contract/rules/refusals.ts'
import { createEvaluator, type EvaluatorOptions } from './twu/evaluator.ts'

export interface RunningService {
  ok: true
  baseUrl: string
  managementUrl: string
  issuer: string
  stop(): Promise<void>
}

export type StartedService = RunningService | { ok: false; message: string }

export interface ServiceOptions {
  /** Resolves the hosts of integrations. Default: the system's resolver. */
  lookup?: Lookup
  /** Takes the log, one JSON object a line. Default: standard output. */
  logTo?: DestinationStream
  /** Ports of public hosts that are open beside that of the protocol. Default: none. */
  outboundPorts?: readonly number[]
  /** How long connections may take. Default: as in production. */
  timeouts?: ConnectionTimeouts
  /** The pace of jobs. Default: the pace of production. */
  jobTimings?: Partial<JobTimings>
  /** The limits of evaluating models. Default: those of production. */
  evaluation?: EvaluatorOptions
  /** Stands in for missing settings. */
  development?: Development | undefined
  /** The prepared contract and types, for several services of one process. Default: prepared and compiled at the start. */
  prepared?: Prepared
}

/**
 * Starts everything in the configuration; `development` stands in for what it leaves out. The order is stores, background
 * work, listeners. All of them stop in the opposite order, also when a later step fails.
 * Not `ok` when a port is taken or the database cannot be used; `message` tells the operator what to do.
 */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<StartedService> {
  const log = pino({ level: config.logLevel, redact: valuesInErrors }, options.logTo ?? pino.destination())
  const stopping = new AbortController()
  await using opening = new AsyncDisposableStack()
  try {
    const prepared = await addOwnTypes(options.prepared ?? (await prepare()), config)
    if (!prepared.ok) return prepared
    // While the start waits for the database. Else each is compiled when it is first needed.
    if (!options.prepared) void compileValidators(prepared.validators, stopping.signal)
    await findTakenPorts(config, options)
    const stores = await openStores(config, options, log, opening)
    if (!stores.ok) return stores
    const parts = await startParts(config, { ...prepared, ...stores }, options, log, opening)
    const { timeouts } = options
    const started = { ...prepared, ...stores, ...parts, config, timeouts, log }
    const addresses = await startListeners(started, stopping.signal, opening)
    const opened = opening.move()
    const stop = lazy(async () => {
      stopping.abort()
      log.info('stopping')
      await opened.disposeAsync()
      log.info('stopped')
    })
    return { ok: true, ...addresses, issuer: parts.issuer, stop }
  } catch (error) {
    const message = explainFailedStart(error, config)
    if (message === null) throw error
    return { ok: false, message }
  }
}

/** Rejects for a port that is taken, which then is said before the database starts. */
async function findTakenPorts(config: Config, { development }: ServiceOptions): Promise<void> {
  const { host, port, managementHost, managementPort, identityPort, oidcIssuer } = config
  const identity = development && oidcIssuer === undefined ? [{ host: '127.0.0.1', port: identityPort }] : []
  const places = [{ host, port }, { host: managementHost, port: managementPort }, ...identity]
  for (const place of places) {
    const server = createServer()
    await listen(server, place.port, place.host)
    await drain(server, 0)
  }
}

/** With the types of the operator, whose files are read only then. */
async function addOwnTypes(prepared: Prepared, { integrationTypesDir, integrationTypesHosts }: Config) {
  if (integrationTypesDir === undefined) return { ok: true as const, ...prepared }
  try {
    const { loadOwnTypes } = await import('./integrations/own-types.ts')
    const own = loadOwnTypes(integrationTypesDir, integrationTypesHosts)
    return { ok: true as const, ...prepared, integrationTypes: new Map([...prepared.integrationTypes, ...own]) }
  } catch (error) {
    return {
      ok: false as const,
      message: `INTEGRATION_TYPES_DIR: ${error instanceof Error ? error.message : 'failed'}`,
    }
  }
}

/** The migrated database, the keys of its secrets, and what tells a collector; that ends last. */
async function openStores(config: Config, { development }: ServiceOptions, log: Logger, opening: AsyncDisposableStack) {
  const telemetry = await openTelemetry(config, log)
  opening.defer(() => telemetry?.stop())
  const database = await findDatabase(config, development, log)
  if (!database.ok) return database
  opening.defer(database.stop)
  const access = databaseAccess(config, database.url)
  const db = openDatabase({
    ...access,
    poolSize: config.databasePoolSize,
    givesUp: true,
    afterCreate: telemetry ? traceConnection : undefined,
  })
  opening.defer(() => closePool(db))
  // Its connection closes when there is nothing to do.
  const maintenanceDb = openDatabase({ ...withLongWait(access), poolSize: 1, name: 'instance-administration upkeep' })
  opening.defer(() => closePool(maintenanceDb))
  const missing = await findMissingLimits(maintenanceDb, config)
  if (missing !== null) return { ok: false as const, message: missing }
  const migrations = await migrate(access, (step) => log.info(step, 'migrating'))
  if (migrations.length > 0) log.info({ migrations }, 'migrated')
  await createSearchIndex(access)
  const fault = await findCharacterTypeFault(maintenanceDb)
  if (fault !== null) log.warn(fault)
  const secretBox = createSecretBox(
    config.encryptionKeys ?? (await standIn(development, 'ENCRYPTION_KEYS').loadKeys(config)),
  )
  if (!config.databaseUrl) await development?.seed(db, secretBox)
  return { ok: true as const, access, db, maintenanceDb, telemetry, secretBox }
}

/** Who signs callers in, who keeps their accounts, and what runs without a request. */
async function startParts(
  config: Config,
  { validators, integrationTypes, access, db, maintenanceDb, telemetry, secretBox }: Prepared & Stores,
  { lookup, outboundPorts, jobTimings, development, evaluation }: ServiceOptions,
  log: Logger,
  opening: AsyncDisposableStack,
) {
  const { issuer, clientId } = await findIssuer(config, development, db, log, opening)
  const metrics = createMetrics(db)
  const rules = { allowed: config.outboundAllowedHosts, ports: outboundPorts, lookup }
  const testing: StoredTestContext = {
    log,
    integrationTypes,
    secretBox,
    testConnection: (input) => testConnection({ ...input, ...rules }),
  }
  const directory = await chooseDirectory(config, () => standIn(development, 'OIDC_ISSUER').openDirectory(db))
  if (directoryKind(config) !== 'embedded') await forgetPasswords(maintenanceDb, log)
  const checks = {
    ...testing,
    db,
    intervalMs: config.checkIntervalMinutes * 60_000,
    metrics,
  }
  const evaluators = { evaluator: createEvaluator(evaluation), reportEvaluator: createEvaluator(evaluation) }
  for (const { stop } of Object.values(evaluators)) opening.defer(stop)
  const findFaults = (report: unknown) => validators.get('reportExecution')?.().findBodyFaults(report) ?? []
  const enqueue = await startBackground(
    {
      access,
      db,
      maintenanceDb,
      pace: { ...defaultTimings, ...jobTimings },
      directory,
      checks: config.checkIntervalMinutes > 0 ? checks : null,
      traces: { db, reportEvaluator: evaluators.reportEvaluator, findFaults, metrics, log },
      deliveries: { db, secretBox, rules, metrics, log },
      telemetry,
      log,
    },
    opening,
  )
  const consoleSignIn = clientId === undefined ? null : { issuer, clientId }
  const context = { db, ...testing, directory, ...enqueue, ...evaluators, webhookRules: rules }
  return { issuer, consoleSignIn, metrics, context }
}

/** Starts the management port first, because it reports whether the API's port is ready. */
async function startListeners(
  {
    config,
    contract,
    validators,
    access,
    db,
    telemetry,
    secretBox,
    issuer,
    consoleSignIn,
    metrics,
    context,
    timeouts,
    log,
  }: Parts,
  stopping: AbortSignal,
  opening: AsyncDisposableStack,
) {
  const database = watchOutage(log, { begins: 'the database does not answer', ends: 'the database answers again' })
  const counts = createRequestCounts()
  const exchangeDb = openDatabase({ ...access, poolSize: 1, givesUp: true })
  const exchanging = new AbortController()
  opening.defer(() => exchanging.abort())
  opening.defer(() => closePool(exchangeDb))
  const findPart = await findParts(db)
  const changeFeed = createChangeFeed(db, findPart, stopping, log)
  void shareRequestCounts(counts, exchangeDb, exchanging.signal, log)
  const instanceDirectory = createInstanceDirectory(db)
  await instanceDirectory.refresh(exchangeDb)
  void watchInstances(instanceDirectory, exchangeDb, exchanging.signal, log)
  const app = createApp({
    contract,
    validators,
    operations: chooseOperations(config, contract, validators, log),
    rawBodyOperations,
    context: { ...context, shareTest: createSingleFlight(), changeFeed },
    verifyToken: createTokenVerifier(issuer, config, log),
    answerOnce: answerOnceIn(db, secretBox),
    instanceDirectory,
    findUser: findUsersIn(db),
    rolesFrom: config.rolesFrom,
    corsOrigins: config.corsOrigins.length > 0 || config.production ? config.corsOrigins : [loopbackOrigin],
    consoleSignIn,
    resource: { issuer, scheme: config.production ? 'https' : 'http' },
    rateLimits: {
      perMinute: config.rateLimitPerMinute,
      perOperation: config.connectionTestsPerMinute,
      counts,
    },
    readQueue: createFairQueue(2 * config.databasePoolSize, config.databaseAcquireTimeoutMs),
    breakCircuit: breakCircuit(findPart, {
      maxTries: Math.ceil(config.databasePoolSize / 4),
      silenceMs: config.databaseStatementTimeoutMs / 2,
    }),
    metrics,
    database,
    telemetry,
    log,
  })
  const observed = { db, metrics, outage: database, stopping }
  const management = createManagementServer(observed, timeouts?.slowReaderTimeoutMs)
  const managementPort = await listen(management, config.managementPort, config.managementHost)
  opening.defer(() => drain(management, 0))
  const server = createApiServer(app, contract.titles, log, timeouts)
  const port = await listen(server, config.port, config.host)
  opening.defer(() => drain(server, config.shutdownTimeoutMs, config.shutdownDelayMs))
  log.info({ port, managementPort, issuer }, 'listening')
  return {
    baseUrl: `http://${hostInUrl(config.host)}:${port}`,
    managementUrl: `http://${hostInUrl(config.managementHost)}:${managementPort}`,
  }
}

/** Null without a collector: then nothing of OpenTelemetry is loaded. */
async function openTelemetry(config: Config, log: Logger) {
  if (config.otelExporterOtlpEndpoint === undefined) return null
  const { startSdk } = await import('./telemetry/sdk.ts')
  return startSdk(config.otelExporterOtlpEndpoint, config, log)
}

async function findDatabase(config: Config, development: Development | undefined, log: Logger) {
  if (config.databaseUrl) return { ok: true as const, url: config.databaseUrl, stop: async () => {} }
  return standIn(development, 'DATABASE_URL').startDatabase(config, log)
}

/** Passwords that an earlier release stored, or the embedded provider of earlier days: no code reads them any more. */
async function forgetPasswords(db: Database, log: Logger): Promise<void> {
  const passwords = await deletePasswords(db)
  if (passwords > 0) log.info({ passwords }, 'deleted stored passwords: the identity provider has its own')
}

/** Does not wait for a query whose caller has gone. PostgreSQL rolls it back when its connection or this process ends. */
async function closePool(db: Database): Promise<void> {
  await Promise.race([db.destroy(), sleep(1000, undefined, { ref: false })])
}

async function findIssuer(
  config: Config,
  development: Development | undefined,
  db: Database,
  log: Logger,
  opening: AsyncDisposableStack,
) {
  const { oidcIssuer, consoleClientId } = config
  if (oidcIssuer !== undefined) return { issuer: oidcIssuer, clientId: consoleClientId }
  const { issuer, clientId, close } = await standIn(development, 'OIDC_ISSUER').startIssuer(config, db, log)
  opening.defer(close)
  return { issuer, clientId: consoleClientId ?? clientId }
}

function chooseOperations(
  { workLedger, workLedgerUrl }: Config,
  contract: Contract,
  validators: Validators,
  log: Logger,
): Readonly<Record<string, AnyOperation>> {
  log.info({ workLedger, ...(workLedger === 'prism' && { workLedgerUrl }) }, 'work ledger')
  if (workLedger === 'database') return operations satisfies Operations
  const answerElsewhere = async () => ledgerElsewhere
  const refused = {
    reportExecution: answerElsewhere,
    reportExecutions: answerElsewhere,
    exportTraces: answerElsewhere,
    reviewWorkLedgerEntry: answerElsewhere,
  }
  return { ...operations, ...refused, ...createStandInOperations(contract, validators, workLedgerUrl) }
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Members of errors that repeat the input of callers; most come from PostgreSQL. */
const valuesInErrors = ['err.config', 'err.parameters', 'err.bindings', 'err.detail', 'err.where']

/** The pages of a developer's own machine. They may call in development when no origins are configured. */
const loopbackOrigin = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/

type Stores = Extract<Awaited<ReturnType<typeof openStores>>, { ok: true }>

type Parts = Prepared &
  Stores &
  Awaited<ReturnType<typeof startParts>> & {
    config: Config
    timeouts: ConnectionTimeouts | undefined
    log: Logger
  }
