import { resolve } from 'node:path'
import { settings } from '../server/config/settings.ts'
import type { Config } from '../server/config/config.ts'
import type { FirstAdministrator } from './first-administrator.ts'

/** What a start in development says: where the service is, who can sign in, and the commands that work now. */
export function greet({ databaseUrl, oidcIssuer, dataDir }: Config, facts: Facts): string {
  const { baseUrl, issuer, administrator, hasConsole, hasDocs, hasTools } = facts
  // Commands look for the service by the port and the folder of their own environment.
  const { port } = new URL(baseUrl)
  const folder = dataDir === resolve(settings.DATA_DIR.default) ? '' : `DATA_DIR=${dataDir} `
  const environment = `${folder}${Number(port) === settings.PORT.default ? '' : `PORT=${port} `}`
  const signIn = administrator === null ? [] : [`  Sign in as                ${describe(administrator)}`]
  return [
    '',
    `  Instance administration   ${baseUrl}`,
    ...(hasTools || (hasConsole !== false && hasDocs) ? sayPages(facts) : [withoutTools]),
    ...(hasConsole ? signIn : []),
    // The embedded database has it from its first start.
    ...(databaseUrl ? ['  Make the instance demo    npm run instances -- create demo'] : []),
    `  Assistants (MCP)          ${baseUrl}/instances/demo/mcp`,
    ...(oidcIssuer
      ? [`  Tokens from               ${issuer}`]
      : [`  Token for instance demo   ${folder}npm run --silent token -- --role Editor`]),
    ...(hasTools && !oidcIssuer ? [`  See it work               ${environment}npm run demo`] : []),
    '',
  ].join('\n')
}

function sayPages({ baseUrl, hasConsole, hasDocs }: Facts): string[] {
  return [
    ...(hasConsole === null ? [] : [`  Console                   ${sayPage(`${baseUrl}/console/demo`, hasConsole)}`]),
    `  Reference                 ${sayPage(`${baseUrl}/docs`, hasDocs)}`,
  ]
}

function sayPage(address: string, isBuilt: boolean): string {
  return isBuilt ? address : `${address}, once it is built: node tools/build.ts`
}

function describe({ username, password }: FirstAdministrator): string {
  if (password === null) return `${username}, with the password that you chose (forgotten? npm run reset)`
  return `${username}, with the one-time password ${password}`
}

const withoutTools = '  Console and reference     stop this service, run npm ci, and start it again'

interface Facts {
  baseUrl: string
  issuer: string
  administrator: FirstAdministrator | null
  /** The console was built; null where none is served. */
  hasConsole: boolean | null
  /** The page of the contract was built. */
  hasDocs: boolean
  /** The development dependencies are installed, without which most commands refuse to run. */
  hasTools: boolean
}
