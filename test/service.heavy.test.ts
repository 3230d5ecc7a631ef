import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../workshop/postgres/embedded-postgres.ts'
import type { Role } from '../contract/rules/roles.ts'
import { asArray, asObject, asString } from '../contract/json.ts'
import { findFreePort } from './helpers/programs/free-port.ts'
import { startTestIssuer } from './helpers/programs/issuer.ts'
import { createTestDatabase } from './helpers/programs/postgres.ts'
import {
  commandOf,
  end,
  environment,
  findLine,
  run,
  runServer,
  startServer,
  type RunningServer,
} from './helpers/programs/server-process.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-'))
  // PostgreSQL runs as another account where the tests run as root.
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** One data folder through its life: the tests build on each other. */
describe('with nothing configured', () => {
  let dataDir: string
  let server: RunningServer
  const tokens = new Map<string, string>()
  beforeAll(async () => {
    dataDir = join(folder, 'development')
    // Only this: on a disk that is busy for seconds a write would be answered 503, and a test below could not tell why.
    server = await startServer({ DATA_DIR: dataDir, DATABASE_STATEMENT_TIMEOUT_MS: '60000' })
  })
  afterAll(async () => {
    await end(server, 'SIGKILL')
    const left = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }) })
    if (left.ok) await left.stop()
  })

  test('the start says where the service is, where its docs are and how to get a token', async () => {
    await vi.waitUntil(() => server.output().includes('npm run demo\n'), { timeout: 60_000 })
    const output = server.output()
    expect(output).toContain(`Instance administration   ${server.baseUrl}\n`)
    expect(output).toContain(`Console                   ${server.baseUrl}/console/demo`)
    expect(output).toContain(`Reference                 ${server.baseUrl}/docs`)
    expect(output).toContain(`Token for instance demo   DATA_DIR=${dataDir} npm run --silent token -- --role Editor\n`)
  })

  test('a start warns of nothing', () => {
    const log = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    expect(log.length).toBeGreaterThan(0)
    expect(log.filter((line) => !line.startsWith('{"level":30,'))).toEqual([])
  })

  test('the token command prints a token that works, and nothing else', async () => {
    const { code, stdout } = await run('npm', ['run', '--silent', 'token', '--', '--role', 'Editor'], {
      DATA_DIR: dataDir,
    })
    expect([code, stdout.split('\n').length]).toEqual([0, 2])
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
    const answer = await fetch(`${server.baseUrl}/instances/demo/agents`, bearer(stdout.trim()))
    expect(answer.status).toBe(200)
  })

  test.each([
    [['--role', 'Boss'], '--role must be one of: Viewer, Manager, Administrator, Editor'],
    [[], '--role must be one of: Viewer, Manager, Administrator, Editor'],
    [['--rolle', 'Editor'], "Unknown option '--rolle'"],
  ])('the token command prints no token for %j', async (args, message) => {
    const { code, stdout, stderr } = await token(args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(message)
  })

  test('a second server on the same data is turned away at once', async () => {
    // One that waited for the other to end would wait for ever.
    const second = runServer({ DATA_DIR: dataDir })
    expect(await second.exited).toBe(1)
    expect(second.output()).toMatch(/^The database in .* is in use by another server \(process \d+\)\. Stop that one/m)
    expect(second.output()).not.toMatch(/^ +at /m)
    await becomeReady(server)
  })

  test('an instance that the command creates is there at once', async () => {
    expect(await instances('create', 'acme', '--name', 'Acme Corp')).toEqual({
      code: 0,
      stdout: 'Created the instance acme.\n',
      stderr: '',
    })
    const { stdout } = await instances('list')
    expect(stdout).toMatch(
      /^id\tname\t.*\nacme\tAcme Corp\t\d{4}-.*Z\tforever\tactive\t400\ndemo\tDemo\t\d{4}-.*Z\tforever\tactive\t400\n$/,
    )
    const { status, json } = await call('Viewer', '/instances/acme/agents', {}, 'acme')
    expect([status, asObject(json)['content']]).toEqual([200, []])
  })

  test('the instances command refuses what is wrong, says what, and creates nothing', async () => {
    const badId = 'An instance id has 1 to 64 letters, digits, _ or -.'
    const refusals: [string[], string][] = [
      [['create', 'demo'], 'There is an instance demo already.'],
      [['create'], badId],
      [['create', 'a b'], badId],
      [['create', '../demo'], badId],
      [['create', 'x'.repeat(65)], badId],
      [['create', 'new', 'instance'], 'Unexpected: instance.'],
      [['create', 'new', '--name', ''], 'A name has 1 to 200 characters, all on one line.'],
      [['remove', 'demo'], 'There is no command remove.'],
      [['distribute', 'demo'], 'Unexpected: demo.'],
      [['distribute'], 'The database has no extension citus.'],
      [['distribute', '--name', 'demo'], '--name belongs to create.'],
      [['retain', 'demo', '0'], 'Say for how many days, from 1 to 99999, or: npm run instances -- retain demo'],
      [['list', '--all'], "Unknown option '--all'"],
    ]
    const answers = await Promise.all(refusals.map(([args]) => instances(...args)))
    expect(answers).toEqual(refusals.map(([, message]) => ({ code: 1, stdout: '', stderr: expectText(message) })))
    expect((await instances('list')).stdout.split('\n')).toHaveLength(4)
  })

  test('killed while it writes, together with its database, it has everything that it answered for', async () => {
    const writers = await startWriters(8)
    await vi.waitUntil(() => writers.acknowledged.size >= 50, { timeout: 60_000 })
    const postmaster = postmasterPid()
    await end(server, 'SIGKILL')
    process.kill(postmaster, 'SIGKILL')
    await writers.stopped
    expect(writers.acknowledged.size).toBeGreaterThanOrEqual(50)

    server = await startServer({
      DATA_DIR: dataDir,
      DATABASE_STATEMENT_TIMEOUT_MS: '60000',
      SHUTDOWN_TIMEOUT_MS: '60000',
    })
    tokens.clear()
    const stored = await listAgents()
    for (const [id, name] of writers.acknowledged) expect(stored.get(id)).toBe(name)
    const names = [...stored.values()].filter((name) => name.startsWith('writer '))
    expect(new Set(names).size).toBe(names.length)

    const [id, name] = [...writers.acknowledged].at(-1) ?? []
    const again = await createAgent(await tokenFor('Editor'), asString(name))
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(asObject(await again.json())['id']).toBe(id)
  })

  test('SIGTERM lets what runs finish, takes nothing new, and leaves nothing running', async () => {
    const database = (await findEmbeddedPostgres({ dataDir })) ?? ''
    const editor = await tokenFor('Editor')
    const release = await lockAgents()
    const slow = createAgent(editor, 'Slow')
    await release.whenWaitedFor()

    server.child.kill('SIGTERM')
    await vi.waitUntil(() => findLine(server, 'stopping') !== undefined, { timeout: 60_000 })
    expect(await connectTo(server.baseUrl)).toBe('ECONNREFUSED')
    const readyz = await fetch(`${server.managementUrl}/readyz`)
    expect([readyz.status, await readyz.text()]).toEqual([503, 'stopping\n'])
    expect((await fetch(`${server.managementUrl}/healthz`)).status).toBe(200)
    expect(server.child.exitCode).toBeNull()

    await release()
    expect((await slow).status).toBe(201)
    expect(await server.exited).toBe(0)
    expect(findLine(server, 'stopped')).toBeDefined()
    expect(await connectTo(database)).toBe('ECONNREFUSED')
    expect(existsSync(postmasterFile())).toBe(false)
  })

  test('without a server the commands say to start one', async () => {
    expect(await token(['--role', 'Editor'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expectText('is not running'),
    })
    expect(await instances('list')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expectText('The embedded database does not run. Start the server first (npm start)'),
    })
  })

  test('a signal during the start stops what was started', async () => {
    const hasty = runServer({ DATA_DIR: dataDir })
    await vi.waitUntil(() => findLine(hasty, 'embedded PostgreSQL is running'), {
      timeout: 60_000,
      interval: 5,
    })
    expect(existsSync(postmasterFile())).toBe(true)
    expect(await end(hasty, 'SIGTERM')).toBe(0)
    expect(existsSync(postmasterFile())).toBe(false)
  })

  function token(args: string[]) {
    return run(process.execPath, ['tools/token.ts', ...args], { DATA_DIR: dataDir })
  }

  /** Made once for as long as the server runs: its port is part of the issuer. */
  async function tokenFor(role: Role, instance = 'demo'): Promise<string> {
    const name = `${role} ${instance}`
    const known = tokens.get(name)
    if (known !== undefined) return known
    const { stdout, stderr } = await token(['--role', role, '--instance', instance])
    if (stdout === '') throw new Error(stderr)
    tokens.set(name, stdout.trim())
    return stdout.trim()
  }

  function instances(...args: string[]) {
    return run(process.execPath, [...commandOf('instances'), ...args], { DATA_DIR: dataDir })
  }

  async function call(role: Role, path: string, options: RequestInit = {}, instance = 'demo') {
    const authorization = bearer(await tokenFor(role, instance))
    const answer = await fetch(server.baseUrl + path, { ...options, ...authorization })
    const json: unknown = await answer.json()
    return { status: answer.status, json }
  }

  /** Its name is its Idempotency-Key too. */
  function createAgent(token: string, name: string): Promise<Response> {
    return fetch(`${server.baseUrl}/instances/demo/agents`, {
      method: 'POST',
      headers: {
        ...bearer(token).headers,
        'Content-Type': 'application/json',
        'Idempotency-Key': name.replaceAll(' ', '-'),
      },
      body: JSON.stringify({ name, type: 'HUMAN', active: true }),
    })
  }

  async function startWriters(count: number) {
    const editor = await tokenFor('Editor')
    const acknowledged = new Map<string, string>()
    const write = async (writer: number) => {
      for (let at = 0; ; at++) {
        const name = `writer ${writer} ${at}`
        const answer = await createAgent(editor, name).catch(() => null)
        const body: unknown = await answer?.json().catch(() => null)
        // Its database may end a moment before the server: 503 is no promise either.
        if (!answer || !body || answer.status === 503) return
        expect(answer.status).toBe(201)
        acknowledged.set(asString(asObject(body)['id']), name)
      }
    }
    return { acknowledged, stopped: Promise.all(Array.from({ length: count }, (_, writer) => write(writer))) }
  }

  /** Names by id. */
  async function listAgents(): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (let query: string | null = ''; query !== null;) {
      const { json } = await call('Viewer', `/instances/demo/agents?size=200${query}`)
      const { content, page } = asObject(json)
      for (const agent of asArray(content).map(asObject)) found.set(asString(agent['id']), asString(agent['name']))
      const { next } = asObject(page)
      query = typeof next === 'string' ? `&cursor=${next}` : null
    }
    return found
  }

  /** Until it is called, no agent can be created. */
  async function lockAgents() {
    const url = await findEmbeddedPostgres({ dataDir })
    const client = new Client({ connectionString: url ?? '' })
    client.on('error', () => {})
    await client.connect()
    await client.query('begin; lock table agents')
    const release = async () => {
      await client.query('rollback')
      await client.end()
    }
    const whenWaitedFor = () => vi.waitUntil(() => isSomebodyWaiting(client), { timeout: 60_000 })
    return Object.assign(release, { whenWaitedFor })
  }

  function postmasterPid(): number {
    return Number.parseInt(readFileSync(postmasterFile(), 'utf8'), 10)
  }

  /** PostgreSQL removes it when it stops. */
  function postmasterFile(): string {
    return join(dataDir, 'cluster/data/postmaster.pid')
  }
})

describe('with a database of its own', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'))
  })
  afterAll(() => database.drop())

  test('a port that is taken is named, with its variable and what to do', async () => {
    const blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    const address = blocker.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const starts = ['PORT', 'MANAGEMENT_PORT', 'IDENTITY_PORT'].map(async (name) => {
      const server = runServer({ DATA_DIR: dataDirFor(name), DATABASE_URL: database.url, [name]: port })
      expect(await server.exited).toBe(1)
      const problem = server
        .output()
        .split('\n')
        .filter((line) => !line.startsWith('{') && line !== '')
      expect(problem).toEqual([
        expectText(`Port ${port} is taken. Stop what listens there, or choose another: ${name}=`),
      ])
    })
    await Promise.all(starts)
    blocker.close()
  })

  test('a database that cannot be used is a message without its password', async () => {
    const elsewhere = new URL(database.url)
    elsewhere.pathname = 'nowhere'
    // A password of its own, which a database that trusts this machine does not ask for.
    elsewhere.password ||= 'canary'
    for (const [url, reason] of [
      ['postgres://app:canary@127.0.0.1:1/app', 'connect ECONNREFUSED 127.0.0.1:1'],
      [elsewhere.href, 'database "nowhere" does not exist'],
    ] as const) {
      const server = runServer({ DATA_DIR: dataDirFor('nowhere'), DATABASE_URL: url })
      expect(await server.exited).toBe(1)
      expect(server.output()).toContain(`The database that DATABASE_URL names cannot be used: ${reason}\n`)
      expect(server.output()).not.toContain(new URL(url).password)
    }
  })

  test('two servers that start at once on an empty database both serve, and one migrates', async () => {
    const empty = await createEmptyDatabase()
    const variables = {
      DATABASE_URL: empty.url,
      OIDC_ISSUER: 'http://127.0.0.1:9',
      SHUTDOWN_TIMEOUT_MS: '500',
    }
    const servers = await Promise.all(
      ['first', 'second'].map((name) => startServer({ ...variables, DATA_DIR: dataDirFor(name) })),
    )
    expect(servers.filter((server) => findLine(server, 'migrated'))).toHaveLength(1)
    for (const server of servers) await becomeReady(server)
    expect(await Promise.all(servers.map((server) => end(server, 'SIGTERM')))).toEqual([0, 0])
    await empty.drop()
  })

  test('whoever does not read the log holds up neither the service nor its stop', async () => {
    const [port, managementPort] = [await findFreePort(), await findFreePort()]
    const child = spawn(process.execPath, ['workshop/main.ts'], {
      env: environment({
        DATA_DIR: dataDirFor('unread'),
        DATABASE_URL: database.url,
        OIDC_ISSUER: 'http://127.0.0.1:9',
        PORT: String(port),
        MANAGEMENT_PORT: String(managementPort),
      }),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const ended = once(child, 'exit')
    const call = (url: string) =>
      fetch(url)
        .then(({ status }) => status)
        .catch(() => null)
    await vi.waitUntil(async () => (await call(`http://127.0.0.1:${managementPort}/healthz`)) === 200, {
      timeout: 60_000,
    })
    // A pipe takes 64 KiB.
    for (let at = 0; at < 500; at += 1) {
      expect(await call(`http://127.0.0.1:${port}/${'nowhere'.repeat(20)}`)).toBe(404)
    }
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    child.stdout.destroy()
  })

  test('a request that does not end is cut off when the time to stop is over', async () => {
    const issuer = await startTestIssuer()
    const server = await startServer({
      DATA_DIR: dataDirFor('stuck'),
      DATABASE_URL: database.url,
      OIDC_ISSUER: issuer.url,
      DATABASE_STATEMENT_TIMEOUT_MS: '60000',
      SHUTDOWN_TIMEOUT_MS: '500',
    })
    const client = new Client({ connectionString: database.url })
    client.on('error', () => {})
    await client.connect()
    await client.query(`insert into instances values ('acme', 'Acme')`)
    await client.query('begin; lock table agents')
    const token = await issuer.sign({ sub: 'a', azp: 'a', instances: ['acme'], roles: ['Viewer'] })
    const call = () =>
      fetch(`${server.baseUrl}/instances/acme/agents`, bearer(token)).then(
        ({ status }) => status,
        () => 'cut off',
      )
    let stuck = call()
    while (!(await isSomebodyWaiting(client))) {
      const answered = await Promise.race([stuck, delay(50).then(() => null)])
      if (answered === null) continue
      // So answers a loaded machine that has not read the issuer's keys, or has no connection yet, in time.
      expect(answered).toBe(503)
      stuck = call()
    }

    expect(await end(server, 'SIGTERM')).toBe(0)
    expect(await stuck).toBe('cut off')
    await client.end()
    await issuer.close()
  })
})

describe('in production', () => {
  test('nothing is brought along: what is missing is named, and nothing is made', async () => {
    const dataDir = dataDirFor('production')
    const server = runServer({
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      OIDC_ISSUER: 'http://id.example.com',
    })
    expect(await server.exited).toBe(1)
    expect(server.output()).toBe(
      [
        'The configuration has problems:',
        '  DATABASE_URL is missing: name a PostgreSQL 15 or later.',
        '  OIDC_ISSUER must be a URL that begins with https://.',
        '  ENCRYPTION_KEYS is missing: list keys as <id>:<32 bytes in base64>.',
        '',
      ].join('\n'),
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  test('with what it needs it starts without an identity provider, a database or a demo', async () => {
    const empty = await createEmptyDatabase()
    const identityPort = await findFreePort()
    const variables = {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      MANAGEMENT_HOST: '127.0.0.1',
      DATA_DIR: dataDirFor('production'),
      DATABASE_URL: empty.url,
      OIDC_ISSUER: 'https://127.0.0.1:9',
      ENCRYPTION_KEYS: `first:${randomBytes(32).toString('base64')}`,
      IDENTITY_PORT: String(identityPort),
      SHUTDOWN_DELAY_MS: '0',
    }
    const server = await startServer(variables)
    await becomeReady(server)
    expect(await connectTo(`http://127.0.0.1:${identityPort}`)).toBe('ECONNREFUSED')
    expect(existsSync(variables.DATA_DIR)).toBe(false)
    for (const line of server.output().trimEnd().split('\n')) expect(() => void JSON.parse(line)).not.toThrow()

    const list = await run(process.execPath, ['server/commands/instances.ts', 'list'], variables)
    expect(list).toEqual({ code: 0, stdout: expectText('id\tname\t'), stderr: '' })
    expect(await end(server, 'SIGTERM')).toBe(0)
    await empty.drop()
  })
})

function bearer(token: string) {
  return { headers: { Authorization: `Bearer ${token}` } }
}

/** For a lock, in the database of this client. */
/** pg_locks is looked at anew each time; pg_stat_activity would stay as the transaction saw it first. */
async function isSomebodyWaiting(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_locks where relation = 'agents'::regclass and not granted`)
  return rowCount !== 0
}

function dataDirFor(name: string): string {
  return join(folder, name)
}

function expectText(text: string): unknown {
  return expect.stringContaining(text)
}

/** A busy machine may need more than one try for its first connection to the database. */
function becomeReady({ managementUrl }: RunningServer) {
  return vi.waitUntil(async () => (await fetch(`${managementUrl}/readyz`)).status === 200, {
    timeout: 60_000,
  })
}

/** What a new connection meets: 'open', or the code of its error. */
function connectTo(url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.destroy()
      resolve('open')
    })
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}

/** Not cloned from the migrated template. */
async function createEmptyDatabase() {
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  const url = new URL(inject('databaseUrl'))
  const execute = async (statement: string) => {
    const client = new Client({ connectionString: url.href })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await execute(`create database ${name}`)
  const own = new URL(url)
  own.pathname = name
  return { url: own.href, drop: () => execute(`drop database ${name} with (force)`) }
}
