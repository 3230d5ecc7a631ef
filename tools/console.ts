import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { fail, failWithoutService } from '../server/commands/fail.ts'
import { wholeNumber } from '../server/commands/read-arguments.ts'
import { runCommand } from '../server/commands/run-command.ts'
import { requireConfig } from '../server/config/config.ts'
import { readIdentityFile } from '../server/development/identity-provider/clients.ts'
import { installPackedSdk } from './packed-sdk.ts'

const usage = `npm run console [-- <options>]

Starts the example of a front end in examples/console, on the mock. What you change there shows itself at once.

  --server          on the service of npm start instead, with its sign-in
  --port <port>     Default: 5173
  --help`

async function main({ server, ...values }: Options): Promise<number> {
  const port = wholeNumber(values.port, 1, 65_535)
  if (port === null) return fail(`--port takes a whole number from 1 to 65535.\n\n${usage}`)
  const service = server ? await findService() : mock
  if (service === null) return failWithoutService(requireConfig(process.env).port)

  console.log('\n  Packing the SDK, as it is published')
  await installPackedSdk(consoleFolder)
  process.env['VITE_API_URL'] = service.apiUrl
  process.env['VITE_ISSUER'] = service.issuer
  const vite = await createServer({
    root: consoleFolder,
    server: { port },
    // The packed SDK has the same version after a change.
    optimizeDeps: { force: true },
  })
  const children = server ? [] : [startMock()]
  const stopped = untilStopped(children)
  try {
    await vite.listen()
  } catch (error) {
    stop(children)
    return fail(`${String(error)}. Choose another port: npm run console -- --port ${port + 1}`)
  }
  console.log(greet(port, service))
  await stopped
  stop(children)
  await vite.close()
  return 0
}

/** The service of `npm start` and its identity provider; null when it does not run. */
async function findService(): Promise<Service | null> {
  const { port, dataDir, oidcIssuer } = requireConfig(process.env)
  const apiUrl = `http://127.0.0.1:${port}`
  const issuer = oidcIssuer ?? (await readIdentityFile(dataDir))?.issuer
  const isUp = await fetch(`${apiUrl}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
  const signIn = `npm run instances -- create demo --administrator ada@example.com`
  return isUp && issuer !== undefined ? { apiUrl, issuer, signIn } : null
}

function startMock(): ChildProcess {
  return spawn(process.execPath, ['mocks/main.ts'], { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** A signal, or the end of a child process. */
async function untilStopped(children: readonly ChildProcess[]): Promise<void> {
  const signals = ['SIGTERM', 'SIGINT'].map((signal) => once(process, signal))
  await Promise.race([...signals, ...children.map((child) => once(child, 'exit'))])
}

function stop(children: readonly ChildProcess[]): void {
  for (const child of children) child.kill('SIGTERM')
}

function greet(port: number, { apiUrl, signIn }: Service): string {
  return [
    '',
    `  Console     http://127.0.0.1:${port}`,
    `  Works on    ${apiUrl}`,
    `  Sign in     ${signIn}`,
    `  Its code    examples/console`,
    '',
  ].join('\n')
}

const project = fileURLToPath(new URL('..', import.meta.url))
const consoleFolder = fileURLToPath(new URL('../examples/console', import.meta.url))

const mock: Service = {
  apiUrl: 'http://127.0.0.1:4010',
  issuer: 'http://127.0.0.1:4010',
  signIn: 'with any role, without a password',
}

await runCommand(main, {
  usage,
  options: { server: { type: 'boolean', default: false }, port: { type: 'string', default: '5173' } },
})

interface Service {
  apiUrl: string
  issuer: string
  /** How somebody signs in, in a line. */
  signIn: string
}

type Options = { server: boolean; port: string }
