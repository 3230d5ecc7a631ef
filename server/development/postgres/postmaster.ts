import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import type { Cluster } from './cluster.ts'
import { isAlive, run } from './process.ts'

/**
 * A connection to the running cluster, as superuser. Starts it first if need be, on `port` or a free one,
 * or adopts the one that a killed server left behind. Waits for a cluster that is starting or stopping.
 */
export async function startCluster(cluster: Cluster, port?: number): Promise<Client> {
  const deadline = Date.now() + START_LIMIT_MS
  for (let failures = 0; ;) {
    try {
      if (findPostmaster(cluster) !== 'running') await launch(cluster, port ?? (await findFreePort()))
      return await connect(cluster)
    } catch (error) {
      // A launch fails, and not for good, when another process starts the same cluster, when the port was
      // taken just now, and while the children of a killed postmaster are still going away.
      if (!isStartingOrStopping(error)) failures++
      if (failures > 5 || Date.now() > deadline) throw error
      await sleep(50 * 2 ** failures)
    }
  }
}

/** Ends every session and stops the cluster, with everything written to disk. */
export async function stopCluster(cluster: Cluster): Promise<void> {
  await pgCtl(cluster, 'stop', '--mode=fast')
}

/** A connection to a running cluster's maintenance database; rejects when it does not run. */
export async function connect(cluster: Pick<Cluster, 'folder'>): Promise<Client> {
  const client = new Client({
    connectionString: clusterUrl(cluster, 'postgres'),
    application_name: `process ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  // Without a listener a lost connection would end this process. 'end' follows every 'error'.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** The address of a database in a running cluster, password included. Throws when it does not run. */
export function clusterUrl({ folder }: Pick<Cluster, 'folder'>, database: string): string {
  const password = readFileSync(join(folder, 'password'), 'utf8')
  const [, , , port] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')
  if (!port) throw Object.assign(new Error('PostgreSQL is starting'), { code: 'ECONNREFUSED' })
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}?sslmode=disable`
}

/** Whether a connection failed only because the cluster does not run at this moment. */
export function isStartingOrStopping(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === '57P03'
  if (!(error instanceof Error)) return false
  if (error.message === 'Connection terminated unexpectedly') return true
  return 'code' in error && ['ECONNREFUSED', 'ECONNRESET', 'ENOENT'].includes(String(error.code))
}

// 'another': a crash left the process number behind, and it is now another program's (or a zombie's).
// PostgreSQL would take that for a running server. Where the system does not tell, believe the number.
function findPostmaster({ folder }: Cluster): 'running' | 'another' | 'none' {
  const data = join(folder, 'data')
  const pid = Number.parseInt(readIfPresent(join(data, 'postmaster.pid')) ?? '', 10)
  if (!(pid > 0) || !isAlive(pid)) return 'none'
  const commandLine = readIfPresent(`/proc/${pid}/cmdline`)
  return commandLine === null || commandLine.split('\0').includes(data) ? 'running' : 'another'
}

async function launch(cluster: Cluster, port: number): Promise<void> {
  const settings = [
    `port=${port}`,
    ...SETTINGS,
    `shared_buffers=${sharedBuffersMb()}MB`,
    ...(cluster.durable ? [] : THROWAWAY_SETTINGS),
  ]
  if (findPostmaster(cluster) === 'another')
    await rm(join(cluster.folder, 'data/postmaster.pid'), { force: true })
  const log = join(cluster.folder, 'postgres.log')
  const options = settings.map((setting) => `-c ${setting}`).join(' ')
  await pgCtl(cluster, 'start', `--log=${log}`, `--options=${options}`).catch(async (cause: unknown) => {
    throw new Error(`PostgreSQL did not start. The end of ${log}:\n${await readEnd(log)}`, { cause })
  })
}

async function pgCtl({ folder, binaries, account }: Cluster, ...args: string[]): Promise<void> {
  const options = [`--pgdata=${join(folder, 'data')}`, '--wait', '--timeout=100']
  await run(join(binaries, 'bin/pg_ctl'), [...args, ...options], account)
}

async function findFreePort(): Promise<number> {
  await using server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no TCP port to be had')
  return address.port
}

function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return null
    throw error
  }
}

async function readEnd(path: string): Promise<string> {
  const file = await open(path).catch(() => null)
  if (file === null) return '(no log)'
  const { size } = await file.stat()
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2_000), 0, 2_000, Math.max(0, size - 2_000))
  await file.close()
  return buffer.toString('utf8', 0, bytesRead)
}

const START_LIMIT_MS = 60_000

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
  // Without the details that repeat the values of a row.
  'log_error_verbosity=terse',
  // For a work ledger of millions: PostgreSQL's own defaults are those of a small machine. Memory is taken when used.
  'max_wal_size=4GB',
  'random_page_cost=1.1',
]

/** A quarter of the memory, as PostgreSQL's manual advises, but not all of it for development: 1 GiB. */
function sharedBuffersMb(): number {
  return Math.min(1024, Math.floor(totalmem() / 4 / 1024 ** 2))
}

const THROWAWAY_SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=300',
  'autovacuum=off',
  'file_copy_method=clone',
]
