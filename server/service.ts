import { createServer, type Server } from 'node:http'
import type { Knex } from 'knex'
import { pino, type Logger } from 'pino'
import { createApp } from './app.ts'
import { createInstanceDirectory } from './auth/instances.ts'
import { createTokenVerifier } from './auth/token.ts'
import type { Config } from './config.ts'
import { readContract } from './contract-document.ts'
import { migrate, openDatabase } from './db/client.ts'
import { startEmbeddedPostgres } from './db/embedded-postgres.ts'
import { deleteExpiredIdempotencyKeys } from './db/idempotency-keys.ts'
import { loadDevelopmentKeys } from './development-keys.ts'
import { answerClientErrors } from './http/client-errors.ts'
import { startIdentityProvider } from './identity/provider.ts'
import { testConnection } from './integrations/connection-test/run.ts'
import { integrationTypesFolder, loadIntegrationTypes } from './integrations/integration-types.ts'
import type { Lookup } from './integrations/outbound/guard.ts'
import { createSecretBox } from './integrations/secrets.ts'
import { createManagementServer } from './management.ts'
import { createMetrics } from './metrics.ts'
import { operations } from './operations/index.ts'
import { plantDemo } from './plant-demo.ts'

export type StartedService =
  | { ok: true; baseUrl: string; managementUrl: string; issuer: string; stop(): Promise<void> }
  | { ok: false; message: string }

/**
 * Starts everything that the configuration names and, in development, what it leaves out: a database, an identity
 * provider, encryption keys and the instance `demo`. What was started is stopped again in the opposite order.
 * `lookup` finds the hosts of integrations; default: the system's resolver.
 */
export async function startService(
  config: Config,
  { lookup }: { lookup?: Lookup } = {},
): Promise<StartedService> {
  const log = pino({ level: config.logLevel, redact: ['err.config', 'err.parameters', 'err.bindings'] })
  const stops: (() => Promise<void>)[] = []
  const stopAll = async () => {
    for (const stop of stops.toReversed()) await stop()
  }
  try {
    const started = await start(config, log, stops, lookup)
    if (started.ok) return { ...started, stop: () => stopOnce(started.stopping, stopAll, log) }
    await stopAll()
    return started
  } catch (error) {
    await stopAll()
    if (isPortTaken(error)) return { ok: false, message: explainPort(error, config) }
    throw error
  }
}

async function start(
  config: Config,
  log: Logger,
  stops: (() => Promise<void>)[],
  lookup: Lookup | undefined,
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
  stops.push(() => db.destroy())
  const migrations = await migrate(db)
  if (migrations.length > 0) log.info({ migrations }, 'migrated')
  const secretBox = createSecretBox(config.encryptionKeys ?? (await loadDevelopmentKeys(config.dataDir)))
  if (!config.databaseUrl) await plantDemo(db, secretBox)
  stops.push(forgetIdempotencyKeys(db, log))

  const issuer = config.oidc.issuer ?? (await startOwnIssuer(config, db, log, stops))
  const metrics = createMetrics(db)
  const stopping = { isStopping: false }
  const app = createApp({
    contract,
    operations,
    context: {
      db,
      integrationTypes,
      secretBox,
      testConnection: (input) =>
        testConnection({ ...input, allowedHosts: config.outboundAllowedHosts, lookup }),
    },
    verifyToken: createTokenVerifier({ ...config.oidc, issuer }),
    knowsInstance: createInstanceDirectory(db),
    corsOrigins: config.corsOrigins.length > 0 || config.production ? config.corsOrigins : [loopbackOrigin],
    rateLimitPerMinute: config.rateLimitPerMinute,
    metrics,
    log,
  })
  const management = createManagementServer(db, metrics, () => stopping.isStopping)
  const managementPort = await listen(management, config.managementPort, config.managementHost)
  stops.push(() => drain(management, 0))
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000 },
    app,
  )
  answerClientErrors(server, contract.titles)
  const port = await listen(server, config.port, config.host)
  stops.push(() => drain(server, config.shutdownTimeoutMs))
  log.info({ port, managementPort, issuer }, 'listening')
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
    audience: config.oidc.audience,
    defaultUserRole: config.identityUserRole,
    defaultInstanceId: 'demo',
  })
  stops.push(() => provider.close())
  return provider.issuer
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

async function stopOnce(
  stopping: { isStopping: boolean },
  stopAll: () => Promise<void>,
  log: Logger,
): Promise<void> {
  if (stopping.isStopping) return
  stopping.isStopping = true
  log.info('stopping')
  await stopAll()
  log.info('stopped')
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.')
  return address.port
}

/** Takes no new requests, lets those that run finish, and after the timeout ends what is left. */
async function drain(server: Server, timeoutMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), timeoutMs)
  await closed
  clearTimeout(timer)
}

function isPortTaken(error: unknown): error is NodeJS.ErrnoException & { port?: number } {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

function explainPort(error: NodeJS.ErrnoException & { port?: number }, config: Config): string {
  const names = new Map([
    [config.port, 'PORT'],
    [config.managementPort, 'MANAGEMENT_PORT'],
    [config.identityPort, 'IDENTITY_PORT'],
  ])
  const name = names.get(error.port ?? 0) ?? 'PORT'
  return `Port ${error.port} is taken. Stop what listens there, or choose another: ${name}=${Number(error.port) + 1000} npm start`
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** Pages of a developer's own machine, when no origins are configured in development. */
const loopbackOrigin = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/
