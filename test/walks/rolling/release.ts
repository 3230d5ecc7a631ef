import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawnChild } from '../../helpers/programs/child.ts'
import { environment, type Variables } from '../../helpers/programs/server-process.ts'
import { listFiles, project } from '../copy.ts'

/** A tree whose servers can be started. */
export interface Release {
  name: string
  folder: string
}

export interface Server {
  /** SIGTERM, and waits for the end. */
  stop(): Promise<void>
  kill(): void
}

export const thisRelease: Release = { name: 'this release', folder: project }

/** The tree of a revision in a folder of its own, with the packages of this tree where they are the same. */
export function checkOut(revision: string): Release & { remove(): void } {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project, maxBuffer: 256 * 1024 * 1024 })
  const folder = mkdtempSync(join(tmpdir(), 'instance-administration-release-'))
  execFileSync('tar', ['x', '-C', folder], { input: git('archive', revision) })
  const hasSamePackages =
    readFileSync(join(folder, 'package-lock.json'), 'utf8') === readFileSync(join(project, 'package-lock.json'), 'utf8')
  if (hasSamePackages) symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  else
    execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const name = git('log', '-1', '--format=%h', revision).toString().trim()
  return { name, folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * The last commit before the newest migration came. Where that had another first migration, this commit: no migration leads
 * from there (E-05).
 */
export function findLastRelease(): string {
  const migrations = listFiles()
    .filter((file) => file.startsWith('server/db/schema/migrations/'))
    .toSorted()
  const [first = '', newest = ''] = [migrations[0], migrations.at(-1)]
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project, encoding: 'utf8' }).trim()
  const added = git('log', '--max-count=1', '--diff-filter=A', '--format=%H', '--', newest)
  return added !== '' && git('ls-tree', `${added}^`, first) !== '' ? `${added}^` : 'HEAD'
}

/** Starts a server, and waits until it is ready. */
export async function startServerOf(
  { name, folder }: Release,
  port: number,
  managementPort: number,
  variables: Variables,
): Promise<Server> {
  const child = spawnChild(process.execPath, ['--max-semi-space-size=16', 'server/main.ts'], {
    cwd: folder,
    env: environment({ ...variables, PORT: String(port), MANAGEMENT_PORT: String(managementPort) }),
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-10_000)))
  const exited = once(child, 'exit')
  const kill = () => void child.kill('SIGKILL')
  while (!(await isReady(managementPort))) {
    if (child.exitCode !== null) throw new Error(`A server of ${name} ended.\n${log}`)
    await sleep(100)
  }
  return {
    kill,
    async stop() {
      child.kill('SIGTERM')
      await exited
      if (child.exitCode !== 0) throw new Error(`A server of ${name} ended with ${child.exitCode}.\n${log}`)
    },
  }
}

async function isReady(managementPort: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${managementPort}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
