import { resolve } from 'node:path'
import { createConfigReader, type Setting } from './reader.ts'
import { roles, type Role } from '../access/roles.ts'
import type { EncryptionKeys } from '../integrations/secrets.ts'
import type { AllowedHosts } from '../integrations/outbound/allowed-hosts.ts'

/** Everything that the environment decides. Undefined where the server brings its own for development. */
export interface Config {
  production: boolean
  host: string
  port: number
  managementHost: string
  managementPort: number
  /** Folder of what the server keeps for itself in development: database, keys, client secrets. */
  dataDir: string
  databaseUrl: string | undefined
  databasePoolSize: number
  databaseAcquireTimeoutMs: number
  databaseStatementTimeoutMs: number
  oidc: {
    issuer: string | undefined
    audience: string
    instancesClaim: string
    rolesClaim: string
    userClaim: string
  }
  identityPort: number
  /** Role of users who sign in at the embedded identity provider. */
  identityUserRole: Role
  /** Undefined in development: generated at the first start. */
  encryptionKeys: EncryptionKeys | undefined
  /** How long the headers of a request, and all of it, may take to arrive. */
  headersTimeoutMs: number
  requestTimeoutMs: number
  corsOrigins: string[]
  rateLimitPerMinute: number
  outboundAllowedHosts: AllowedHosts
  logLevel: (typeof logLevels)[number]
  shutdownTimeoutMs: number
  /** Between two background checks of an integration; 0: none at all, not even the first. */
  checkIntervalMinutes: number
  /** Background checks at once in this server. */
  checkConcurrency: number
  /** Background checks at once against one host, in all servers together. */
  checkConcurrencyPerHost: number
  /** What serves the inferred operations: PostgreSQL, or the stand-in at the URL (npm run mock -- --only inferred). */
  workLedger: (typeof workLedgers)[number]
  workLedgerUrl: string
}

export type ReadConfig = { ok: true; config: Config } | { ok: false; problems: string[] }

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const workLedgers = ['database', 'prism'] as const

/** Reads the environment, the only place that does. Every problem is reported at once, with the variable's name. */
export function readConfig(env: NodeJS.ProcessEnv): ReadConfig {
  const { config, problems } = read(env)
  if (config.production) problems.push(...findMissing(config, problems))
  return problems.length === 0 ? { ok: true, config } : { ok: false, problems }
}

/** Every variable that is read, in order, with the defaults of development or of production. */
export function describeConfig({ production }: { production: boolean }): Setting[] {
  return read(production ? { NODE_ENV: 'production' } : {}).settings
}

function read(env: NodeJS.ProcessEnv) {
  const production = env['NODE_ENV'] === 'production'
  const read = createConfigReader(env)
  const databaseUrl = read.url(
    'DATABASE_URL',
    ['postgres:', 'postgresql:'],
    undefined,
    'PostgreSQL 15 or later, with UTF-8 `LC_CTYPE`. In development without it: embedded.',
  )
  const issuer = read.url(
    'OIDC_ISSUER',
    production ? ['https:'] : ['https:', 'http:'],
    undefined,
    'Issuer of the access tokens; https in production. In development without it: embedded.',
  )
  const config: Config = {
    production,
    host: read.text('HOST', production ? '0.0.0.0' : '127.0.0.1', 'Address that the API listens on.'),
    port: read.integer('PORT', 3000, 0, 65535, 'Port of the API; `0` takes a free one.'),
    managementHost: read.text(
      'MANAGEMENT_HOST',
      production ? '0.0.0.0' : '127.0.0.1',
      'Address of `/healthz`, `/readyz` and `/metrics`. Keep it from the internet.',
    ),
    managementPort: read.integer('MANAGEMENT_PORT', 3001, 0, 65535, 'Port of the three.'),
    dataDir: resolve(
      read.text('DATA_DIR', '.data', 'Folder of what the server keeps for itself in development.'),
    ),
    databaseUrl,
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 10, 1, 1000, 'Connections to the database.'),
    databaseAcquireTimeoutMs: read.integer(
      'DATABASE_ACQUIRE_TIMEOUT_MS',
      2000,
      10,
      60_000,
      'How long a request waits for a connection before it is answered 503.',
    ),
    databaseStatementTimeoutMs: read.integer(
      'DATABASE_STATEMENT_TIMEOUT_MS',
      5000,
      10,
      60_000,
      'How long a statement may take before its request is answered 503.',
    ),
    oidc: {
      issuer,
      audience: read.text('OIDC_AUDIENCE', 'instance-admin', 'Audience of the access tokens.'),
      instancesClaim: read.text(
        'OIDC_INSTANCES_CLAIM',
        'instances',
        "Claim with the caller's instances; `/a/b` reaches a nested one.",
      ),
      rolesClaim: read.text(
        'OIDC_ROLES_CLAIM',
        'roles',
        "Claim with the caller's roles; `/a/b` reaches a nested one.",
      ),
      userClaim: read.text('OIDC_USER_CLAIM', 'sub', 'Claim with the id of the user in the instance.'),
    },
    identityPort: read.integer('IDENTITY_PORT', 3002, 0, 65535, 'Port of the embedded identity provider.'),
    identityUserRole: read.oneOf(
      'IDENTITY_USER_ROLE',
      roles,
      'Viewer',
      'Role of users who sign in at the embedded identity provider.',
    ),
    encryptionKeys: read.encryptionKeys(
      'ENCRYPTION_KEYS',
      'Keys of stored secrets, `<id>:<32 bytes in base64>`, comma-separated, the active one first. ' +
        'In development without it: generated.',
    ),
    headersTimeoutMs: read.integer(
      'HEADERS_TIMEOUT_MS',
      10_000,
      100,
      600_000,
      'How long the headers of a request may take to arrive.',
    ),
    requestTimeoutMs: read.integer(
      'REQUEST_TIMEOUT_MS',
      30_000,
      100,
      600_000,
      'How long a whole request may take to arrive.',
    ),
    corsOrigins: read.origins(
      'CORS_ORIGINS',
      'Origins whose pages may call, comma-separated. In development without it: those of this machine.',
    ),
    rateLimitPerMinute: read.integer(
      'RATE_LIMIT_PER_MINUTE',
      6000,
      1,
      10_000_000,
      'Requests a minute per caller and instance, counted by each server for itself.',
    ),
    outboundAllowedHosts: read.allowedHosts(
      'OUTBOUND_ALLOWED_HOSTS',
      'Hosts and CIDRs that connection tests may reach beside the public internet, comma-separated.',
    ),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, 'info', 'Least severity that is logged.'),
    shutdownTimeoutMs: read.integer(
      'SHUTDOWN_TIMEOUT_MS',
      10_000,
      0,
      600_000,
      'How long requests may finish after SIGTERM.',
    ),
    checkIntervalMinutes: read.integer(
      'CHECK_INTERVAL_MINUTES',
      15,
      0,
      1440,
      "Between two background checks of an integration's connection; `0`: none at all.",
    ),
    checkConcurrency: read.integer('CHECK_CONCURRENCY', 5, 1, 100, 'Background checks at once per server.'),
    checkConcurrencyPerHost: read.integer(
      'CHECK_CONCURRENCY_PER_HOST',
      2,
      1,
      100,
      'Background checks at once against one host, in all servers together.',
    ),
    workLedger: read.oneOf(
      'WORK_LEDGER',
      workLedgers,
      'database',
      "Where the ledger's list and reads come from; `prism` is the stand-in.",
    ),
    workLedgerUrl: read.url(
      'WORK_LEDGER_URL',
      ['http:', 'https:'],
      'http://127.0.0.1:4010',
      'Where the stand-in is (`npm run mock -- --only inferred`).',
    ),
  }
  return { config, problems: read.problems, settings: read.settings }
}

/** What development brings for itself and production must be given. One that is wrong is not called missing too. */
function findMissing({ databaseUrl, oidc, encryptionKeys }: Config, problems: readonly string[]): string[] {
  const required = [
    { name: 'DATABASE_URL', value: databaseUrl, what: 'name a PostgreSQL 15 or later' },
    { name: 'OIDC_ISSUER', value: oidc.issuer, what: 'name the issuer of your identity provider' },
    { name: 'ENCRYPTION_KEYS', value: encryptionKeys, what: 'list keys as <id>:<32 bytes in base64>' },
  ]
  return required
    .filter(({ name, value }) => !value && !problems.some((problem) => problem.startsWith(name)))
    .map(({ name, what }) => `${name} is missing: ${what}.`)
}
