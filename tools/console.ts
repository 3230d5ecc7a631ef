import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { createServer as createVite } from 'vite'
import { startMock } from '../mocks/mock.ts'
import { seedWorld } from '../sdk/src/testing/world/index.ts'
import { fail, failWithoutService } from '../server/commands/fail.ts'
import { wholeNumber } from '../server/commands/read-arguments.ts'
import { runCommand } from '../server/commands/run-command.ts'
import { drain, listen } from '../server/http/listening.ts'
import { requireConfig, type Config } from '../server/config/config.ts'
import { readIdentityFile } from '../workshop/identity-provider/clients.ts'
import { installPackedSdk } from './packed-sdk.ts'

const usage = `npm run console [-- <options>]

Starts the example of a front end in console, on the mock. What you change there shows itself at once.

  --server          on the service of npm start instead, with its sign-in
  --port <port>     Default: 5173
  --help`

async function main({ server, ...values }: Options): Promise<number> {
  const port = wholeNumber(values.port, 1, 65_535)
  if (port === null) return fail(`--port takes a whole number from 1 to 65535.\n\n${usage}`)
  if (await isTaken(port))
    return fail(`Port ${port} is taken. Choose another one: npm run console -- --port ${port + 1}`)
  const config = requireConfig(process.env)
  if (server && !(await answers(config.port))) return failWithoutService(config.port)
  const backend = server ? await findService(config) : await openMock()
  if (backend === null)
    return fail(
      `${config.dataDir} knows of no sign-in. Set DATA_DIR or OIDC_ISSUER as the service at port ${config.port} has it.`,
    )

  console.log('\n  Packing the SDK, as it is published: this takes up to a minute')
  await installPackedSdk(consoleFolder)
  process.env['VITE_API_URL'] = backend.apiUrl
  process.env['VITE_ISSUER'] = backend.issuer
  const vite = await createVite({
    root: consoleFolder,
    server: { port },
    // Vite would take the packed SDK from its cache, since the version is the same after a change.
    optimizeDeps: { force: true },
  })
  try {
    await vite.listen()
    console.log(greet(port, backend))
    // Vite ends the process by itself after SIGTERM.
    await once(process, 'SIGINT')
    return 0
  } finally {
    await vite.close()
    await backend.stop()
  }
}

/** The mock with its usual data, at its usual port unless that is taken. */
async function openMock(): Promise<Backend> {
  const world = seedWorld(1, new Date().toISOString())
  const log = pino({ level: 'error' }, pino.destination(2))
  const options = { host: '127.0.0.1', only: null, seedFor: () => world, log }
  const mock = await startMock({ ...options, port: 4010 }).catch(() => startMock({ ...options, port: 0 }))
  return {
    apiUrl: mock.url,
    issuer: mock.url,
    panel: `${mock.url}/__mock, for delays, faults and roles`,
    signIn: 'with any role, without a password',
    stop: () => mock.stop(),
  }
}

/** The service of `npm start` and its identity provider; null when nothing tells which one that is. */
async function findService({ port, dataDir, oidcIssuer }: Config): Promise<Backend | null> {
  const issuer = oidcIssuer ?? (await readIdentityFile(dataDir))?.issuer
  const signIn = 'as the start of the service says'
  return issuer === undefined ? null : { apiUrl: addressOf(port), issuer, panel: null, signIn, stop: async () => {} }
}

/** Vite says so, too, but only after the SDK was packed and installed under whoever has the port. */
async function isTaken(port: number): Promise<boolean> {
  const server = createServer()
  return listen(server, port, '127.0.0.1').then(
    () => drain(server, 0).then(() => false),
    () => true,
  )
}

function answers(port: number): Promise<boolean> {
  return fetch(`${addressOf(port)}/openapi.json`).then(
    ({ ok }) => ok,
    () => false,
  )
}

function addressOf(port: number): string {
  return `http://127.0.0.1:${port}`
}

function greet(port: number, { apiUrl, panel, signIn }: Backend): string {
  return [
    '',
    `  Console     http://127.0.0.1:${port}/demo`,
    `  Works on    ${apiUrl}`,
    ...(panel === null ? [] : [`  Panel       ${panel}`]),
    `  Sign in     ${signIn}`,
    `  Its code    console`,
    '',
  ].join('\n')
}

const consoleFolder = fileURLToPath(new URL('../console', import.meta.url))

await runCommand(main, {
  usage,
  options: { server: { type: 'boolean', default: false }, port: { type: 'string', default: '5173' } },
})

/** What the console works on. */
interface Backend {
  apiUrl: string
  issuer: string
  /** Where somebody chooses how the mock answers; null where it is the service. */
  panel: string | null
  /** How somebody signs in, in a line. */
  signIn: string
  stop: () => Promise<void>
}

interface Options {
  server: boolean
  port: string
}
