import { isIP, Socket } from 'node:net'
import { Client, DatabaseError } from 'pg'
import { inSpan } from '../../../telemetry/span.ts'
import { reach, type Answer, type Failure } from '../request.ts'
import { fill } from '../template.ts'
import type { AuthOf, TestContext } from './context.ts'

/**
 * Signs in to a PostgreSQL server over TLS and runs `SELECT 1`, at an address that the outbound guard has checked. `require`
 * only encrypts; `verify-full` also checks the certificate against the host name.
 */
export async function queryPostgresql(auth: PostgresqlAuth, context: TestContext): Promise<Answer | Failure> {
  return inSpan(
    () => ({ name: 'SELECT', kind: 'client', attributes: { 'db.system.name': 'postgresql' } }),
    () => queryCheckedAddresses(auth, context),
    // Not the SQLSTATE, which is what the vendor likes to send.
    (answer) => {
      if ('failure' in answer) return { 'error.type': answer.failure }
      return answer.status === ok ? {} : { 'error.type': 'refused' }
    },
  )
}

async function queryCheckedAddresses(auth: PostgresqlAuth, context: TestContext): Promise<Answer | Failure> {
  const url = URL.parse(`https://${fill(auth.host, context.values) ?? ''}:${fill(auth.port, context.values) ?? ''}`)
  if (url === null) return { failure: 'network_error' }

  const target = await reach(url, context.outbound, 5432)
  if ('failure' in target) return target

  for (const { address } of target.addresses) {
    const answer = await query(auth, context, { ...target, address })
    if (answer !== unreachable) return answer
  }
  return { failure: 'network_error' }
}

async function query(
  auth: PostgresqlAuth,
  { values, outbound: { signal, progress } }: TestContext,
  target: { hostname: string; port: number; address: string },
): Promise<Answer | Failure | typeof unreachable> {
  const socket = new Socket()
  const client = new Client({
    // The checked address, so that the name is not resolved again. The certificate is checked against the name.
    host: target.address,
    port: target.port,
    ssl: {
      ...(isIP(target.hostname) === 0 && { servername: target.hostname }),
      rejectUnauthorized: fill(auth.ssl, values) === 'verify-full',
    },
    database: fill(auth.database, values) ?? '',
    user: fill(auth.user, values) ?? '',
    password: fill(auth.password, values) ?? '',
    stream: () => socket,
  })
  // Without a listener a lost connection would end the process.
  client.on('error', () => {})
  socket.once('connect', () => progress.pass('connection'))
  const stopWatching = watch(socket, signal)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return toAnswer(ok)
  } catch (error) {
    if (signal.aborted) return { failure: 'timeout' }
    if (error instanceof DatabaseError) return toAnswer(error.code ?? '')
    return isUnreachable(error) ? unreachable : { failure: 'network_error' }
  } finally {
    stopWatching()
    socket.destroy()
  }
}

/** Closes the connection when the time is over or the server sends too much. The driver limits neither. */
function watch(socket: Socket, signal: AbortSignal): () => void {
  const cut = (): void => {
    socket.destroy()
  }
  const interval = setInterval(() => {
    if (socket.bytesRead > maxBytes) cut()
  }, 20)
  signal.addEventListener('abort', cut)
  return () => {
    clearInterval(interval)
    signal.removeEventListener('abort', cut)
  }
}

function toAnswer(sqlState: string): Answer {
  return { status: sqlState, headers: {}, body: '', truncated: false }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && noRoute.has(error.code)
}

const ok = '00000'
const unreachable = Symbol('unreachable')
const noRoute: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'])
const maxBytes = 256 * 1024

type PostgresqlAuth = AuthOf<'driver_postgresql'>
