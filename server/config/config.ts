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
  const wrong = new Map<string, string[]>()
  for (const [name, given] of Object.entries<Setting<unknown>>(settings)) {
    const setting = production ? { ...given, ...given.inProduction } : given
    const read = readSetting(name, setting, env)
    values[toCamelCase(name)] = read.ok ? read.value : defaultOf(name, setting)
    if (!read.ok) wrong.set(name, read.problems)
  }
  if (!isComplete(values)) throw new Error('Every setting has a value, or is undefined.')
  const conflicts = findConflicts(values).filter(({ between }) => !between.some((name) => wrong.has(name)))
  const problems = [...[...wrong.values()].flat(), ...conflicts.map(({ problem }) => problem)]
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config: { production, ...values } }
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

/** Stands in for a wrong value, so that the settings beside it can still be compared. */
function defaultOf(name: string, setting: Setting<unknown>): unknown {
  const parsed = setting.default === undefined ? null : setting.parse(String(setting.default), name)
  return parsed?.ok ? parsed.value : undefined
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}

function findConflicts(values: Values): Conflict[] {
  return [...findPortConflicts(values), ...findDirectoryConflicts(values)]
}

/** The port 0 is any free one. */
function findPortConflicts({ host, port, managementHost, managementPort }: Values): Conflict[] {
  const isTaken = port !== 0 && port === managementPort && host === managementHost
  const problem = `PORT and MANAGEMENT_PORT are both ${port}: choose another for one of them.`
  return isTaken ? [{ between: ['PORT', 'MANAGEMENT_PORT'], problem }] : []
}

/** What the chosen directory of accounts needs beside its own name. */
function findDirectoryConflicts({
  oidcIssuer,
  identityDirectory,
  identityDirectoryUrl,
  identityDirectoryClient,
  identityDirectorySecret,
}: Values): Conflict[] {
  const conflict = (name: string, problem: string) => ({ between: ['IDENTITY_DIRECTORY', name], problem })
  if (identityDirectory === undefined) {
    const problem = 'IDENTITY_DIRECTORY_URL needs IDENTITY_DIRECTORY: keycloak or scim.'
    return identityDirectoryUrl === undefined ? [] : [conflict('IDENTITY_DIRECTORY_URL', problem)]
  }
  if (identityDirectory === 'embedded') {
    const problem = 'IDENTITY_DIRECTORY=embedded goes with the embedded identity provider: leave OIDC_ISSUER out.'
    return oidcIssuer === undefined ? [] : [conflict('OIDC_ISSUER', problem)]
  }
  const needed = {
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
  const conflicts = Object.entries(needed)
    .filter(([, value]) => value === undefined)
    .map(([name]) => conflict(name, `${name} is missing: IDENTITY_DIRECTORY=${identityDirectory} needs it.`))
  if (oidcIssuer === undefined)
    conflicts.push(
      conflict('OIDC_ISSUER', `IDENTITY_DIRECTORY=${identityDirectory} needs OIDC_ISSUER, where the users sign in.`),
    )
  const realm = identityDirectoryUrl ?? oidcIssuer
  if (identityDirectory === 'keycloak' && realm !== undefined && !isRealmUrl(realm))
    conflicts.push(
      conflict(
        'IDENTITY_DIRECTORY_URL',
        'IDENTITY_DIRECTORY_URL must be the URL of a realm, https://.../realms/<realm>.',
      ),
    )
  return conflicts
}

/** The name of a setting's value: `databasePoolSize` for `DATABASE_POOL_SIZE`. */
function toCamelCase(name: string): string {
  return name.toLowerCase().replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase())
}

/** Every setting returns a value of its own type, so only missing settings need a check. */
function isComplete(values: Record<string, unknown>): values is Values {
  return Object.keys(settings).every((name) => toCamelCase(name) in values)
}

/** What settings that are right by themselves say against each other. */
interface Conflict {
  between: string[]
  problem: string
}

type Settings = typeof settings

type Values = { [Name in keyof Settings as CamelCase<Name>]: ValueOf<Settings[Name]> }

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<Name>

type ValueOf<Entry> =
  Entry extends Kind<infer Value> ? (Entry extends { default: unknown } ? Value : Value | undefined) : never
