import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readContract, type Contract } from '../../contract/document.ts'
import { asObject, asString } from '../../contract/json.ts'
import { parseAllowedHosts } from '../../server/integrations/outbound/allowed-hosts.ts'
import { companySecret, directorySettings, startCompany, type Company } from './programs/company/company.ts'
import { startCollector, type Collector } from './programs/collector.ts'
import { startTestService, type TestResponse, type TestService } from './service.ts'
import { until } from './until.ts'
import { fillPath } from './data/valid-requests.ts'
import { interceptVendors, nock } from './vendors.ts'

/** In every input. Letters and digits only, in lower case: so it is a good id, name, host and claim. */
const marker = `canary${randomBytes(8).toString('hex')}`

const queries = ['', `?search=${marker}`, `?name=${marker}&${marker}=${marker}`, `?cursor=${marker}`]
const inInstance = (instanceId: string) => queries.map((query) => [instanceId, query] as const)
/** In which instance something is asked, and with which query. */
const all = [...inInstance('acme'), ...inInstance(marker)]
const ofLists = [['acme', ''] as const, ['acme', `?search=${marker}`] as const]
const ofOthers = [['acme', ''] as const]
/** What is refused before an operation begins is the same for all. These stand for each method, with a list and an item. */
const refused = ['listAgents', 'getAgent', 'createAgent', 'updateAgent', 'deleteAgent']

let collector: Collector
let company: Company
let service: TestService
let contract: Contract
let token: string
/** How the requests were answered, to see that the marker came far. */
const statuses = new Set<number>()
/** Every header has the marker, also those that the service does not know; except the two whose purpose is to be passed on. */
async function send(path: string, method = 'GET', body?: unknown): Promise<TestResponse> {
  const response = await service.request(path, {
    method,
    role: null,
    headers: {
      Authorization: `Bearer ${token}`,
      'User-Agent': marker,
      Cookie: `session=${marker}`,
      'X-Forwarded-For': marker,
      Referer: `https://example.com/${marker}`,
      Baggage: `user=${marker}`,
      'X-Request-Id': marker,
      'Idempotency-Key': `${marker}${randomBytes(4).toString('hex')}`,
      [marker]: marker,
      ...(method !== 'GET' && method !== 'POST' && { 'If-Match': `"${marker}", "1"` }),
    },
    body,
  })
  statuses.add(response.status)
  return response
}

async function create(path: string, body: unknown): Promise<string> {
  const { status, json } = await send(`/instances/acme/${path}`, 'POST', body)
  expect([path, status]).toEqual([path, 201])
  return asString(asObject(json)['id'] ?? asObject(json)['modelId'])
}

/** `everything` asks each operation in both instances and with every query, `each operation` only some. */
export function proveNothingLeaks(extent: 'everything' | 'each operation'): void {
  interceptVendors()
  beforeAll(async () => {
    contract = await readContract()
    collector = await startCollector()
    company = await startCompany({ kind: 'keycloak' })
    const { oidcIssuer: _, ...directory } = directorySettings('keycloak', company.url)
    service = await startTestService(
      {
        ...directory,
        otelExporterOtlpEndpoint: collector.url,
        otelExporterOtlpHeaders: { 'api-key': `${marker}key` },
        checkIntervalMinutes: 15,
        outboundAllowedHosts: parseAllowedHosts([`${marker}.allowed.example`]),
      },
      {
        lookup: () => Promise.resolve(['93.184.215.14']),
        jobTimings: { pollSeconds: 0.5, schedulePollSeconds: 0.5 },
      },
    )
    token = await service.issuer.sign({
      sub: `${marker}-sub`,
      client_id: `${marker}-sub`,
      azp: marker,
      name: marker,
      email: `${marker}@example.com`,
      jti: marker,
      instances: ['acme', marker],
      roles: ['Administrator', 'Editor'],
    })
  })
  afterAll(async () => {
    await company.close()
    await collector.close()
  })

  test('nothing of what callers, tokens, vendors, the provider and errors say is in what is exported', async () => {
    nock(/^https:/)
      .persist()
      .get(/.*/)
      .reply(401, { error: marker, message: `${marker} is wrong` })
    const user = {
      username: marker,
      email: `${marker}@example.com`,
      name: marker,
      temporaryPassword: `${marker}-password`,
    }
    const userId = await create('users', user)
    await send(`/instances/acme/users/${userId}`, 'PUT', { familyName: marker, username: `${marker}2` })
    await create('agents', {
      name: marker,
      type: 'AI',
      active: true,
      model: marker,
      capabilities: [marker],
      metadata: { [marker]: marker },
    })
    const integrationId = await create('integrations', {
      name: marker,
      description: marker,
      type: 'ZENDESK',
      metadata: { subdomain: marker, email: `${marker}@example.com`, apiToken: `${marker}-token` },
    })
    await create('twu-models', { name: marker, description: marker })
    expect((await send(`/instances/acme/integrations/${integrationId}/test`, 'POST')).json).toMatchObject({
      outcome: 'bad_credentials',
    })
    await until(async () => expect(await service.db('integrations').pluck('status')).toEqual(['error']))
    const read = await send(`/instances/acme/integrations/${integrationId}`)
    expect(read.json).toMatchObject({ status: 'error' })

    // A conflict, whose statement fails with the value in its message; faults, with the value in the problem.
    await send('/instances/acme/users', 'POST', user)
    await send('/instances/acme/users', 'POST', { ...user, [marker]: marker })
    await send('/instances/acme/agents', 'POST', `{"name": "${marker}`)
    // Every operation with the marker as every id, as a filter, and as the instance.
    const isAskedAll = (id: string) => extent === 'everything' || refused.includes(id)
    for (const { id, method, path } of contract.operations) {
      const ids = new Map([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, marker]))
      const isList = method === 'get' && !path.endsWith('}')
      for (const [instanceId, query] of isAskedAll(id) ? all : isList ? ofLists : ofOthers) {
        const target = fillPath(path, { ...Object.fromEntries(ids), instanceId })
        await send(target + query, method.toUpperCase(), method === 'get' ? undefined : { name: marker })
      }
    }
    await send(`/${marker}?${marker}#${marker}`)

    // The provider says it, and the database, which names the broken rule and the row.
    company.replaceBy({ status: 500, body: marker })
    await send('/instances/acme/users', 'POST', {
      ...user,
      username: `${marker}3`,
      email: `${marker}3@example.com`,
    })
    company.replaceBy(null)
    await service.db.raw('alter table agents add constraint ?? check (name is null) not valid', [marker])
    await send('/instances/acme/agents', 'POST', { name: marker, type: 'HUMAN', active: true })

    await service.close()
    expect(statuses).toEqual(new Set([200, 201, 400, 404, 409, 500, 503]))
    const spans = collector.spans()
    const names = new Set(spans.map(({ name }) => name))
    expect(contract.operations.filter(({ method, path }) => !names.has(`${method.toUpperCase()} ${path}`))).toEqual([])
    expect(spans.find(({ name, failed }) => failed && name === 'INSERT agents')?.attributes).toMatchObject({
      'error.type': '23514',
    })
    expect(spans.find(({ attributes }) => attributes['server.address'] === '*.zendesk.com')).toBeDefined()
    const exported = collector.bodies.map(({ text }) => text).join('\n')
    for (const secret of [marker, companySecret, token.split('.')[1] ?? '', 'correct-horse'])
      for (const written of [secret, Buffer.from(secret).toString('base64').slice(0, -4)])
        expect(exported.toLowerCase().includes(written.toLowerCase())).toBe(false)
  })
}
