import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { createServer, type AddressInfo, type Server } from 'node:net'
import os from 'node:os'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { isMetadataAddress, isPublicAddress } from '../../server/integrations/outbound/addresses.ts'
import { isPublicUrl, specialNetworks } from '../../contract/rules/webhook-url.ts'
import { isCallable } from '../../server/webhooks/send.ts'
import { parseAllowedHosts } from '../../server/integrations/outbound/allowed-hosts.ts'
import { guard, type Lookup, type OutboundRules } from '../../server/integrations/outbound/guard.ts'
import { hostMatches } from '../../server/integrations/outbound/hosts.ts'
import { createSecret } from '../../server/webhooks/secrets.ts'
import { sendEvent } from '../../server/webhooks/send.ts'
import { hostileHosts, ownAddresses } from '../helpers/data/hostile-targets.ts'
import { certificate } from './connection-test/certificate.ts'
import { runTest } from './connection-test/vendor.ts'

// A machine may have a public address of its own; this one gets one.
vi.spyOn(os, 'networkInterfaces').mockReturnValue({
  ...os.networkInterfaces(),
  public0: [{ address: '93.184.215.99', family: 'IPv4', netmask: '', mac: '', internal: false, cidr: null }],
})
syncBuiltinESMExports()
afterAll(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

const publicAddress = '93.184.215.14'
const anywhere: OutboundRules = { hosts: ['*'], lookup: () => Promise.resolve([publicAddress]) }

describe('a URL', () => {
  it.each([
    ['http://api.example.com/', 'plain HTTP'],
    ['ftp://api.example.com/', 'another scheme'],
    ['https://user@api.example.com/', 'a user'],
    ['https://user:password@api.example.com/', 'a user and a password'],
    ['https://:password@api.example.com/', 'a password'],
    ['https://api.example.com./', 'a trailing dot'],
    ['https://api.example.com:8443/', 'another port'],
    ['https://api.example.com:80/', 'the port of HTTP'],
    ['https://example.com/', 'a parent of the host'],
    ['https://xapi.example.com/', 'a longer host'],
    ['https://api.example.com.example.org/', 'a host that starts like one'],
    ['https://93.184.215.14/', 'an address'],
  ])('%s is refused: %s', async (url) => {
    const rules = { ...anywhere, hosts: ['api.example.com'] }
    expect(await guard(new URL(url), rules)).toEqual({ failure: 'blocked_host' })
  })

  it('that fits is resolved once, and the addresses come back', async () => {
    const lookup = vi.fn(() => Promise.resolve([publicAddress, '2606:2800:21f:cb07::1']))
    expect(await guard(new URL('https://API.example.com/path'), { hosts: ['api.example.com'], lookup })).toEqual({
      hostname: 'api.example.com',
      port: 443,
      addresses: [
        { address: publicAddress, family: 4 },
        { address: '2606:2800:21f:cb07::1', family: 6 },
      ],
    })
    expect(lookup.mock.calls).toEqual([['api.example.com']])
  })

  it.each([22, 25, 80, 5432, 6379, 9243])('may not name port %i, whatever host the type takes', async (port) => {
    const url = new URL(`https://search.example.com:${port}/`)
    expect(await guard(url, anywhere)).toEqual({ failure: 'blocked_host' })
    expect(await guard(url, { ...anywhere, ports: [9243, port] })).toMatchObject({ port })
    // A type with hosts of its own has no use for another port.
    const rules = { ...anywhere, hosts: ['search.example.com'], ports: [port] }
    expect(await guard(url, rules)).toEqual({ failure: 'blocked_host' })
  })

  it('may name the port of its protocol', async () => {
    expect(await guard(new URL('https://db.example.com:5432/'), anywhere, 5432)).toMatchObject({ port: 5432 })
    expect(await guard(new URL('https://db.example.com/'), anywhere, 5432)).toEqual({
      failure: 'blocked_host',
    })
  })

  it('may name any port of a host that the operator has opened', async () => {
    const allowed = parseAllowedHosts(['10.20.0.0/16'])
    const rules = { ...anywhere, allowed, lookup: () => Promise.resolve(['10.20.1.1']) }
    expect(await guard(new URL('https://search.corp.example:9243/'), rules)).toMatchObject({ port: 9243 })
    const both = { ...rules, lookup: () => Promise.resolve(['10.20.1.1', publicAddress]) }
    expect(await guard(new URL('https://search.corp.example:9243/'), both)).toEqual({
      failure: 'blocked_host',
    })
  })

  it('may be a public address where the type takes any host', async () => {
    expect(await guard(new URL(`https://${publicAddress}/`), anywhere)).toMatchObject({ hostname: publicAddress })
    expect(await guard(new URL('https://[2606:4700::1]/'), anywhere)).toMatchObject({
      hostname: '2606:4700::1',
    })
  })

  it.each(['https://hooks.example.com./', 'https://user@hooks.example.com/'])(
    '%s is refused where the type takes any host, too',
    async (url) => {
      expect(await guard(new URL(url), anywhere)).toEqual({ failure: 'blocked_host' })
    },
  )

  it('without addresses, or whose lookup fails, is a network error', async () => {
    const url = new URL('https://nowhere.example.com/')
    expect(await guard(url, { ...anywhere, lookup: () => Promise.resolve([]) })).toEqual({
      failure: 'network_error',
    })
    const lookup = (): Promise<string[]> => Promise.reject(new Error('ENOTFOUND'))
    expect(await guard(url, { ...anywhere, lookup })).toEqual({ failure: 'network_error' })
  })
})

describe('a host pattern', () => {
  it.each([
    ['slack.com', 'slack.com', true],
    ['slack.com', 'a.slack.com', false],
    ['slack.com', 'slackxcom', false],
    ['*.zendesk.com', 'acme.zendesk.com', true],
    ['*.zendesk.com', 'zendesk.com', false],
    ['*.zendesk.com', 'acme.zendesk.com.example.org', false],
    ['*.zendesk.com', '.zendesk.com', false],
    ['*.my.salesforce.com', 'acme--dev.sandbox.my.salesforce.com', true],
    ['connect.*.amazonaws.com', 'connect.us-east-1.amazonaws.com', true],
    ['connect.*.amazonaws.com', 'connect.a.b.amazonaws.com', false],
    ['*-dialogflow.googleapis.com', 'europe-west1-dialogflow.googleapis.com', true],
    ['*-dialogflow.googleapis.com', 'a.b-dialogflow.googleapis.com', false],
    ['*.crm*.dynamics.com', 'acme.crm11.dynamics.com', true],
    ['*', 'anything.example.org', true],
  ])('%s against %s: %s', (pattern, host, matches) => {
    expect(hostMatches(host, [pattern])).toBe(matches)
  })
})

describe('an address', () => {
  it.each([
    ...words(`
    0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.254 127.0.0.1 127.255.0.1 169.254.0.1
    169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1
    198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
    168.63.129.16 :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:a9fe:a9fe ::ffff:0:127.0.0.1 ::127.0.0.1
    64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::1 100::1 2001::1 2001:0:4136:e378::1 2001:2::1
    2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1:: 2002:808:808::1 3fff::1 5f00::1 fc00::1
    fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1 2606:4700::1%eth0 localhost 1.2.3 1.2.3.4.5
    01.2.3.4 [::1] example.com
    `),
    '',
    '1.2.3.4 ',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(
    words(`
    1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 169.253.255.255
    169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255
    198.20.0.0 223.255.255.255 2001:200::1 2001:4860:4860::8888 2606:4700::1 2a00:1450::1 2003::1
    `),
  )('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it('of this machine is not public, whatever it is', () => {
    for (const address of ownAddresses()) expect(isPublicAddress(address)).toBe(false)
  })

  it('in IPv6 is never a way to an IPv4 address', () => {
    const embeddings = ['::ffff:', '::', '64:ff9b::', '64:ff9b:1::', '2002:', '2001:0:']
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom(...embeddings), (ipv4, prefix) => {
        const hex = ipv4.split('.').map((part) => Number(part).toString(16).padStart(2, '0'))
        const groups = `${hex.slice(0, 2).join('')}:${hex.slice(2).join('')}`
        const address = prefix.endsWith('::') || prefix === '::ffff:' ? `${prefix}${groups}` : `${prefix}${groups}::1`
        expect(isPublicAddress(address)).toBe(false)
      }),
    )
  })
})

it('the URL of a webhook is refused in memory as by the service, whatever it is', async () => {
  const hosts = fc.oneof(
    fc.ipV4Extended(),
    fc.ipV6().map((address) => `[${address}]`),
    // Most are not public.
    fc
      .tuple(fc.constantFrom(...specialNetworks.ipv6, '2000::', '3fff:1000::', '2003::'), fc.nat(0xffff))
      .map(([network, last]) => `[${network.split('::')[0]}::${last.toString(16)}]`),
    fc.domain(),
  )
  const parts = [
    fc.constantFrom('https', 'http'),
    fc.constantFrom('', 'me@'),
    hosts,
    fc.constantFrom('', '.', ':443', ':8443'),
  ]
  await fc.assert(
    fc.asyncProperty(fc.tuple(...parts), async ([scheme, user, host, port]) => {
      const url = `${scheme}://${user}${host}${port}/in`
      expect([url, isPublicUrl(url)]).toEqual([url, await isCallable(url, {})])
    }),
    { numRuns: 300, examples: [[['https', '', '[::ffff:10.0.0.1]', '']], [['https', '', '0x7f.1', '']]] },
  )
})

describe("the operator's allow-list", () => {
  const resolveTo = (addresses: readonly string[], entries: readonly string[]): ReturnType<typeof guard> =>
    guard(new URL('https://gitlab.corp.example/'), {
      hosts: ['*'],
      allowed: parseAllowedHosts(entries),
      lookup: () => Promise.resolve(addresses),
    })

  it.each([
    ['a listed host', ['gitlab.corp.example'], '10.1.2.3'],
    ['a host below a listed one', ['*.corp.example'], 'fd12::1'],
    ['a listed network', ['10.1.0.0/16'], '10.1.2.3'],
    ['a listed address', ['10.1.2.3'], '10.1.2.3'],
    ['a listed IPv6 network', ['fd12::/48'], 'fd12::1'],
    ['a listed loopback network', ['127.0.0.0/8'], '127.0.0.1'],
  ])('opens %s', async (_what, entries, address) => {
    expect(await resolveTo([address], entries)).toMatchObject({ addresses: [{ address }] })
  })

  it.each([
    ['another host', ['jira.corp.example'], '10.1.2.3'],
    ['the parent of a listed host', ['*.gitlab.corp.example'], '10.1.2.3'],
    ['another network', ['10.2.0.0/16'], '10.1.2.3'],
    ['loopback through a listed host', ['gitlab.corp.example'], '127.0.0.1'],
    ['link-local through a listed host', ['gitlab.corp.example'], '169.254.1.1'],
    ['metadata, even when listed', ['169.254.169.254', '0.0.0.0/0'], '169.254.169.254'],
    ['metadata in IPv6 form', ['::/0', '0.0.0.0/0'], '::ffff:169.254.169.254'],
    ['metadata in a unique local network', ['fd00::/8'], 'fd00:ec2::254'],
  ])('does not open %s', async (_what, entries, address) => {
    expect(await resolveTo([address], entries)).toEqual({ failure: 'blocked_host' })
  })

  it('needs every address of the host', async () => {
    expect(await resolveTo(['10.1.2.3', '10.9.9.9'], ['10.1.0.0/16'])).toEqual({ failure: 'blocked_host' })
  })

  it('does not widen the hosts of a type', async () => {
    const rules = {
      hosts: ['*.zendesk.com'],
      allowed: parseAllowedHosts(['gitlab.corp.example']),
      lookup: anywhere.lookup,
    }
    expect(await guard(new URL('https://gitlab.corp.example/'), rules)).toEqual({ failure: 'blocked_host' })
  })

  it.each([
    '',
    '*',
    'http://gitlab.corp.example',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0/8',
    'fd12::/129',
    '10.0.0.0/8/8',
    'a b',
  ])('refuses the entry "%s" with its name', (entry) => {
    expect(() => parseAllowedHosts([entry])).toThrow(`"${entry}"`)
  })

  it('knows the metadata addresses', () => {
    expect(['169.254.169.254', '100.100.100.200', 'fd00:ec2::254', '1.1.1.1', 'x'].map(isMetadataAddress)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})

describe('real sockets on this machine', () => {
  const connections: string[] = []
  let server: Server
  let port: number

  beforeAll(async () => {
    server = createServer((socket) => {
      connections.push(`${socket.localAddress}`)
      socket.destroy()
    })
    server.listen({ port: 0, host: '::', ipv6Only: false })
    port = await listening(server)
  })
  afterEach(() => expect(connections).toEqual([]))
  afterAll(() => server.close())

  const hosts = hostileHosts()

  it.each(hosts)('https://%s is never reached', async (host) => {
    for (const [id, field] of [
      ['WEBHOOK', 'url'],
      ['HTTP', 'baseUrl'],
      ['ELASTICSEARCH', 'url'],
      ['GITLAB', 'baseUrl'],
    ] as const) {
      const url = `https://${host}:${port}`
      const { outcome } = await runTest(id, {
        metadata: { [field]: url },
        lookup: undefined,
        ports: [port],
      })
      expect(['blocked_host', 'network_error', 'invalid_configuration']).toContain(outcome)
    }
    expect(['blocked_host', 'network_error']).toContain(await sendTo(`https://${host}:${port}`, { ports: [port] }))
  })

  it.each(hosts)('the PostgreSQL driver never reaches %s', async (host) => {
    const metadata = { host, port: String(port) }
    const { outcome } = await runTest('POSTGRESQL', { metadata, lookup: undefined, ports: [port] })
    expect(['blocked_host', 'network_error']).toContain(outcome)
  })

  it.each(ownAddresses())('a name that resolves to %s is refused', async (address) => {
    const lookup = (): Promise<string[]> => Promise.resolve([publicAddress, address])
    const url = `https://rebind.example.test:${port}/`
    expect((await runTest('WEBHOOK', { metadata: { url }, lookup, ports: [port] })).outcome).toBe('blocked_host')
    expect(await sendTo(url, { lookup, ports: [port] })).toBe('blocked_host')
    const metadata = { host: 'rebind.example.test', port: String(port) }
    expect((await runTest('POSTGRESQL', { metadata, lookup, ports: [port] })).outcome).toBe('blocked_host')
  })

  it('are counted when something does connect', async () => {
    const allowed = parseAllowedHosts(['127.0.0.1'])
    const metadata = { url: `https://127.0.0.1:${port}/` }
    expect((await runTest('WEBHOOK', { metadata, allowed })).outcome).toBe('network_error')
    expect(await sendTo(metadata.url, { allowed })).toBe('network_error')
    expect(connections.splice(0)).toEqual(['::ffff:127.0.0.1', '::ffff:127.0.0.1'])
  })
})

describe('a connection that the operator opened', () => {
  const requests: { host: string | undefined; servername: unknown; url: string | undefined }[] = []
  const allowed = parseAllowedHosts(['127.0.0.1'])
  const trusted = getCACertificates('default')
  const servers: Server[] = []

  beforeAll(() => setDefaultCACertificates([...trusted, certificate.cert]))
  afterEach(() => {
    requests.length = 0
    for (const server of servers.splice(0)) server.close()
  })
  afterAll(() => setDefaultCACertificates(trusted))

  it('goes to the checked address, with the name in SNI and Host, resolved once', async () => {
    const port = await serve((_request, response) => response.end('{}'))
    const lookup = vi.fn((_hostname: string) => Promise.resolve(['127.0.0.1']))
    const metadata = { url: `https://hooks.example.test:${port}/in?a=b` }
    expect(await runTest('WEBHOOK', { metadata, allowed, lookup })).toMatchObject({ outcome: 'ok' })
    expect(requests).toEqual([{ host: `hooks.example.test:${port}`, servername: 'hooks.example.test', url: '/in?a=b' }])
    expect(lookup.mock.calls).toEqual([['hooks.example.test']])
  })

  it('checks an answer that changes anew at every request', async () => {
    const port = await serve((_request, response) => response.end('{}'))
    const metadata = { url: `https://hooks.example.test:${port}/` }
    for (const call of [
      async (lookup: Lookup) => (await runTest('WEBHOOK', { metadata, allowed, lookup })).outcome,
      (lookup: Lookup) => sendTo(metadata.url, { allowed, lookup }),
    ]) {
      const answers = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1', '169.254.169.254']]
      const lookup = (): Promise<string[]> => Promise.resolve(answers.shift() ?? [])
      expect([await call(lookup), await call(lookup), await call(lookup)]).toEqual([
        'ok',
        'blocked_host',
        'blocked_host',
      ])
    }
    expect(requests).toHaveLength(2)
  })

  it.each([301, 302, 303, 307, 308])('does not follow a redirect with %i', async (status) => {
    const port = await serve((request, response) => {
      response.writeHead(status, { location: `https://hooks.example.test:${port}/elsewhere` })
      response.end(request.url)
    })
    const metadata = { url: `https://hooks.example.test:${port}/` }
    const lookup = (): Promise<string[]> => Promise.resolve(['127.0.0.1'])
    expect(await runTest('WEBHOOK', { metadata, allowed, lookup })).toMatchObject({
      outcome: 'unexpected_response',
    })
    expect(await sendTo(metadata.url, { allowed, lookup })).toBe('refused')
    expect(requests.map(({ url }) => url)).toEqual(['/', '/'])
  })

  it('refuses a certificate for another name, whatever the environment says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const port = await serve((_request, response) => response.end('{}'))
    const metadata = { url: `https://hooks.example.org:${port}/` }
    const lookup = (): Promise<string[]> => Promise.resolve(['127.0.0.1'])
    expect((await runTest('WEBHOOK', { metadata, allowed, lookup })).outcome).toBe('network_error')
    expect(await sendTo(metadata.url, { allowed, lookup })).toBe('network_error')
    expect(requests).toEqual([])
    vi.unstubAllEnvs()
  })

  it('that switches protocols gave no answer', async () => {
    const port = await serve((request) => {
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\n')
    })
    const metadata = { url: `https://hooks.example.test:${port}/` }
    const lookup = (): Promise<string[]> => Promise.resolve(['127.0.0.1'])
    const result = await runTest('WEBHOOK', { metadata, allowed, lookup })
    expect(result.outcome).toBe('unexpected_response')
  })

  it('stops reading a body without end', async () => {
    const closed: Promise<unknown>[] = []
    // Whoever waited for more of it would wait for ever.
    const port = await serve((_request, response) => {
      response.write('x'.repeat(256 * 1024))
      closed.push(once(response, 'close'))
    })
    const metadata = { url: `https://hooks.example.test:${port}/` }
    const lookup = (): Promise<string[]> => Promise.resolve(['127.0.0.1'])
    expect((await runTest('WEBHOOK', { metadata, allowed, lookup })).outcome).toBe('ok')
    expect(await sendTo(metadata.url, { allowed, lookup })).toBe('ok')
    expect(await Promise.all(closed)).toHaveLength(2)
  })

  it('that is not secured within 5 seconds is a timeout', async () => {
    const silent = createServer()
    servers.push(silent)
    silent.listen(0, '127.0.0.1')
    const metadata = { url: `https://127.0.0.1:${await listening(silent)}/` }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const result = runTest('WEBHOOK', { metadata, allowed })
    await once(silent, 'connection')
    vi.advanceTimersByTime(5_000)
    vi.useRealTimers()
    expect((await result).outcome).toBe('timeout')
  })

  async function serve(listener: RequestListener): Promise<number> {
    const server = createHttpsServer(certificate, (request, response) => {
      const servername = 'servername' in request.socket ? request.socket.servername : undefined
      requests.push({ host: request.headers.host, servername, url: request.url })
      listener(request, response)
    })
    servers.push(server)
    server.listen(0, '127.0.0.1')
    return listening(server)
  }
})

/** What comes of an event that is sent to a webhook, as a connection test would say it. */
async function sendTo(url: string, rules: Omit<OutboundRules, 'hosts'> = {}): Promise<string> {
  const event = { id: 'event', url, body: '{}', secrets: [createSecret()] }
  return (await sendEvent(event, rules, new AbortController().signal)).failure ?? 'ok'
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

async function listening(server: Server): Promise<number> {
  if (!server.listening) await once(server, 'listening')
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
