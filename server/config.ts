import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { roles, type Role } from './identity/roles.ts'
import { parseEncryptionKeys, type EncryptionKeys } from './integrations/secrets.ts'
import { parseAllowedHosts, type AllowedHosts } from './integrations/outbound/allowed-hosts.ts'

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
  const problems: string[] = []
  const production = env['NODE_ENV'] === 'production'
  const read = createReader(env, problems)
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const issuer = read.url('OIDC_ISSUER', production ? ['https:'] : ['https:', 'http:'])
  const config: Config = {
    production,
    host: read.text('HOST', production ? '0.0.0.0' : '127.0.0.1'),
    port: read.integer('PORT', 3000, 0, 65535),
    managementHost: read.text('MANAGEMENT_HOST', production ? '0.0.0.0' : '127.0.0.1'),
    managementPort: read.integer('MANAGEMENT_PORT', 3001, 0, 65535),
    dataDir: resolve(read.text('DATA_DIR', '.data')),
    databaseUrl,
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 10, 1, 1000),
    databaseAcquireTimeoutMs: read.integer('DATABASE_ACQUIRE_TIMEOUT_MS', 2000, 10, 60_000),
    databaseStatementTimeoutMs: read.integer('DATABASE_STATEMENT_TIMEOUT_MS', 5000, 10, 60_000),
    oidc: {
      issuer,
      audience: read.text('OIDC_AUDIENCE', 'instance-admin'),
      instancesClaim: read.text('OIDC_INSTANCES_CLAIM', 'instances'),
      rolesClaim: read.text('OIDC_ROLES_CLAIM', 'roles'),
      userClaim: read.text('OIDC_USER_CLAIM', 'sub'),
    },
    identityPort: read.integer('IDENTITY_PORT', 3002, 0, 65535),
    identityUserRole: read.oneOf('IDENTITY_USER_ROLE', roles, 'Viewer'),
    encryptionKeys: read.encryptionKeys('ENCRYPTION_KEYS'),
    headersTimeoutMs: read.integer('HEADERS_TIMEOUT_MS', 10_000, 100, 600_000),
    requestTimeoutMs: read.integer('REQUEST_TIMEOUT_MS', 30_000, 100, 600_000),
    corsOrigins: read.origins('CORS_ORIGINS'),
    rateLimitPerMinute: read.integer('RATE_LIMIT_PER_MINUTE', 6000, 1, 10_000_000),
    outboundAllowedHosts: read.allowedHosts('OUTBOUND_ALLOWED_HOSTS'),
    logLevel: read.oneOf('LOG_LEVEL', logLevels, 'info'),
    shutdownTimeoutMs: read.integer('SHUTDOWN_TIMEOUT_MS', 10_000, 0, 600_000),
    checkIntervalMinutes: read.integer('CHECK_INTERVAL_MINUTES', 15, 0, 1440),
    checkConcurrency: read.integer('CHECK_CONCURRENCY', 5, 1, 100),
    checkConcurrencyPerHost: read.integer('CHECK_CONCURRENCY_PER_HOST', 2, 1, 100),
    workLedger: read.oneOf('WORK_LEDGER', workLedgers, 'database'),
    workLedgerUrl: read.url('WORK_LEDGER_URL', ['http:', 'https:']) ?? 'http://127.0.0.1:4010',
  }
  if (production) problems.push(...findMissing(config, problems))
  return problems.length === 0 ? { ok: true, config } : { ok: false, problems }
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

function createReader(env: NodeJS.ProcessEnv, problems: string[]) {
  const value = (name: string) => env[name]?.trim() || secretFile(env[`${name}_FILE`], name, problems)

  return {
    text: (name: string, fallback: string) => value(name) ?? fallback,

    integer(name: string, fallback: number, least: number, most: number): number {
      const text = value(name)
      if (text === undefined) return fallback
      const number = Number(text)
      if (/^\d+$/.test(text) && number >= least && number <= most) return number
      problems.push(`${name} must be a whole number from ${least} to ${most}.`)
      return fallback
    },

    url(name: string, protocols: string[]): string | undefined {
      const text = value(name)
      if (text === undefined) return undefined
      if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text
      problems.push(`${name} must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
      return undefined
    },

    origins(name: string): string[] {
      const origins = list(value(name))
      const wrong = origins.filter((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
      for (const origin of wrong)
        problems.push(`${name}: "${origin}" is no origin such as https://app.example.com.`)
      return origins
    },

    oneOf<Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice {
      const text = value(name)
      const choice = choices.find((known) => known === text)
      if (text !== undefined && !choice) problems.push(`${name} must be one of ${choices.join(', ')}.`)
      return choice ?? fallback
    },

    encryptionKeys(name: string): EncryptionKeys | undefined {
      const text = value(name)
      if (text === undefined) return undefined
      const parsed = parseEncryptionKeys(text)
      if (parsed.ok) return parsed
      problems.push(...parsed.problems.map((problem) => `${name}: ${problem}`))
      return undefined
    },

    allowedHosts(name: string): AllowedHosts {
      const entries = list(value(name))
      for (const entry of entries) {
        try {
          parseAllowedHosts([entry])
        } catch (error) {
          problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}.`)
        }
      }
      return parseAllowedHosts(problems.some((problem) => problem.startsWith(`${name}:`)) ? [] : entries)
    },
  }
}

/** `<NAME>_FILE` names a file that holds the value, as container platforms mount secrets. */
function secretFile(path: string | undefined, name: string, problems: string[]): string | undefined {
  if (!path) return undefined
  try {
    return readFileSync(path, 'utf8').trim() || undefined
  } catch {
    problems.push(`${name}_FILE names a file that cannot be read: ${path}.`)
    return undefined
  }
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}
