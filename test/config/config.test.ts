import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig, type Config } from '../../server/config/config.ts'

// `any` otherwise.
const anything: unknown = expect.anything()
const key = `first:${randomBytes(32).toString('base64')}`
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://app:canary@db.example.com/app',
  OIDC_ISSUER: 'https://id.example.com',
  ENCRYPTION_KEYS: key,
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function problemsOf(env: NodeJS.ProcessEnv): string[] {
  const read = readConfig(env)
  return read.ok ? [] : read.problems
}

function configOf(env: NodeJS.ProcessEnv): Config {
  const read = readConfig(env)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return read.config
}

function fileWith(content: string): string {
  const path = join(mkdtempSync(join(folder, 'secret-')), 'value')
  writeFileSync(path, content)
  return path
}

describe('in development', () => {
  test('nothing needs to be set', () => {
    expect(configOf({})).toEqual({
      production: false,
      host: '127.0.0.1',
      port: 3000,
      managementHost: '127.0.0.1',
      managementPort: 3001,
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      databasePoolSize: 10,
      databasePooler: 'none',
      databaseAcquireTimeoutMs: 2000,
      databaseStatementTimeoutMs: 5000,
      oidcIssuer: undefined,
      oidcAudience: 'instance-admin',
      oidcInstancesClaim: 'instances',
      oidcRolesClaim: 'roles',
      oidcUserClaim: 'sub',
      oidcClientClaim: '',
      rolesFrom: 'service',
      identityPort: 3002,
      encryptionKeys: undefined,
      integrationTypesHosts: [],
      corsOrigins: [],
      rateLimitPerMinute: 6000,
      connectionTestsPerMinute: 60,
      outboundAllowedHosts: { hosts: [], networks: anything },
      logLevel: 'info',
      shutdownDelayMs: 0,
      otelExporterOtlpHeaders: {},
      otelTracesSampler: 'parentbased_always_on',
      otelTracesSamplerArg: 1,
      shutdownTimeoutMs: 10_000,
      checkIntervalMinutes: 15,
      workLedger: 'database',
      workLedgerUrl: 'http://127.0.0.1:4010',
    })
  })

  test('an empty variable, or one of spaces, counts as not set', () => {
    expect(configOf({ PORT: '', HOST: ' ', DATABASE_URL: '', OIDC_ISSUER: '  ' })).toEqual(configOf({}))
  })

  test('an identity provider on this machine may speak http', () => {
    expect(configOf({ OIDC_ISSUER: 'http://127.0.0.1:9000' }).oidcIssuer).toBe('http://127.0.0.1:9000')
  })
})

describe('in production', () => {
  test('three variables are enough, and all addresses are listened on', () => {
    expect(configOf(production)).toMatchObject({
      production: true,
      host: '0.0.0.0',
      managementHost: '0.0.0.0',
      databaseUrl: production.DATABASE_URL,
      oidcIssuer: production.OIDC_ISSUER,
      encryptionKeys: { activeKeyId: 'first' },
    })
  })

  test('what development brings for itself has to be named', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual([
      'DATABASE_URL is missing: name a PostgreSQL 15 or later.',
      'OIDC_ISSUER is missing: name the issuer of your identity provider.',
      'ENCRYPTION_KEYS is missing: list keys as <id>:<32 bytes in base64>.',
    ])
  })

  test.each(['DATABASE_URL', 'OIDC_ISSUER', 'ENCRYPTION_KEYS'])('%s alone is missed too', (name) => {
    for (const value of [undefined, '', ' ']) {
      expect(problemsOf({ ...production, [name]: value })).toEqual([expect.stringContaining(`${name} is missing`)])
    }
  })

  test('tokens are not taken from an issuer over plain http', () => {
    expect(problemsOf({ ...production, OIDC_ISSUER: 'http://id.example.com' })).toEqual([
      'OIDC_ISSUER must be a URL that begins with https://.',
    ])
  })

  test('what is wrong is not called missing as well', () => {
    const wrong = { DATABASE_URL: 'db.example.com', OIDC_ISSUER: 'id', ENCRYPTION_KEYS: 'first:short' }
    const problems = problemsOf({ ...production, ...wrong })
    expect(problems.map((problem) => problem.split(/[ :]/)[0])).toEqual(Object.keys(wrong))
  })
})

describe('the collector', () => {
  test('has headers, percent-encoded in the variable', () => {
    const { otelExporterOtlpHeaders } = configOf({
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20YTpi==, x-team=desk',
    })
    expect(otelExporterOtlpHeaders).toEqual({ Authorization: 'Basic YTpi==', 'x-team': 'desk' })
  })

  test.each(['no-value', 'a b=c', 'a=c d', 'a=%0a', 'a=%7f', 'a=%', 'a=ü', '=b'])(
    'has no header such as %j, and the problem does not repeat it',
    (value) => {
      expect(problemsOf({ OTEL_EXPORTER_OTLP_HEADERS: value })).toEqual([
        'OTEL_EXPORTER_OTLP_HEADERS must list headers as <name>=<value>, the values percent-encoded.',
      ])
    },
  )

  test.each(['1.1', '-0.1', 'half', '1e-3', '.'])('gets no part of the traces such as %s', (part) => {
    expect(problemsOf({ OTEL_TRACES_SAMPLER_ARG: part })).toEqual([
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.',
    ])
  })
})

describe('problems', () => {
  test('all of them are reported at once, each with its variable', () => {
    const wrong = {
      DATABASE_URL: 'mysql://db.example.com/app',
      OIDC_ISSUER: 'id.example.com',
      PORT: '65536',
      MANAGEMENT_PORT: '-1',
      DATABASE_POOL_SIZE: '0',
      DATABASE_ACQUIRE_TIMEOUT_MS: '2s',
      DATABASE_STATEMENT_TIMEOUT_MS: '1e3',
      ROLES_FROM: 'claims',
      IDENTITY_PORT: '3002.5',
      ENCRYPTION_KEYS: 'first:short',
      CORS_ORIGINS: 'https://app.example.com/path',
      RATE_LIMIT_PER_MINUTE: 'Infinity',
      OUTBOUND_ALLOWED_HOSTS: '10.0.0.0/99',
      LOG_LEVEL: 'verbose',
      SHUTDOWN_TIMEOUT_MS: '600001',
      CHECK_INTERVAL_MINUTES: '1441',
      WORK_LEDGER: 'mock',
      WORK_LEDGER_URL: '127.0.0.1:4010',
    }
    const problems = problemsOf(wrong)
    expect(problems.map((problem) => problem.split(/[ :]/)[0])).toEqual(Object.keys(wrong))
    expect(problems).toContain('PORT must be a whole number from 0 to 65535.')
    expect(problems).toContain('ROLES_FROM must be one of service, token.')
  })

  test('what is wrong in one variable hides nothing that is wrong between others', () => {
    const env = {
      ...production,
      OIDC_ISSUER: undefined,
      PORT: 'http',
      MANAGEMENT_PORT: '3000',
      IDENTITY_DIRECTORY: 'scim',
    }
    expect(problemsOf(env)).toEqual([
      'OIDC_ISSUER is missing: name the issuer of your identity provider.',
      'PORT must be a whole number from 0 to 65535.',
      'IDENTITY_DIRECTORY_URL is missing: IDENTITY_DIRECTORY=scim needs it.',
      'IDENTITY_DIRECTORY_SECRET is missing: IDENTITY_DIRECTORY=scim needs it.',
    ])
  })

  test('a variable that is wrong is held against no other', () => {
    expect(problemsOf({ IDENTITY_DIRECTORY: 'ldap', IDENTITY_DIRECTORY_URL: 'https://id.example.com' })).toHaveLength(1)
    const keycloak = { IDENTITY_DIRECTORY_CLIENT: 'users', IDENTITY_DIRECTORY_SECRET: 'swordfish' }
    const wrongIssuer = { OIDC_ISSUER: 'id.example.com', IDENTITY_DIRECTORY: 'keycloak', ...keycloak }
    expect(problemsOf(wrongIssuer)).toEqual(['OIDC_ISSUER must be a URL that begins with https:// or http://.'])
  })

  test('all faults of one URL are told at once', () => {
    expect(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://u:canary@otel.example.com/?v=1' })).toEqual([
      'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that begins with https:// or http://.',
      'OTEL_EXPORTER_OTLP_ENDPOINT must have no user and no password.',
      'OTEL_EXPORTER_OTLP_ENDPOINT must have no ? and no #.',
    ])
  })

  test('every wrong entry of a list is named', () => {
    const env = {
      CORS_ORIGINS: 'https://good.example.com, *, app.example.com, https://app.example.com/',
      OUTBOUND_ALLOWED_HOSTS: '10.20.0.0/16, gitlab.corp.example, http://x, 10.0.0.0/33',
    }
    expect(problemsOf(env)).toEqual([
      'CORS_ORIGINS: "*" is no origin such as https://app.example.com.',
      'CORS_ORIGINS: "app.example.com" is no origin such as https://app.example.com.',
      'CORS_ORIGINS: "https://app.example.com/" is no origin such as https://app.example.com.',
      'OUTBOUND_ALLOWED_HOSTS: "http://x" is no host name, address or CIDR for the outbound allow-list.',
      'OUTBOUND_ALLOWED_HOSTS: "10.0.0.0/33" is no host name, address or CIDR for the outbound allow-list.',
    ])
  })

  test('one port for two servers is named before it is taken', () => {
    const both = { PORT: '4000', MANAGEMENT_PORT: '4000' }
    expect(problemsOf(both)).toEqual(['PORT and MANAGEMENT_PORT are both 4000: choose another for one of them.'])
    expect(configOf({ PORT: '0', MANAGEMENT_PORT: '0' }).port).toBe(0)
  })

  test('they repeat no secret', () => {
    const env = { DATABASE_URL: 'pg://app:canary@db/app', ENCRYPTION_KEYS: 'first:canary,canary' }
    expect(problemsOf(env)).toHaveLength(3)
    expect(problemsOf(env).join()).not.toContain('canary')
  })

  test.each([
    ['OIDC_ISSUER', 'https://'],
    ['WORK_LEDGER_URL', 'http://'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://'],
    ['CORS_ORIGINS', 'https://'],
    ['OUTBOUND_ALLOWED_HOSTS', ''],
  ])('%s has no credentials, since messages show it', (name, scheme) => {
    for (const credentials of ['ada:canary', 'canary', ':canary', 'ada:can@canary']) {
      const problems = problemsOf({ [name]: `${scheme}${credentials}@id.example.com` })
      expect(problems).toHaveLength(1)
      expect(problems[0]).toMatch(new RegExp(`^${name}(:| must have no user and no password)`))
      expect(problems[0]).not.toContain('canary')
    }
  })
})

describe('<NAME>_FILE', () => {
  test('secrets may lie in files, as container platforms mount them', () => {
    const config = configOf({
      NODE_ENV: 'production',
      OIDC_ISSUER: production.OIDC_ISSUER,
      DATABASE_URL_FILE: fileWith(`${production.DATABASE_URL}\n`),
      ENCRYPTION_KEYS_FILE: fileWith(`second:${randomBytes(32).toString('base64')}\n${key}\n`),
    })
    expect(config.databaseUrl).toBe(production.DATABASE_URL)
    expect(config.encryptionKeys?.activeKeyId).toBe('second')
    expect([...(config.encryptionKeys?.keys.keys() ?? [])]).toEqual(['second', 'first'])
  })

  test('the variable itself comes first', () => {
    expect(configOf({ PORT: '4000', PORT_FILE: fileWith('5000') }).port).toBe(4000)
    expect(configOf({ PORT_FILE: fileWith('5000') }).port).toBe(5000)
  })

  test('a file that cannot be read is a problem of its own', () => {
    const path = join(folder, 'nowhere')
    const env = { ...production, DATABASE_URL: undefined, DATABASE_URL_FILE: path }
    expect(problemsOf(env)).toEqual([`DATABASE_URL_FILE names a file that cannot be read: ${path}.`])
  })

  test('an empty file holds no value', () => {
    const env = { ...production, ENCRYPTION_KEYS: undefined, ENCRYPTION_KEYS_FILE: fileWith('\n') }
    expect(problemsOf(env)).toEqual([expect.stringContaining('ENCRYPTION_KEYS is missing')])
  })
})

describe('the directory of accounts', () => {
  const issuer = 'https://id.example.com/realms/acme'
  const secret = 'swordfish'

  test.each<[string, NodeJS.ProcessEnv, string[]]>([
    ['nothing', {}, []],
    ['an issuer alone', { OIDC_ISSUER: issuer }, []],
    ['none', { OIDC_ISSUER: issuer, IDENTITY_DIRECTORY: 'none' }, []],
    [
      'keycloak',
      {
        OIDC_ISSUER: issuer,
        IDENTITY_DIRECTORY: 'keycloak',
        IDENTITY_DIRECTORY_CLIENT: 'users',
        IDENTITY_DIRECTORY_SECRET: secret,
      },
      [],
    ],
    [
      'keycloak without its client',
      { OIDC_ISSUER: issuer, IDENTITY_DIRECTORY: 'keycloak' },
      [
        'IDENTITY_DIRECTORY_CLIENT is missing: IDENTITY_DIRECTORY=keycloak needs it.',
        'IDENTITY_DIRECTORY_SECRET is missing: IDENTITY_DIRECTORY=keycloak needs it.',
      ],
    ],
    [
      'keycloak at an issuer that is no realm',
      {
        OIDC_ISSUER: 'https://id.example.com',
        IDENTITY_DIRECTORY: 'keycloak',
        IDENTITY_DIRECTORY_CLIENT: 'users',
        IDENTITY_DIRECTORY_SECRET: secret,
      },
      ['IDENTITY_DIRECTORY_URL must be the URL of a realm, https://.../realms/<realm>.'],
    ],
    [
      'scim without its place',
      { OIDC_ISSUER: issuer, IDENTITY_DIRECTORY: 'scim', IDENTITY_DIRECTORY_SECRET: secret },
      ['IDENTITY_DIRECTORY_URL is missing: IDENTITY_DIRECTORY=scim needs it.'],
    ],
    [
      'scim without an issuer',
      { IDENTITY_DIRECTORY: 'scim' },
      [
        'IDENTITY_DIRECTORY_URL is missing: IDENTITY_DIRECTORY=scim needs it.',
        'IDENTITY_DIRECTORY_SECRET is missing: IDENTITY_DIRECTORY=scim needs it.',
        'IDENTITY_DIRECTORY=scim needs OIDC_ISSUER, where the users sign in.',
      ],
    ],
    [
      'a place without a directory',
      { OIDC_ISSUER: issuer, IDENTITY_DIRECTORY_URL: 'https://id.example.com/scim' },
      ['IDENTITY_DIRECTORY_URL needs IDENTITY_DIRECTORY: keycloak or scim.'],
    ],
    [
      'a place with a password, and a secret of two lines',
      {
        OIDC_ISSUER: issuer,
        IDENTITY_DIRECTORY: 'scim',
        IDENTITY_DIRECTORY_URL: 'https://u:swordfish@id.example.com/scim',
        IDENTITY_DIRECTORY_SECRET: `${secret}\nmore`,
      },
      [
        'IDENTITY_DIRECTORY_URL must have no user and no password.',
        'IDENTITY_DIRECTORY_SECRET must be one line of ASCII without spaces.',
      ],
    ],
    [
      'embedded beside an issuer',
      { OIDC_ISSUER: issuer, IDENTITY_DIRECTORY: 'embedded' },
      ['IDENTITY_DIRECTORY=embedded goes with the embedded identity provider: leave OIDC_ISSUER out.'],
    ],
  ])('%s', (_what, env, problems) => {
    expect(problemsOf(env)).toEqual(problems)
  })

  test('the embedded one is refused in production', () => {
    expect(problemsOf({ ...production, OIDC_ISSUER: undefined, IDENTITY_DIRECTORY: 'embedded' })).toEqual([
      'OIDC_ISSUER is missing: name the issuer of your identity provider.',
      'IDENTITY_DIRECTORY must be one of keycloak, scim, none.',
    ])
  })

  test('its secret may come from a file, and production wants https', () => {
    const env = {
      ...production,
      IDENTITY_DIRECTORY: 'scim',
      IDENTITY_DIRECTORY_URL: 'https://id.example.com/scim',
      IDENTITY_DIRECTORY_SECRET_FILE: fileWith(`${secret}\n`),
    }
    expect(configOf(env).identityDirectorySecret).toBe(secret)
    const problems = problemsOf({ ...env, IDENTITY_DIRECTORY_URL: 'http://id.example.com/scim' })
    expect(problems).toEqual(['IDENTITY_DIRECTORY_URL must be a URL that begins with https://.'])
  })
})
