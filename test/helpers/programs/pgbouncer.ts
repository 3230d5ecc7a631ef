import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBlocks } from '../../walks/markdown.ts'
import { spawnChild } from './child.ts'
import { findFreePort } from './free-port.ts'

/** Null where PgBouncer is not installed. In CI, the tests that need it then fail. */
export const pgbouncerPath = ['/usr/sbin/pgbouncer'].find(existsSync) ?? null

export interface Pgbouncer {
  port: number
  close(): Promise<void>
}

/**
 * Starts PgBouncer with the configuration of docs/how-to/pooler.md, in which only what belongs to that place is replaced: hosts,
 * ports, files, and as many connections to PostgreSQL as the test wants.
 */
export async function startPgbouncer(
  path: string,
  { postgresPort, accounts, poolSize }: PgbouncerOptions,
): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  const port = await findFreePort()
  const accountsFile = join(folder, 'userlist.txt')
  writeFileSync(
    accountsFile,
    Object.entries(accounts)
      .map((pair) => pair.map(quote).join(' '))
      .join('\n'),
  )
  const replaced: Record<string, string> = {
    '*': `host=127.0.0.1 port=${postgresPort}`,
    listen_port: String(port),
    auth_file: accountsFile,
    default_pool_size: String(poolSize),
  }
  const lines = documentedConfiguration().map((line) => {
    const name = line.split(' = ')[0] ?? ''
    const value = replaced[name]
    delete replaced[name]
    return value === undefined ? line : `${name} = ${value}`
  })
  if (Object.keys(replaced).length > 0)
    throw new Error(`docs/how-to/pooler.md lacks ${Object.keys(replaced).join(', ')}.`)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, [...lines, 'unix_socket_dir ='].join('\n'))
  // PgBouncer refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (account.uid !== undefined)
    for (const name of [folder, accountsFile, file]) chownSync(name, account.uid, account.gid)

  let output = ''
  const child = spawnChild(path, [file], { ...account, cwd: folder })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exited = once(child, 'exit')
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended.\n${output}`)
    await sleep(20)
  }
  return {
    port,
    async close() {
      // At once: SIGINT would wait for those who are connected.
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}

function documentedConfiguration(): string[] {
  const root = join(import.meta.dirname, '../../..')
  const [block, ...others] = readBlocks(root, 'docs/how-to/pooler.md').filter(
    ({ language, info }) => language === 'ini' && info === 'pgbouncer.ini',
  )
  if (!block || others.length > 0) throw new Error('docs/how-to/pooler.md has no configuration, or several.')
  return block.text.split('\n')
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

interface PgbouncerOptions {
  postgresPort: number
  /** The passwords of accounts, by name. */
  accounts: Record<string, string>
  /** Connections to PostgreSQL for each account and database. */
  poolSize: number
}
