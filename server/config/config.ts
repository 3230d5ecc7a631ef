import { readFileSync } from 'node:fs'
import { isRealmUrl } from '../identity/directory-kind.ts'
import { wrong, type Kind, type Parsed, type Setting } from './kinds.ts'
import { settings } from './settings.ts'

/** The configuration from the environment. A value is undefined where development provides its own, such as a database. */
export type Config = { production: boolean } & Values

export type ReadConfig = { ok: true; config: Config } | { ok: false; problems: string[] }

/** Reads the environment; no other code does. Reports every problem at once, each with the variable's name. */
export function readConfig(env: NodeJS.ProcessEnv): ReadConfig {
  const production = env['NODE_ENV'] === 'production'
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
    const read = readSetting(name, production ? { ...setting, ...setting.inProduction } : setting, env)
    if (read.ok) values[toCamelCase(name)] = read.value
    else problems.push(...read.problems)
  }
  if (problems.length > 0 || !isComplete(values)) return { ok: false, problems }
  const conflicts = [...findPortProblems(values), ...findTimeoutProblems(values), ...findDirectoryProblems(values)]
  if (conflicts.length > 0) return { ok: false, problems: conflicts }
  return { ok: true, config: { production, ...values } }
}

/** Reads the environment, and throws an error that lists every problem. */
export function requireConfig(env: NodeJS.ProcessEnv): Config {
  const read = readConfig(env)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return read.config
}

/** Reads one variable. `<NAME>_FILE` names a file with the value, because container platforms mount secrets as files. */
function readSetting(name: string, setting: Setting<unknown>, env: NodeJS.ProcessEnv): Parsed<unknown> {
  const path = env[`${name}_FILE`]
  const given = env[name]?.trim() || (path ? readText(path) : '')
  if (given === null) return wrong(`${name}_FILE names a file that cannot be read: ${path}.`)
  const text = given || setting.default
  if (text !== undefined) return setting.parse(String(text), name)
  const isMissing = env['NODE_ENV'] === 'production' && setting.neededInProduction
  return isMissing ? wrong(`${name} is missing: ${setting.neededInProduction}.`) : { ok: true, value: undefined }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}

/** The port 0 is any free one. */
function findPortProblems({ host, port, managementHost, managementPort }: Values): string[] {
  const isTaken = port !== 0 && port === managementPort && host === managementHost
  return isTaken ? [`PORT and MANAGEMENT_PORT are both ${port}: choose another for one of them.`] : []
}

/** Node accepts no other order. */
function findTimeoutProblems({ headersTimeoutMs, requestTimeoutMs }: Values): string[] {
  return headersTimeoutMs > requestTimeoutMs ? ['HEADERS_TIMEOUT_MS must not be more than REQUEST_TIMEOUT_MS.'] : []
}

/** What the chosen directory of accounts needs beside its own name. */
function findDirectoryProblems({
  oidcIssuer,
  identityDirectory,
  identityDirectoryUrl,
  identityDirectoryClient,
  identityDirectorySecret,
}: Values): string[] {
  if (identityDirectory === undefined)
    return identityDirectoryUrl === undefined
      ? []
      : ['IDENTITY_DIRECTORY_URL needs IDENTITY_DIRECTORY: keycloak or scim.']
  const isEmbedded = identityDirectory === 'embedded'
  if (isEmbedded && oidcIssuer !== undefined)
    return ['IDENTITY_DIRECTORY=embedded goes with the embedded identity provider: leave OIDC_ISSUER out.']
  if (!isEmbedded && oidcIssuer === undefined)
    return [`IDENTITY_DIRECTORY=${identityDirectory} needs OIDC_ISSUER, where the users sign in.`]
  const needed = {
    embedded: {},
    none: {},
    keycloak: {
      IDENTITY_DIRECTORY_CLIENT: identityDirectoryClient,
      IDENTITY_DIRECTORY_SECRET: identityDirectorySecret,
    },
    scim: {
      IDENTITY_DIRECTORY_URL: identityDirectoryUrl,
      IDENTITY_DIRECTORY_SECRET: identityDirectorySecret,
    },
  }[identityDirectory]
  const missing = Object.entries(needed).filter(([, value]) => value === undefined)
  const problems = missing.map(([name]) => `${name} is missing: IDENTITY_DIRECTORY=${identityDirectory} needs it.`)
  const realm = identityDirectoryUrl ?? oidcIssuer ?? ''
  if (identityDirectory === 'keycloak' && !isRealmUrl(realm))
    problems.push('IDENTITY_DIRECTORY_URL must be the URL of a realm, https://.../realms/<realm>.')
  return problems
}

/** The name of a setting's value: `databasePoolSize` for `DATABASE_POOL_SIZE`. */
function toCamelCase(name: string): string {
  return name.toLowerCase().replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase())
}

/** Every setting returns a value of its own type, so only missing settings need a check. */
function isComplete(values: Record<string, unknown>): values is Values {
  return Object.keys(settings).every((name) => toCamelCase(name) in values)
}

type Settings = typeof settings

type Values = { [Name in keyof Settings as CamelCase<Name>]: ValueOf<Settings[Name]> }

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Name>

type ValueOf<Entry> =
  Entry extends Kind<infer Value> ? (Entry extends { default: unknown } ? Value : Value | undefined) : never
