import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import type { Cluster } from './cluster.ts'
import { isAlive, run } from './process.ts'

/**
 * A connection to the cluster as superuser. Starts a stopped cluster, on `port` or a free port, or adopts a cluster that a
 * killed server left running. Waits for a cluster that is starting or stopping.
 */
export async function startCluster(cluster: Cluster, port?: number): Promise<Client> {
  const deadline = Date.now() + startLimitMs
  for (let failures = 0; ;) {
    try {
      if (findPostmaster(cluster) !== 'running') await launch(cluster, port ?? (await findFreePort()))
      return await connect(cluster)
    } catch (error) {
      // Some failures of a launch are temporary: another process starts the same cluster, the port was just taken, or the
      // children of a killed postmaster still run.
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

/** A connection to the maintenance database of a running cluster; rejects when the cluster does not run. */
export async function connect(cluster: Pick<Cluster, 'folder'>): Promise<Client> {
  const client = new Client({
    connectionString: clusterUrl(cluster, 'postgres'),
    application_name: `process ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  // Without a listener a lost connection would end this process. Every 'error' is followed by 'end', which others handle.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** The address of a database in a running cluster, with the password. Throws when the cluster does not run. */
export function clusterUrl({ folder }: Pick<Cluster, 'folder'>, database: string): string {
  const password = readFileSync(join(folder, 'password'), 'utf8')
  const [, , , port] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')
  if (!port) throw Object.assign(new Error('PostgreSQL is starting'), { code: 'ECONNREFUSED' })
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}?sslmode=disable`
}

/** Whether a connection failed only because the cluster is stopped, starting or stopping. */
export function isStartingOrStopping(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === '57P03'
  if (!(error instanceof Error)) return false
  if (error.message === 'Connection terminated unexpectedly') return true
  return 'code' in error && ['ECONNREFUSED', 'ECONNRESET', 'ENOENT'].includes(String(error.code))
}

// 'another': after a crash, the process number in the file belongs to another program or a zombie. PostgreSQL would take
// that program for a running server. Where the system has no /proc, the number is believed.
export function findPostmaster({ folder }: Pick<Cluster, 'folder'>): 'running' | 'another' | 'none' {
  const data = join(folder, 'data')
  const pid = Number.parseInt(readIfPresent(join(data, 'postmaster.pid')) ?? '', 10)
  if (!(pid > 0) || !isAlive(pid)) return 'none'
  const commandLine = readIfPresent(`/proc/${pid}/cmdline`)
  return commandLine === null || commandLine.split('\0').includes(data) ? 'running' : 'another'
}

async function launch(cluster: Cluster, port: number): Promise<void> {
  const settings = [
    `port=${port}`,
    ...serverSettings,
    // A quarter of the memory, as PostgreSQL's manual advises, but at most 1 GiB on a development machine.
    `shared_buffers=${Math.min(1024, Math.floor(totalmem() / 4 / 1024 ** 2))}MB`,
    ...(cluster.durable ? [] : throwawaySettings),
  ]
  if (findPostmaster(cluster) === 'another') await rm(join(cluster.folder, 'data/postmaster.pid'), { force: true })
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
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return null
    throw error
  }
}

async function readEnd(path: string): Promise<string> {
  const log = await readFile(path, 'utf8').catch(() => '(no log)')
  return log.slice(-2_000)
}

const startLimitMs = 60_000

const serverSettings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
  // The other verbosities repeat the values of a row.
  'log_error_verbosity=terse',
  // The work ledger may have millions of entries, and PostgreSQL's defaults are for a small machine.
  'max_wal_size=4GB',
  'random_page_cost=1.1',
]

const throwawaySettings = [
  // PostgreSQL goes through all of it whenever a database is created or dropped.
  'shared_buffers=128MB',
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=300',
  'autovacuum=off',
  'file_copy_method=clone',
]
