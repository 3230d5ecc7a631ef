import { resolve } from 'node:path'
import { settings } from './config/settings.ts'
import type { Config } from './config/config.ts'

/** What a start in development says: where the service is, and the commands that work now. */
export function greet(
  { databaseUrl, oidcIssuer, dataDir }: Config,
  { baseUrl, issuer, hasDocs, hasTools }: Facts,
): string {
  // Commands look for the service by the port and the folder of their own environment.
  const { port } = new URL(baseUrl)
  const folder = dataDir === resolve(settings.DATA_DIR.default) ? '' : `DATA_DIR=${dataDir} `
  const environment = `${folder}${Number(port) === settings.PORT.default ? '' : `PORT=${port} `}`
  const howToDocs = hasDocs ? '' : ', once they are built: npm run docs'
  const tools = hasTools
    ? [
        `  See it work               ${environment}npm run demo`,
        `  A console in the browser  ${environment}npm run console -- --server`,
      ]
    : ['  Docs, demo and console    stop this service, run npm ci, and start it again']
  return [
    '',
    `  Instance administration   ${baseUrl}`,
    ...(hasDocs || hasTools ? [`  Docs                      ${baseUrl}/docs${howToDocs}`] : []),
    // The embedded database has it from its first start.
    ...(databaseUrl ? ['  Make the instance demo    npm run instances -- create demo'] : []),
    ...(oidcIssuer
      ? [`  Tokens from               ${issuer}`]
      : [`  Token for instance demo   ${folder}npm run --silent token -- --role Editor`, ...tools]),
    '',
  ].join('\n')
}

interface Facts {
  baseUrl: string
  issuer: string
  /** The page of the contract was built. */
  hasDocs: boolean
  /** The development dependencies are installed, without which most commands refuse to run. */
  hasTools: boolean
}
