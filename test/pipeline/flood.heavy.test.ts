import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
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
  server = await startServer({
    DATABASE_URL: database.url,
    OIDC_ISSUER: issuer.url,
    OIDC_AUDIENCE: audience,
    ROLES_FROM: 'token',
    // As Node chooses it in a container of 512 MiB.
    NODE_OPTIONS: '--max-old-space-size=256',
    RATE_LIMIT_PER_MINUTE: '1000000',
    CHECK_INTERVAL_MINUTES: '0',
    DATABASE_STATEMENT_TIMEOUT_MS: '60000',
    DATABASE_ACQUIRE_TIMEOUT_MS: '60000',
  })
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

test.each([
  ['/openapi.json', ''],
  ['/openapi.yaml', ''],
  ['/docs', ''],
  ['/instances/acme/agents?size=200', ''],
  ['/instances/acme/work-ledger/export', 'Viewer'],
  ['/metrics', 'management'],
])('of %s, %s', async (path, role) => {
  const url = role === 'management' ? server.managementUrl : server.baseUrl
  const token = role === 'Viewer' ? `Authorization: ${await bearer('flood', role)}\r\n` : ''
  const request = `GET ${path} HTTP/1.1\r\nHost: service\r\n${token}\r\n`.repeat(16)
  const other = { Authorization: await bearer('other', 'Viewer') }
  const call = async () => {
    const begun = performance.now()
    const answer = await fetch(`${server.baseUrl}/instances/acme/integrations`, { headers: other })
    await answer.arrayBuffer()
    expect(answer.status).toBe(200)
    return performance.now() - begun
  }
  await call()
  let most = 0
  const took: number[] = []
  const until = performance.now() + 8000
  const flooding = Promise.all(
    Array.from({ length: connections }, async () => open.push(await sendUnread(url, request))),
  )
  while (performance.now() < until) {
    took.push(await call())
    most = Math.max(most, residentMegabytes())
    await sleep(10)
  }
  await flooding
  const p95 = took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.95)] ?? 0
  console.log(`${path} ${role}: at most ${most} MB, p95 ${p95.toFixed(0)} ms, most ${Math.max(...took).toFixed(0)} ms`)
  expect(most).toBeLessThan(mostMegabytes)
  expect(server.child.exitCode).toBeNull()
})

function residentMegabytes(): number {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024)
}

async function bearer(sub: string, role: string): Promise<string> {
  return `Bearer ${await issuer.sign({ sub, client_id: sub, jti: randomUUID(), instances: ['acme'], roles: [role] })}`
}
