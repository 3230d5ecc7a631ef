import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { inject } from 'vitest'
import { build, preview } from 'vite'
import type { Page } from 'playwright-core'
import { openDatabase } from '../../../server/db/connection/pool.ts'
import { insertInstance } from '../../../server/db/instances.ts'
import { fetchDevToken } from '../../../workshop/identity-provider/dev-token.ts'
import { asString } from '../../../contract/json.ts'
import { chromiumPath, launchChromium } from '../../helpers/programs/chromium.ts'
import { createTestDatabase } from '../../helpers/programs/postgres.ts'
import { end, findLine, startServer } from '../../helpers/programs/server-process.ts'

/** Skipped only where there is no browser, and never in CI. */
export const hasBrowser = chromiumPath !== null || process.env['CI'] !== undefined

export interface Development {
  baseUrl: string
  issuer: string
  /** Of an administrator in the instance `acme`. */
  token: string
  stop(): Promise<void>
}

/** `npm start` with its identity provider, and with what `prepare` writes. */
export async function startDevelopment(prepare: (db: Knex) => Promise<void> = async () => {}): Promise<Development> {
  const database = await createTestDatabase(inject('databaseUrl'))
  await createInstance(database.url, prepare)
  const dataDir = mkdtempSync(join(tmpdir(), 'sdk-web-app-'))
  const server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    CHECK_INTERVAL_MINUTES: '0',
  })
  const stop = async () => {
    await end(server, 'SIGTERM')
    await database.drop()
    rmSync(dataDir, { recursive: true })
  }
  const token = await fetchDevToken({ dataDir, roles: ['Administrator'], instanceId: 'acme' })
  if (!token.ok) {
    await stop()
    throw new Error(token.message)
  }
  const issuer = asString(findLine(server, 'listening')?.['issuer'])
  return { baseUrl: server.baseUrl, issuer, token: token.token, stop }
}

async function createInstance(url: string, prepare: (db: Knex) => Promise<void>): Promise<void> {
  const db = openDatabase({ url, poolSize: 1, acquireTimeoutMs: 5000, statementTimeoutMs: 5000 })
  await insertInstance(db, { id: 'acme', name: 'Acme' })
  await prepare(db)
  await db.destroy()
}

export interface WebApp {
  url: string
  close(): Promise<void>
}

/** Builds the front end with Vite as its developers would, and serves it. */
export async function serveWebApp(root: string, { baseUrl, issuer }: Development): Promise<WebApp> {
  const common = { root, configFile: false, logLevel: 'warn' } as const
  await build({
    ...common,
    define: {
      'import.meta.env.VITE_BASE_URL': JSON.stringify(baseUrl),
      'import.meta.env.VITE_ISSUER': JSON.stringify(issuer),
    },
    build: { target: 'es2022' },
  })
  const server = await preview({ ...common, preview: { host: '127.0.0.1', port: 0 } })
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.')
  return { url: `http://127.0.0.1:${address.port}`, close: () => server.close() }
}

export interface OpenPage {
  page: Page
  /** What the page complained about: on its console, or by an error that nothing caught. */
  complaints: string[]
  /** Origins that the page asked. */
  origins: Set<string>
  close(): Promise<void>
}

/** A page in a browser without history. */
export async function openPage(): Promise<OpenPage> {
  const browser = await launchChromium(chromiumPath ?? '')
  const context = await browser.newContext()
  const page = await context.newPage()
  const complaints: string[] = []
  const origins = new Set<string>()
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  return {
    page,
    complaints,
    origins,
    close: () => browser.close(),
  }
}
