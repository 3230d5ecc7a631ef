import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseAllowedHosts } from '../../../server/integrations/outbound/allowed-hosts.ts'
import { startReceiver } from '../../helpers/programs/receiver.ts'
import { certificate } from './certificate.ts'
import { pointers, runTest, states, vendorText } from './vendor.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listen(behave: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => behave(socket.on('error', () => {})))
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

function testHttp(port: number, changes: Parameters<typeof runTest>[1] = {}) {
  return runTest('HTTP', {
    metadata: { baseUrl: `https://api.example.test:${port}` },
    lookup: async () => ['127.0.0.1'],
    allowed: parseAllowedHosts(['127.0.0.1']),
    ...changes,
  })
}

describe('how far a test comes', () => {
  it('a value that is missing: to the fields, and names the one', async () => {
    const result = await runTest('SALESFORCE', { secrets: { consumerSecret: '' } })
    expect([result.outcome, states(result)]).toEqual(['invalid_configuration', 'fssssss'])
    expect(result.errors).toEqual([
      {
        in: 'body',
        pointer: '/metadata/consumerSecret',
        code: 'invalid_configuration',
        message: 'Check Consumer Secret. The settings for Salesforce are incomplete or wrong.',
      },
    ])
    expect(result.message).toContain('Check Consumer Secret and repeat the test.')
  })

  it('a private address: to the host', async () => {
    const result = await testHttp(443, { allowed: undefined })
    expect([result.outcome, states(result), pointers(result)]).toEqual([
      'blocked_host',
      'pfsssss',
      ['/metadata/baseUrl'],
    ])
  })

  it('a name that nobody has: to the connection', async () => {
    const result = await testHttp(443, { lookup: async () => [] })
    expect([result.outcome, states(result)]).toEqual(['network_error', 'ppfssss'])
  })

  it('a closed port: to the connection', async () => {
    const port = await listen(() => {})
    servers.pop()?.close()
    const result = await testHttp(port)
    expect([result.outcome, states(result)]).toEqual(['network_error', 'ppfssss'])
  })

  it('a certificate that nobody vouches for, or no TLS at all: to TLS', async () => {
    const untrusted = await listen((socket) => {
      new TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => {})
    })
    const first = await testHttp(untrusted)
    const time = new AbortController()
    const silent = await listen((socket) => void socket.on('data', () => time.abort()))
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(time.signal)
    const second = await testHttp(silent)
    vi.restoreAllMocks()
    expect([first.outcome, states(first)]).toEqual(['network_error', 'pppfsss'])
    expect([second.outcome, states(second)]).toEqual(['timeout', 'pppfsss'])
  })

  it('an answer whose body never ends: to TLS, and in time', async () => {
    const time = new AbortController()
    const receiver = await startReceiver()
    receiver.answer = (_request, response) => {
      response.writeHead(200)
      const drip = (turns: number) => response.write(' ', () => (turns > 0 ? drip(turns - 1) : time.abort()))
      // By then the test has read the status.
      drip(50)
    }
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(time.signal)
    const result = await testHttp(0, { metadata: { baseUrl: receiver.url } })
    vi.restoreAllMocks()
    await receiver.close()
    expect([result.outcome, states(result)]).toEqual(['timeout', 'ppppsfs'])
  })

  it('PostgreSQL: to the connection, to TLS, and to the verdict', async () => {
    const test = (port: number) =>
      runTest('POSTGRESQL', {
        metadata: { host: 'db.example.test', port: String(port) },
        lookup: async () => ['127.0.0.1'],
        allowed: parseAllowedHosts(['127.0.0.1']),
      })
    const plain = await listen((socket) => void socket.on('data', () => socket.write('N')))
    const refusing = await listen((socket) => {
      socket.once('data', () => {
        socket.write('S')
        const tls = new TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => {})
        tls.once('data', () => tls.end(databaseError(`SFATAL\0VFATAL\0C28P01\0M${vendorText}\0\0`)))
      })
    })
    expect(states(await test(plain))).toBe('pppfsss')
    const refused = await test(refusing)
    expect([refused.outcome, states(refused)]).toEqual(['bad_credentials', 'ppppspf'])
    expect(pointers(refused)).toContain('/metadata/password')
  })
})

function databaseError(body: string): Buffer {
  const head = Buffer.from('E0000')
  head.writeInt32BE(Buffer.byteLength(body) + 4, 1)
  return Buffer.concat([head, Buffer.from(body)])
}
