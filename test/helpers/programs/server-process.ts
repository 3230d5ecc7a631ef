import { execFile, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { isObject } from '../../../contract/json.ts'
import { spawnChild } from './child.ts'

export interface ServerProcess {
  child: ChildProcessByStdio<null, Readable, Readable>
  /** The output of stdout and stderr so far. */
  output(): string
  /** The exit code; null when a signal ended the process. */
  exited: Promise<number | null>
}

export interface RunningServer extends ServerProcess {
  baseUrl: string
  managementUrl: string
}

export type Variables = Record<string, string>

const project = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Runs the service with free ports and `variables`, in production without the workshop. The environment of this process is
 * not passed on.
 */
export function runServer(variables: Variables): ServerProcess {
  const program = variables['NODE_ENV'] === 'production' ? 'server/main.ts' : 'workshop/main.ts'
  const child = spawnChild(process.execPath, [program], {
    cwd: project,
    env: environment({ PORT: '0', MANAGEMENT_PORT: '0', IDENTITY_PORT: '0', ...variables }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const exited = once(child, 'close').then(() => child.exitCode)
  return { child, output: () => output, exited }
}

/** Waits until the server listens. When the server ends instead, throws with its output. */
export async function startServer(variables: Variables): Promise<RunningServer> {
  const server = runServer(variables)
  while (true) {
    const line = findLine(server, 'listening')
    if (line) {
      const [baseUrl, managementUrl] = [line['port'], line['managementPort']].map(
        (port) => `http://127.0.0.1:${String(port)}`,
      )
      return { ...server, baseUrl: baseUrl ?? '', managementUrl: managementUrl ?? '' }
    }
    const more = once(server.child.stdout, 'data').then(() => false)
    const ended = server.exited.then(() => true)
    if (await Promise.race([more, ended])) throw new Error(`The server ended.\n${server.output()}`)
  }
}

/** Sends a signal and resolves with the exit code. */
export async function end({ child, exited }: ServerProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal)
  return exited
}

/** The first line of the log with this message. */
export function findLine(server: ServerProcess, message: string): Record<string, unknown> | undefined {
  return readLog(server).find(({ msg }) => msg === message)
}

/** The arguments of Node for a command of the server, as `npm run` has them. */
export function commandOf(name: string): string[] {
  return ['--import', './workshop/for-commands.ts', `server/commands/${name}.ts`]
}

export function run(program: string, args: string[], variables: Variables, cwd = project): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { cwd, env: environment(variables) }
    const child = execFile(program, args, options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
  })
}

function readLog(server: ServerProcess): Record<string, unknown>[] {
  const lines = server.output().split('\n').slice(0, -1)
  return lines
    .filter((line) => line.startsWith('{'))
    .map((line): unknown => JSON.parse(line))
    .filter(isObject)
}

/**
 * The environment of a child process: `variables`, and of this process's environment only PATH, HOME and the compile cache.
 */
export function environment(variables: Variables): Variables {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  return { PATH: `${project}node_modules/.bin:${PATH}`, HOME, NODE_COMPILE_CACHE, ...variables }
}

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
}
