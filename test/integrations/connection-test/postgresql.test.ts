import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import type { Outcome } from '../../../contract/integration-types.ts'
import { parseAllowedHosts } from '../../../server/integrations/outbound/allowed-hosts.ts'
import type { ConnectionTestResult } from '../../../server/integrations/connection-test/run.ts'
import { certificate } from './certificate.ts'
import { runTest, vendorText } from './vendor.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

describe('a PostgreSQL server', () => {
  it('that accepts the login and answers a query is ok', async () => {
    const port = await listen(startTls((tls) => answerLogin(tls, [authenticationOk, ready])))
    expect(await query(port)).toMatchObject({ outcome: 'ok', message: 'The connection to PostgreSQL works.' })
  })

  it.each<[string, Outcome]>([
    ['28P01', 'bad_credentials'],
    ['28000', 'bad_credentials'],
    ['42501', 'missing_permission'],
    ['3D000', 'not_found'],
    ['53300', 'vendor_unavailable'],
    ['57P03', 'vendor_unavailable'],
    ['53200', 'vendor_unavailable'],
    ['XX000', 'vendor_unavailable'],
    ['0A000', 'unexpected_response'],
  ])('that refuses the login with %s is %s', async (code, outcome) => {
    const port = await listen(startTls((tls) => answerLogin(tls, [errorResponse(code)])))
    const result = await query(port)
    expect(result.outcome).toBe(outcome)
    expect(result.message).not.toContain(vendorText)
  })

  it('gets its own name for the certificate, though the connection goes to an address', async () => {
    const names: (string | boolean | null)[] = []
    const port = await listen(
      startTls((tls) => {
        names.push(tls.servername ?? null)
        answerLogin(tls, [authenticationOk, ready])
      }),
    )
    await query(port)
    expect(names).toEqual(['db.example.test'])
  })

  it('with a certificate that nobody vouches for fails verify-full', async () => {
    const port = await listen(startTls((tls) => answerLogin(tls, [authenticationOk, ready])))
    expect((await query(port, { sslMode: 'verify-full' })).outcome).toBe('network_error')
  })

  it('without TLS never sees the login', async () => {
    const received: Buffer[] = []
    const port = await listen((socket) => {
      socket.on('data', (data) => {
        received.push(data)
        socket.write('N')
      })
    })
    expect((await query(port)).outcome).toBe('network_error')
    expect(Buffer.concat(received)).toHaveLength(8)
  })

  it('that says nothing is a timeout', async () => {
    const port = await listen(() => {})
    expect((await query(port, {}, 100)).outcome).toBe('timeout')
  })

  it.each<[string, (socket: Socket) => void]>([
    ['hangs up', (socket) => socket.destroy()],
    ['speaks something else', (socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n')],
    ['sends without end', startTls((tls) => flood(tls))],
  ])('that %s is a network error', async (_what, behave) => {
    const port = await listen(behave)
    expect((await query(port)).outcome).toBe('network_error')
  })

  it('is tried on its next address when the first is closed', async () => {
    const port = await listen(startTls((tls) => answerLogin(tls, [authenticationOk, ready])))
    expect((await query(port, {}, undefined, ['127.0.0.2', '127.0.0.1'])).outcome).toBe('ok')
    expect((await query(port, {}, undefined, ['127.0.0.2'])).outcome).toBe('network_error')
  })
})

function query(
  port: number,
  metadata: Record<string, string> = {},
  timeoutMs?: number,
  addresses = ['127.0.0.1'],
): Promise<ConnectionTestResult> {
  return runTest('POSTGRESQL', {
    metadata: { host: 'db.example.test', port: String(port), ...metadata },
    secrets: { password: 'pw' },
    lookup: () => Promise.resolve(addresses),
    allowed: parseAllowedHosts(['127.0.0.0/8']),
    ...(timeoutMs && { timeoutMs }),
  })
}

async function listen(behave: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    behave(socket)
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Answers the request for TLS and hands over the secured connection. */
function startTls(behave: (tls: TLSSocket) => void): (socket: Socket) => void {
  return (socket) => {
    socket.once('data', () => {
      socket.write('S')
      const tls = new TLSSocket(socket, { isServer: true, ...certificate })
      tls.on('error', () => {})
      tls.once('secure', () => behave(tls))
    })
  }
}

/** Answers the startup message with `messages`, and every query with an empty result. */
function answerLogin(tls: TLSSocket, messages: readonly Buffer[]): void {
  tls.once('data', () => {
    tls.write(Buffer.concat(messages))
    tls.on('data', (data: Buffer) => {
      if (data.toString('latin1', 0, 1) === 'Q') tls.write(Buffer.concat([commandComplete, ready]))
    })
  })
}

function flood(tls: TLSSocket): void {
  // The head of a message of 1 GiB, then its body.
  tls.write(Buffer.from([0x44, 0x40, 0, 0, 0]))
  const more = (error?: Error | null) => {
    if (!error) tls.write(Buffer.alloc(64 * 1024), more)
  }
  more()
}

function errorResponse(code: string): Buffer {
  return message('E', `SFATAL\0VFATAL\0C${code}\0M${vendorText}\0\0`)
}

function message(type: string, body: string | Buffer): Buffer {
  const content = Buffer.from(body)
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

const authenticationOk = message('R', Buffer.alloc(4))
const ready = message('Z', 'I')
const commandComplete = message('C', 'SELECT 1\0')
