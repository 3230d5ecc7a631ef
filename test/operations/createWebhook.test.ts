import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { parseAllowedHosts } from '../../server/integrations/outbound/allowed-hosts.ts'
import { faultsOf } from '../helpers/faults.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { webhookInput, webhooks } from '../helpers/data/webhooks.ts'

let service: TestService
beforeAll(async () => {
  // No host has an address: nothing is sent.
  service = await startTestService(
    { outboundAllowedHosts: parseAllowedHosts(['10.1.0.0/16']) },
    { lookup: async () => [] },
  )
})
afterEach(() => webhooks(service).deleteAll())
afterAll(() => service.close())

const create = (body: unknown, key?: string) =>
  webhooks(service).send('', { body, ...(key !== undefined && { headers: { 'Idempotency-Key': key } }) })

describe('201', () => {
  test('a webhook is answered as it was sent, with a secret, and reads back without it', async () => {
    const sent = webhookInput({
      description: 'For the people on call',
      events: ['integration.broken', 'user.disabled'],
    })
    const { body, etag, response } = await webhooks(service).create(sent)
    const { id, createdAt, secret, ...rest } = body
    expect(rest).toEqual({ ...sent, etag, disabledReason: null, updatedAt: createdAt })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(response.headers.get('location')).toBe(`/instances/acme/webhooks/${id}`)
    expect(await webhooks(service).read(id)).toMatchObject({ body: { ...rest, id, createdAt }, etag })
    expect((await webhooks(service).read(id)).body).not.toHaveProperty('secret')
  })

  test('the secret is nowhere in the database, nor among the answers that are kept for keys', async () => {
    const first = await create(webhookInput(), 'secret')
    const again = await create(webhookInput(), 'secret')
    expect([again.headers.get('idempotency-replayed'), again.json]).toEqual(['true', first.json])
    const secret = /whsec_([\w+/]+)/.exec(first.text)?.[1] ?? expect.fail()
    for (const table of ['webhooks', 'idempotency_keys', 'changes'])
      expect(JSON.stringify(await service.db(table).select())).not.toContain(secret)
  })

  test.each([
    'https://hooks.example.com',
    'https://hooks.example.com:8443/a/b?c=d&e=%20',
    'https://93.184.215.14/',
    'https://10.1.0.1:8443/opened',
    'https://inside.example.test/',
  ])('the address may be %s', async (url) => {
    expect((await create(webhookInput({ url }))).status).toBe(201)
  })
})

describe('400', () => {
  test('every fault of the body is named with its pointer', async () => {
    const refused = await create({
      url: 'ftp://x',
      events: ['agent.created', 'agent.flew', 'agent.created'],
      name: 'x',
    })
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)).toEqual([
      'body /enabled required',
      'body /events uniqueItems',
      'body /events/1 enum',
      'body /name additionalProperties',
      'body /url pattern',
    ])
  })

  test.each([
    'http://hooks.example.com/',
    'http://localhost.example.com/',
    'http://127.0.0.1.example.com/',
    'https://user:password@hooks.example.com/',
    'https://hooks.example.com/#part',
    'https://hooks.example.com/a b',
    'https:///path',
    'https://hooks.example.com\\@evil.example/',
    'hooks.example.com',
    '',
  ])('the address may not be %s', async (url) => {
    const refused = await create(webhookInput({ url }))
    expect(refused.status).toBe(400)
    for (const fault of faultsOf(refused)) expect(fault).toMatch(/^body \/url /)
  })

  test.each([
    'http://localhost:3000/hook',
    'http://127.0.0.1/',
    'https://127.1/',
    'https://10.2.0.1/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://[::ffff:10.2.0.1]/',
    'https://hooks.example.com./',
    'https://93.184.215.14:8443/',
  ])('the service never calls %s, which is told at once', async (url) => {
    expect(faultsOf(await create(webhookInput({ url })))).toEqual(['body /url blocked_host'])
  })

  test('a webhook asks for something', async () => {
    expect(faultsOf(await create(webhookInput({ events: [] })))).toEqual(['body /events minItems'])
  })
})

describe('409', () => {
  test('an instance has 20 webhooks at most, however many are created at once', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, () => create(webhookInput())))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    for (const { status, json } of answers.filter(({ status }) => status !== 201))
      expect([status, json]).toMatchObject([409, { code: 'too_many_webhooks' }])
    const other = service.other().webhooks.create(webhookInput())
    expect((await other).enabled).toBe(true)
  })
})
