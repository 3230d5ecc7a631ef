import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Started {
  baseUrl: string
  pid: number
  stop(): Promise<void>
}

export interface Server extends Started {
  dataDir: string
  /** The environment with which a command reaches this server. */
  env: Record<string, string>
}

/** Starts a server in its own process, with its database in `dataDir`. */
export async function startServer(dataDir: string): Promise<Server> {
  const env = ownEnvironment(dataDir)
  return { ...(await startListener(['workshop/main.ts'], env)), dataDir, env }
}

/** Starts a process that logs a line with `msg: listening` and its `port`. */
export async function startListener(args: readonly string[], env: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, args, {
    cwd: projectFolder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  let log = ''
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      if (log.length > 100_000) return
      log += String(chunk)
      const line = log.split('\n').find((text) => text.includes('"msg":"listening"'))
      if (line) resolve(`http://127.0.0.1:${/"port":(\d+)/.exec(line)?.[1]}`)
    })
    void ended.then(() => reject(new Error(`The server did not start:\n${log}`)))
  })
  return { baseUrl: await listening, pid: child.pid ?? 0, stop }
}

/** The environment of a measured server. No variable of the surrounding environment is passed on. */
export function ownEnvironment(dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    PORT: '0',
    MANAGEMENT_PORT: '0',
    IDENTITY_PORT: '0',
    RATE_LIMIT_PER_MINUTE: '10000000',
  }
}

/** The resident memory of a process in bytes; 0 where the system has no `/proc`. */
export function memoryOf(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) * 1024
  } catch {
    return 0
  }
}

/** The processor time that a process has taken, in microseconds; 0 where the system has no `/proc`. */
export function processorTimeOf(pid: number): number {
  try {
    // Behind the name of the program, in brackets, which may have spaces. The times are in hundredths of a second.
    const [, rest = ''] = /\)(.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const [user = '0', system = '0'] = rest.trim().split(' ').slice(11)
    return (Number(user) + Number(system)) * 10_000
  } catch {
    return 0
  }
}

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url))
