import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account, Home } from './home.ts'
import { isAlive, run } from './process.ts'

/**
 * The cluster in a home folder; creates a missing cluster. Several processes may call this at once: each makes a draft, and
 * the first complete draft is kept.
 *
 * `durable: false` is for tests: a crash of the machine loses all data.
 */
export async function createCluster(home: Home, binaries: string, durable: boolean): Promise<Cluster> {
  const cluster = { folder: join(home.folder, 'cluster'), binaries, account: home.account, durable }
  if (existsSync(cluster.folder)) return cluster
  await removeAbandonedDrafts(home.folder)
  const draft = await mkdtemp(join(home.folder, `cluster.tmp-${process.pid}-`))
  try {
    await initialise(draft, cluster)
    await rename(draft, cluster.folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // The failure does not matter when a parallel start has created the cluster.
    if (!existsSync(cluster.folder)) throw error
  }
  return cluster
}

async function removeAbandonedDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^cluster\.tmp-(\d+)-/.exec(name)?.[1]
    // The initdb of a killed start may still write to its draft. The next start removes such files.
    if (pid && !isAlive(Number(pid))) await rm(join(folder, name), { recursive: true, force: true }).catch(() => {})
  }
}

async function initialise(draft: string, { binaries, account, durable }: Cluster): Promise<void> {
  const password = join(draft, 'password')
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
  await mkdir(join(draft, 'data'), { mode: 0o700 })
  if (account) for (const path of [draft, password, join(draft, 'data')]) await chown(path, account.uid, account.gid)
  const options = [
    `--pgdata=${join(draft, 'data')}`,
    '--username=postgres',
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    // More iterations protect a password that can be guessed, and cost each new connection some milliseconds.
    '--set=scram_iterations=1',
    '--encoding=UTF8',
    // Sorts and lower() use PostgreSQL's own locale, the same on every machine. Only LC_CTYPE is the system's: with plain C,
    // pg_trgm would recognise only ASCII letters.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`,
  ]
  await run(join(binaries, 'bin/initdb'), durable ? options : [...options, '--no-sync'], account)
}

/** `folder` holds data/ (PostgreSQL's own), password (the superuser's) and postgres.log. */
export interface Cluster {
  folder: string
  binaries: string
  account: Account | null
  durable: boolean
}
