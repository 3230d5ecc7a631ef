import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { findFreePort } from '../helpers/programs/free-port.ts'

/** PostgreSQL's own tools, as Debian's package `postgresql-15` installs them. */
export const toolsFolder = '/usr/lib/postgresql/15/bin'

/** A primary and a standby that has every transaction before it is answered. */
export interface ReplicatedPostgres {
  /** Lists both hosts. */
  url: string
  /** Ends the primary and all its processes at once, or stops them: then it takes connections, but never answers. */
  signalPrimary(signal: 'SIGKILL' | 'SIGSTOP'): void
  /** Makes the standby the primary. Returns once it takes writes. */
  promote(): Promise<void>
  /** Makes a new standby of the killed one, with the same port, and waits until it has every transaction. */
  replaceStandby(): Promise<void>
  /** A connection to the primary as superuser. */
  connect(): Promise<Client>
  close(): Promise<void>
}

interface Node {
  port: number
  data: string
}

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'failover-'))
  own(folder)
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password)
  own(passwordFile)
  const createNode = async (name: string): Promise<Node> => {
    const data = join(folder, name)
    mkdirSync(data, { mode: 0o700 })
    own(data)
    return { port: await findFreePort(), data }
  }
  let primary = await createNode('a')
  let standby = await createNode('b')
  const urlOf = (...nodes: Node[]) =>
    `postgres://postgres:${password}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`
  const url = `${urlOf(primary, standby)}?sslmode=disable&target_session_attrs=read-write`
  const connect = async () => {
    const client = new Client({ connectionString: urlOf(primary) })
    client.on('error', () => {})
    await client.connect()
    return client
  }

  const copyPrimary = async () => {
    const from = ['--dbname', urlOf(primary), '--pgdata', standby.data]
    await tool(folder, 'pg_basebackup', ...from, '--checkpoint=fast', '--wal-method=stream', '--write-recovery-conf')
    // The copy has the settings of the primary, and no standby of its own.
    writeFileSync(join(standby.data, 'synchronous.conf'), '')
    await startNode(folder, standby)
    writeFileSync(join(primary.data, 'synchronous.conf'), `synchronous_standby_names = '*'\n`)
    await tool(folder, 'pg_ctl', 'reload', '--pgdata', primary.data)
    const client = await connect()
    const isSynchronous = async () => {
      const { rowCount } = await client.query(`select from pg_stat_replication where sync_state = 'sync'`)
      return rowCount === 1
    }
    while (!(await isSynchronous())) await sleep(50)
    await client.end()
  }

  const initial = ['--username=postgres', '--auth=scram-sha-256', '--locale=C.UTF-8', '--pwfile', passwordFile]
  await tool(folder, 'initdb', '--pgdata', primary.data, ...initial)
  const configuration = join(primary.data, 'postgresql.conf')
  writeFileSync(join(primary.data, 'synchronous.conf'), '')
  const lines = [`include 'synchronous.conf'`, 'synchronous_commit = on', "listen_addresses = '127.0.0.1'"]
  writeFileSync(
    configuration,
    `${readFileSync(configuration, 'utf8')}\n${lines.join('\n')}\nunix_socket_directories = ''\n`,
  )
  await startNode(folder, primary)
  await copyPrimary()

  return {
    url,
    connect,
    signalPrimary: (signal) => signalTree(primary, signal),
    async promote() {
      const dead = primary
      primary = standby
      standby = dead
      await tool(folder, 'pg_ctl', 'promote', '--wait', '--pgdata', primary.data)
    },
    async replaceStandby() {
      await endTree(standby)
      rmSync(standby.data, { recursive: true })
      mkdirSync(standby.data, { mode: 0o700 })
      own(standby.data)
      await copyPrimary()
    },
    async close() {
      for (const node of [primary, standby])
        await tool(folder, 'pg_ctl', 'stop', '--mode=immediate', '--pgdata', node.data).catch(() => {})
      rmSync(folder, { recursive: true })
    },
  }
}

async function startNode(folder: string, { data, port }: Node): Promise<void> {
  const log = join(data, 'server.log')
  await tool(folder, 'pg_ctl', 'start', '--wait', '--pgdata', data, '--log', log, '--options', `-c port=${port}`)
}

/** At once, so that no process of PostgreSQL can say good-bye to a client. */
function signalTree({ data }: Node, signal: NodeJS.Signals): void {
  const postmaster = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => parentOf(pid) === postmaster)
    .map(Number)
  for (const pid of [postmaster, ...children]) process.kill(pid, signal)
}

/** A stopped one has to be gone before its port is free. */
async function endTree(node: Node): Promise<void> {
  const pid = Number.parseInt(readFileSync(join(node.data, 'postmaster.pid'), 'utf8'), 10)
  if (parentOf(`${pid}`) === null) return
  signalTree(node, 'SIGKILL')
  while (parentOf(`${pid}`) !== null) await sleep(20)
}

function parentOf(pid: string): number | null {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) . /)
    return Number.parseInt(rest, 10)
  } catch {
    // It has ended meanwhile.
    return null
  }
}

/** PostgreSQL refuses to run as root. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

function own(path: string): void {
  if (account.uid !== undefined) chownSync(path, account.uid, account.gid)
}

async function tool(folder: string, name: string, ...args: string[]): Promise<void> {
  const child = spawn(join(toolsFolder, name), args, {
    ...account,
    cwd: folder,
    env: { LC_ALL: 'C.UTF-8' },
    // A postmaster would hold a pipe open for as long as it runs.
    stdio: 'ignore',
  })
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`${name} failed (${child.exitCode}). Its log, if any, is in ${folder}.`)
}
