import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { escapeIdentifier, type Client } from 'pg'
import type { BaseLogger } from 'pino'
import { findBinaries } from './binaries.ts'
import { createCluster, type Cluster } from './cluster.ts'
import { createHome, homeFor, type Home } from './home.ts'
import { clusterUrl, connect, isStartingOrStopping, startCluster, stopCluster } from './postmaster.ts'

/**
 * Starts a real PostgreSQL with its data in `dataDir` (for root possibly in another folder, which the log names). Data
 * survives restarts. A PostgreSQL that a killed server left running is adopted. If PostgreSQL dies while this process owns
 * it, it is started again on the same port.
 *
 * Not `ok` when another server owns the data, or when this machine has no binaries; `message` tells the user what to do.
 * Throws with the end of PostgreSQL's log when PostgreSQL itself fails.
 */
export async function startEmbeddedPostgres({ dataDir, log }: Options): Promise<EmbeddedPostgres> {
  const home = createHome(dataDir)
  const binaries = await findBinaries(home)
  if (binaries === null) return { ok: false, message: noBinaries }
  const cluster = await createCluster(home, binaries, true)
  const { session, owner } = await own(cluster)
  if (session === null) return { ok: false, message: inUse(owner, cluster.folder) }
  await createDatabase(session, databaseName)
  log.info(
    { folder: cluster.folder, port: session.port },
    `embedded PostgreSQL is running${explainHome(home, dataDir)}`,
  )
  const stopping = new AbortController()
  const held = holdOn(cluster, session, stopping.signal, log)
  const stop = async () => {
    stopping.abort()
    if (await held) await stopCluster(cluster)
  }
  return { ok: true, url: clusterUrl(cluster, databaseName), stop }
}

/** The address of the running database, for tools beside a server; null when none runs. Never starts PostgreSQL. */
export async function findEmbeddedPostgres({ dataDir }: { dataDir: string }): Promise<string | null> {
  try {
    const cluster = { folder: join(homeFor(dataDir).folder, 'cluster') }
    const session = await connect(cluster)
    await session.end()
    return clusterUrl(cluster, databaseName)
  } catch (error) {
    if (isStartingOrStopping(error)) return null
    throw error
  }
}

async function own(
  cluster: Cluster,
  port?: number,
): Promise<{ session: Client; owner: null } | { session: null; owner: string }> {
  for (let attempt = 1; ; attempt++) {
    const session = await startCluster(cluster, port)
    try {
      if (await claim(session)) return { session, owner: null }
      const owner = await findOwner(session)
      await session.end()
      return { session: null, owner }
    } catch (error) {
      // The previous owner has stopped the cluster in this moment.
      await session.end()
      if (attempt === 5) throw error
    }
  }
}

// Claims the cluster by a session lock, which the system releases however this process ends. The session of a killed owner
// may live a moment longer than its process.
async function claim(session: Client): Promise<boolean> {
  for (let attempt = 1; attempt <= 10; attempt++) {
    const { rows } = await session.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [lockKey])
    if (rows[0]?.locked) return true
    await sleep(50)
  }
  return false
}

async function findOwner(session: Client): Promise<string> {
  const { rows } = await session.query<{ owner: string }>(
    `select application_name as owner from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and (classid::bigint << 32) + objid::bigint = $1`,
    [lockKey],
  )
  return rows[0]?.owner ?? 'a process that just ended'
}

async function createDatabase(session: Client, name: string): Promise<void> {
  const { rowCount } = await session.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) await session.query(`create database ${escapeIdentifier(name)}`)
}

/**
 * PostgreSQL's death releases the lock: this starts it again and takes the lock back. Resolves when `stopping` aborts; true
 * when the lock is still held then.
 */
async function holdOn(cluster: Cluster, first: Client, stopping: AbortSignal, log: Log): Promise<boolean> {
  for (let session: Client | null = first; ;) {
    if (session) await endOf(session, stopping)
    if (stopping.aborted) return session !== null
    log.error({ folder: cluster.folder }, 'embedded PostgreSQL went away: starting it again')
    session = await reclaim(cluster, first.port).catch((err: unknown) => {
      log.error({ err }, 'embedded PostgreSQL could not be started again')
      return null
    })
    if (!session) await sleep(1_000)
  }
}

function endOf(session: Client, stopping: AbortSignal): Promise<void> {
  return new Promise((ended) => {
    session.once('end', ended)
    stopping.addEventListener('abort', () => ended(), { once: true })
  })
}

async function reclaim(cluster: Cluster, port: number): Promise<Client> {
  const { session, owner } = await own(cluster, port)
  if (session === null) throw new Error(inUse(owner, cluster.folder))
  return session
}

/** Explains why root's data lies elsewhere: PostgreSQL then runs as an account that may not enter every folder. */
export function explainHome({ closedFolders }: Home, dataDir: string): string {
  if (closedFolders.length === 0) return ''
  return `, with its data elsewhere, as its account may not enter ${dataDir}. To have it there, run "chmod o+x ${closedFolders.join(' ')}" before the first start`
}

function inUse(owner: string, folder: string): string {
  return `The database in ${folder} is in use by another server (${owner}). Stop that one first, or give this one a DATA_DIR of its own or a DATABASE_URL.`
}

const noBinaries = `There is no embedded PostgreSQL that runs on this machine (${process.platform}-${process.arch}). Set DATABASE_URL to a PostgreSQL 15 or later, or reinstall without --omit=optional.`

const databaseName = 'instance_admin'

const lockKey = 5_150_318_822

type Log = Pick<BaseLogger, 'info' | 'error'>

interface Options {
  dataDir: string
  log: Log
}

export type EmbeddedPostgres =
  | {
      ok: true
      /** The database's URL, with the password. */ url: string
      /** Ends every session, and stops PostgreSQL. */ stop: () => Promise<void>
    }
  | { ok: false; message: string }
