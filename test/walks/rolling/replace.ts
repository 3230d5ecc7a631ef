import { randomBytes } from 'node:crypto'
import { startTestIssuer } from '../../helpers/programs/issuer.ts'
import { findFreePort } from '../../helpers/programs/free-port.ts'
import { startNginx } from '../../helpers/programs/nginx.ts'
import { run, type Variables } from '../../helpers/programs/server-process.ts'
import { startLoad, type Seen } from './load.ts'
import { watchLocks } from './lock-waits.ts'
import { startServerOf, type Release, type Server } from './release.ts'

export interface Phase {
  /** What the phase did, in words. */
  what: string
  seen: Seen
  /** The longest wait for a lock in the database, in milliseconds. */
  lockMs: number
}

export interface Replacing {
  nginxPath: string
  databaseUrl: string
  /** As many servers as this run at once. */
  servers: number
  callers: number
  /** The release of the first servers, then the releases by which they are replaced, one server after the other. */
  releases: readonly Release[]
  /** Called once the first release has made its schema and the instance `acme`, before its servers start. */
  fill?: (variables: Variables) => Promise<void>
  /** Called when the servers of the first release are reached, before the first of them is replaced. */
  follow?: (connection: { baseUrl: string; token: string }) => void
}

/** Replaces servers behind nginx while callers read and write; yields after each release. */
export async function* replaceUnderLoad(options: Replacing): AsyncGenerator<Phase> {
  const { nginxPath, databaseUrl, releases } = options
  const [first, ...next] = releases
  if (first === undefined) throw new Error('There is no release to begin with.')
  await using stops = new AsyncDisposableStack()
  const issuer = await startTestIssuer()
  stops.defer(() => issuer.close())
  const variables = variablesOf(databaseUrl, issuer.url)
  const { code, stderr } = await run(
    process.execPath,
    ['server/commands/instances.ts', 'create', 'acme'],
    variables,
    first.folder,
  )
  if (code !== 0) throw new Error(stderr)
  await options.fill?.(variables)

  const places = await Promise.all(
    Array.from({ length: options.servers }, async () => [await findFreePort(), await findFreePort()] as const),
  )
  const running: Server[] = []
  stops.defer(() => running.forEach((server) => server.kill()))
  for (const [port, managementPort] of places) running.push(await startServerOf(first, port, managementPort, variables))
  const nginx = await startNginx(
    nginxPath,
    places.map(([port]) => port),
  )
  stops.defer(() => nginx.close())
  const locks = await watchLocks(databaseUrl)
  stops.defer(() => locks.stop())
  const claims = { sub: 'load', client_id: 'load', instances: ['acme'], roles: ['Administrator'] }
  const token = await issuer.sign(claims)
  options.follow?.({ baseUrl: nginx.url, token })
  const load = startLoad(nginx.url, token, options.callers)
  stops.defer(() => load.stop())

  let before = first
  for (const release of next) {
    for (const [at, [port, managementPort]] of places.entries()) {
      await running[at]?.stop()
      running[at] = await startServerOf(release, port, managementPort, variables)
    }
    yield { what: `${before.name} -> ${release.name}`, seen: load.take(), lockMs: locks.take() }
    before = release
  }
}

/** What all servers have in common, as in production. */
function variablesOf(databaseUrl: string, issuer: string): Variables {
  return {
    DATABASE_URL: databaseUrl,
    OIDC_ISSUER: issuer,
    ENCRYPTION_KEYS: `walk:${randomBytes(32).toString('base64')}`,
    RATE_LIMIT_PER_MINUTE: '10000000',
    SHUTDOWN_DELAY_MS: '5000',
    // A busy machine may need longer than usual for the first connection.
    DATABASE_ACQUIRE_TIMEOUT_MS: '20000',
    LOG_LEVEL: 'warn',
  }
}
