import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHome } from '../../workshop/postgres/home.ts'
import { project } from './copy.ts'
import { readBlocks } from './markdown.ts'

/** Clone, the first line of README.md, its first call, each timed; the exit code. */
export async function cloneFresh(): Promise<number> {
  const parent = mkdtempSync(join(tmpdir(), 'instance-administration-clone-'))
  const folder = join(parent, 'clone')
  const { PATH = '', HOME = '' } = process.env
  // Neither this tree's Node nor anything else of this process: a newcomer has what the machine has.
  const path = PATH.split(':').filter((part) => !part.startsWith(project))
  // Below the ports that the system gives to whoever asks for any, so that nobody else has one of the three.
  const port = String(20_000 + ((process.pid * 3) % 12_000))
  const ports = { PORT: port, MANAGEMENT_PORT: `${Number(port) + 1}`, IDENTITY_PORT: `${Number(port) + 2}` }
  const options = { cwd: folder, env: { PATH: path.join(':'), HOME, ...ports } }
  const startedAt = performance.now()
  const tell = (what: string) =>
    console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${what}`)
  try {
    execFileSync('git', ['clone', '--quiet', project, folder])
    tell('cloned')
    const server = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', firstLine], {
      ...options,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    server.stdout.resume()
    // bash ends before the server does, which holds the output until its database has stopped.
    const closed = once(server, 'close')
    try {
      await becomesReady(ports.MANAGEMENT_PORT, () => server.exitCode !== null)
      tell(`${firstLine}: ready`)
      const answer = execFileSync('bash', ['--norc', '-euo', 'pipefail', '-c', firstCall(port)], {
        ...options,
        encoding: 'utf8',
      })
      tell('the first call')
      console.log(answer)
      return answer.includes('"policyStatus":"review_required"') ? 0 : 1
    } finally {
      // bash, npm and the server are one group.
      if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGTERM')
      await closed
    }
  } finally {
    // As root the database may lie elsewhere.
    rmSync(createHome(join(folder, '.data')).folder, { recursive: true, force: true })
    rmSync(parent, { recursive: true, force: true })
  }
}

/** What README.md begins with, without its comment. */
const firstLine = readBlocks(project, 'README.md')[0]?.text.split(/\s+#|\n/)[0] ?? ''

function firstCall(port: string): string {
  const block = readBlocks(project, 'README.md').find(({ info, text }) => info === 'run' && text.includes('curl'))
  if (!block) throw new Error('README.md has no block with curl that is run.')
  return block.text.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
}

async function becomesReady(port: string, hasEnded: () => boolean): Promise<void> {
  while (!hasEnded()) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await sleep(50)
  }
  throw new Error(`${firstLine} ended.`)
}
