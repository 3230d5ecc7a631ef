import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../../workshop/postgres/embedded-postgres.ts'
import { spawnAside } from '../helpers/programs/child.ts'

const log = pino({ level: 'silent' })
let dataDir: string
let servers: Server[]

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-postgres-'))
  chmodSync(dataDir, 0o755)
  servers = []
})

afterEach(async () => {
  for (const server of servers) await kill(server)
  const left = existsSync(join(dataDir, 'cluster')) && (await startEmbeddedPostgres({ dataDir, log }))
  if (left && left.ok) await left.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('data survives a stop and a start', async () => {
  const first = await start()
  await query(first.url, 'create table kept as select 1 as n')
  expect(await findEmbeddedPostgres({ dataDir })).toBe(first.url)
  await first.stop()
  expect(await findEmbeddedPostgres({ dataDir })).toBeNull()
  const second = await start()
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 1 }])
  await second.stop()
})

test('lower case and search by letters work beyond ASCII, and the data is durable and private', async () => {
  const { url, stop } = await start()
  expect(await query(url, `select lower('ÉЖ') as lower`)).toEqual([{ lower: 'éж' }])
  await query(url, 'create extension pg_trgm')
  expect(await query(url, `select cardinality(show_trgm('жук')) as trigrams`)).toEqual([{ trigrams: 4 }])
  expect(await query(url, 'show fsync')).toEqual([{ fsync: 'on' }])
  expect(statSync(join(dataDir, 'cluster')).mode & 0o077).toBe(0)
  expect(statSync(join(dataDir, 'cluster/password')).mode & 0o077).toBe(0)
  const stranger = new URL(url)
  stranger.password = 'guess'
  await expect(query(stranger.href, 'select 1')).rejects.toThrow('password authentication failed')
  await stop()
})

test('a second server is told who holds the data, and changes nothing', async () => {
  const first = await start()
  const second = await startEmbeddedPostgres({ dataDir, log })
  expect(second.ok ? null : second.message).toMatch(
    new RegExp(`in use by another server \\(process ${process.pid}\\)\\. .* give this one a DATA_DIR of its own`),
  )
  expect(await query(first.url, 'select 1 as n')).toEqual([{ n: 1 }])
  await first.stop()
})

test('of servers that make the data folder at once, one gets it and nothing half-made remains', async () => {
  const answers = await Promise.all([spawnServer(), spawnServer(), spawnServer()].map(answerOf))
  expect(answers.filter((answer) => answer.startsWith('postgres://'))).toHaveLength(1)
  expect(answers.filter((answer) => answer.includes('in use by another server'))).toHaveLength(2)
  expect(readdirSync(dataDir).filter((name) => name.includes('tmp'))).toEqual([])
})

test('a killed server leaves PostgreSQL to the next one', async () => {
  const killed = spawnServer()
  const url = await answerOf(killed)
  await query(url, 'create table kept as select 1 as n')
  const before = postmasterPid()
  await kill(killed)
  const next = await start()
  expect(postmasterPid()).toBe(before)
  expect(await query(next.url, 'select n from kept')).toEqual([{ n: 1 }])
  await next.stop()
})

test('a server killed while it makes the data folder is no trouble to the next', async () => {
  const killed = spawnServer()
  while (!readdirSync(dataDir).some((name) => name.startsWith('cluster.tmp'))) await sleep(5)
  await sleep(100)
  await kill(killed)
  const next = await start()
  expect(await query(next.url, 'select 1 as n')).toEqual([{ n: 1 }])
  await next.stop()
})

test('a killed PostgreSQL is started again on the same address, under the same owner', async () => {
  const { url, stop } = await start()
  await query(url, 'create table kept as select 1 as n')
  const before = postmasterPid()
  process.kill(before, 'SIGKILL')
  await expect.poll(() => query(url, 'select n from kept').catch(() => null), { timeout: 60_000 }).toEqual([{ n: 1 }])
  expect(postmasterPid()).not.toBe(before)
  const owners = `select application_name as owner from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory'`
  await expect.poll(() => query(url, owners), { timeout: 60_000 }).toEqual([{ owner: `process ${process.pid}` }])
  await stop()
})

test('server and PostgreSQL killed, and the number of the process now belongs to another', async () => {
  const killed = spawnServer()
  await answerOf(killed)
  const pidFile = join(dataDir, 'cluster/data/postmaster.pid')
  const postmaster = postmasterPid()
  await kill(killed)
  process.kill(postmaster, 'SIGKILL')
  writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(process.pid)))
  const next = await start()
  expect(await query(next.url, 'select 1 as n')).toEqual([{ n: 1 }])
  await next.stop()
})

test('nothing runs and nothing is made for a tool that only looks', async () => {
  const missing = join(dataDir, 'missing')
  expect(await findEmbeddedPostgres({ dataDir: missing })).toBeNull()
  expect(existsSync(missing)).toBe(false)
})

async function start() {
  const started = await startEmbeddedPostgres({ dataDir, log })
  if (!started.ok) throw new Error(started.message)
  return started
}

function spawnServer(): Server {
  const script = `
    import { pino } from 'pino'
    import { startEmbeddedPostgres } from './workshop/postgres/embedded-postgres.ts'
    const started = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: pino({ level: 'silent' }) })
    process.stdout.write((started.ok ? started.url : started.message) + '\\n')`
  const server = spawnAside(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: join(import.meta.dirname, '../..'),
  })
  servers.push(server)
  return server
}

async function answerOf(server: Server): Promise<string> {
  for await (const chunk of server.stdout) return String(chunk).trim()
  throw new Error('the server ended without an answer')
}

async function kill(server: Server): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGKILL')
  await once(server, 'exit')
}

function postmasterPid(): number {
  return Number.parseInt(readFileSync(join(dataDir, 'cluster/data/postmaster.pid'), 'utf8'), 10)
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  } finally {
    await client.end()
  }
}

type Server = ReturnType<typeof spawnAside>
