import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { insertInstance } from '../../server/db/instances.ts'
import { audience, startTestIssuer, type TestIssuer } from '../helpers/programs/issuer.ts'
import { openTestDatabase, type OpenTestDatabase } from '../helpers/programs/postgres.ts'
import { end, startServer, type RunningServer } from '../helpers/programs/server-process.ts'
import { summariser } from '../helpers/data/agents.ts'
import { sendUnread } from '../helpers/unread.ts'

/** 400 connections that ask 16 times for a page and read nothing: the server stays small, and others are served. */
const connections = 400
const mostMegabytes = 400

let database: OpenTestDatabase
let issuer: TestIssuer
let server: RunningServer
const open: Socket[] = []
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'))
  await insertInstance(database.db, { id: 'acme', name: 'Acme' })
  issuer = await startTestIssuer()
  server = await startServer({ ...settings(), OIDC_ISSUER: issuer.url, OIDC_AUDIENCE: audience, ROLES_FROM: 'token' })
  const metadata = { filler: randomBytes(22_000).toString('hex') }
  const headers = { Authorization: await bearer('editor', 'Editor'), 'Content-Type': 'application/json' }
  const body = JSON.stringify({ ...summariser, metadata })
  for (let at = 0; at < 30; at++)
    await fetch(`${server.baseUrl}/instances/acme/agents`, { method: 'POST', headers, body })
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})
afterAll(async () => {
  await end(server, 'SIGTERM')
  await issuer.close()
  await database.close()
})

const settings = () => ({
  DATABASE_URL: database.url,
  // As the image starts it, with the heap that Node chooses in a container of 512 MiB.
  NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=16',
  RATE_LIMIT_PER_MINUTE: '1000000',
  CONSOLE_CLIENT_ID: 'console',
  CHECK_INTERVAL_MINUTES: '0',
  DATABASE_STATEMENT_TIMEOUT_MS: '60000',
  DATABASE_ACQUIRE_TIMEOUT_MS: '60000',
})

test.each([
  ['/openapi.json', ''],
  ['/openapi.yaml', ''],
  ['/docs', ''],
  ['/', ''],
  ['/console/', ''],
  ['/instances/acme/agents?size=200', ''],
  ['/instances/acme/agents?size=200', 'Viewer'],
  ['/instances/acme/work-ledger/export', 'Viewer'],
  ['/metrics', 'management'],
])('of %s, %s', async (path, role) => {
  const url = role === 'management' ? server.managementUrl : server.baseUrl
  const token = role === 'Viewer' ? `Authorization: ${await bearer('flood', role)}\r\n` : ''
  const other = { Authorization: await bearer('other', 'Viewer') }
  const call = () => fetch(`${server.baseUrl}/instances/acme/integrations`, { headers: other })
  await flood(server, url, `GET ${path} HTTP/1.1\r\nHost: service\r\n${token}\r\n`, call)
})

test('of the embedded identity provider', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'flood-'))
  const embedded = await startServer({ ...settings(), DATA_DIR: dataDir })
  const [, url = ''] = /"issuer":"([^"]+)","msg":"listening"/.exec(embedded.output()) ?? []
  const path = '/.well-known/openid-configuration'
  const { host } = new URL(url)
  await flood(embedded, url, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`, () => fetch(url + path))
  await end(embedded, 'SIGTERM')
  await rm(dataDir, { recursive: true })
})

async function flood(flooded: RunningServer, url: string, request: string, call: () => Promise<Response>) {
  const time = async () => {
    const begun = performance.now()
    const answer = await call()
    await answer.arrayBuffer()
    expect(answer.status).toBe(200)
    return performance.now() - begun
  }
  await time()
  let most = 0
  const until = performance.now() + 8000
  const flooding = Promise.all(
    Array.from({ length: connections }, async () => open.push(await sendUnread(url, request.repeat(16)))),
  )
  // A call every 25 ms, also while others wait: a server that stands still is seen by all of them.
  const calls: Promise<number>[] = []
  while (performance.now() < until) {
    calls.push(time())
    most = Math.max(most, residentMegabytes(flooded))
    await sleep(25)
  }
  await flooding
  const took = (await Promise.all(calls)).toSorted((one, other) => one - other)
  const p95 = took[Math.floor(took.length * 0.95)] ?? 0
  console.log(
    `${request.split('\r')[0]}: at most ${most} MB, p95 ${p95.toFixed(0)} ms, most ${took.at(-1)?.toFixed(0)} ms`,
  )
  expect(most).toBeLessThan(mostMegabytes)
  expect(flooded.child.exitCode).toBeNull()
}

function residentMegabytes({ child }: RunningServer): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024)
}

async function bearer(sub: string, role: string): Promise<string> {
  return `Bearer ${await issuer.sign({ sub, client_id: sub, jti: randomUUID(), instances: ['acme'], roles: [role] })}`
}
