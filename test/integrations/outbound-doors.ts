import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { asArray, asObject, asString } from '../../contract/json.ts'
import { lookUpHostile } from '../helpers/data/hostile-targets.ts'
import { faultsOf } from '../helpers/faults.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { samples, types, typeOf } from './connection-test/vendor.ts'

/** The types that take any host. */
const openTypes = [...types].filter(([, { hosts }]) => hosts.allow.includes('*')).map(([id]) => id)

/**
 * Tests a configuration through both doors, of what is sent and of what is saved. They have to tell the same: the outcome, or
 * the faults when the configuration cannot be saved.
 */
export async function throughBothDoors(
  service: TestService,
  type: string,
  host: string,
  port: number,
): Promise<string> {
  const address = type === 'POSTGRESQL' ? { host, port: `${port}` } : { [urlOf(type)]: `https://${host}:${port}` }
  const metadata = { ...samples(typeOf(type), false), ...samples(typeOf(type), true), ...address }
  const post = (path: string, body?: unknown) =>
    service.request(`/instances/acme/integrations${path}`, { method: 'POST', role: 'Editor', body })

  const unsaved = await post('/test', { type, metadata })
  const created = await post('', { name: `${type} ${host}`, type, metadata })
  if (created.status === 422) {
    expect([unsaved.status, faultsOf(unsaved)]).toEqual([422, faultsOf(created)])
    return 'refused'
  }
  const saved = await post(`/${asString(asObject(created.json)['id'])}/test`)
  const [told, toldOfSaved] = [unsaved, saved].map(({ json }) => {
    const { outcome, steps } = asObject(json)
    return [
      outcome,
      ...asArray(steps).map((one) => `${asString(asObject(one)['step'])} ${asString(asObject(one)['state'])}`),
    ]
  })
  expect(told).toEqual(toldOfSaved)
  return asString(told?.[0])
}

function urlOf(type: string): string {
  return typeOf(type).fields.find(({ host }) => host)?.key ?? ''
}

/** Neither door leads into this machine by these hosts, and for types that take any host by these names. */
export function describeHostile(hosts: readonly string[], namesOf: (type: string) => readonly string[]): void {
  const connections: string[] = []
  let server: Server
  let port = 0
  let service: TestService
  beforeAll(async () => {
    server = createServer((socket) => {
      connections.push(`${socket.localAddress}`)
      socket.destroy()
    })
    server.listen({ port: 0, host: '::', ipv6Only: false })
    await once(server, 'listening')
    const address = server.address()
    if (address !== null && typeof address === 'object') ({ port } = address)
    // The port is open, so that nothing but the address can be what is refused.
    service = await startTestService({}, { outboundPorts: [port], lookup: lookUpHostile })
  })
  afterEach(() => expect(connections.splice(0)).toEqual([]))
  afterAll(async () => {
    await service.close()
    server.close()
  })

  test.each(hosts)('neither door leads into this machine by the host %s', async (host) => {
    const outcome = await throughBothDoors(service, 'WEBHOOK', host, port)
    expect(['refused', 'blocked_host', 'network_error']).toContain(outcome)
  })

  test.each(openTypes)('nor by a name that resolves inwards, for %s', async (type) => {
    for (const name of namesOf(type)) {
      expect([name, await throughBothDoors(service, type, name, port)]).toEqual([name, 'blocked_host'])
    }
  })
}
