import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { build } from 'rolldown'
import { Webhook as Standard } from 'standardwebhooks'
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { createClient, webhooks, WebhookVerificationError, type WebhookEvent } from '../../sdk/src/index.ts'
import type { IntegrationEvent } from '../../spec/gen/openapi.gen.ts'
import { createTestServer } from '../../sdk/src/testing/index.ts'
import { sign } from '../../server/webhooks/secrets.ts'
import { secondsFromNow } from '../helpers/clock.ts'
import { human } from '../helpers/data/agents.ts'
import { webhookInput } from '../helpers/data/webhooks.ts'

afterEach(() => {
  vi.useRealTimers()
})

const [own, other] = ['own', 'other'].map((name) => `whsec_${Buffer.from(name.repeat(10)).toString('base64')}`)
const secret = own ?? ''
const otherSecret = other ?? ''
const body = JSON.stringify({
  type: 'agent.created',
  timestamp: '2026-11-21T09:30:00.000Z',
  data: {
    instanceId: 'acme',
    sequence: 1,
    epoch: 'e',
    resource: { type: 'agent', id: 'a' },
    version: null,
    etag: '"1"',
  },
})

function withCapitals(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
}

function headersOf(secrets: readonly string[], timestamp = secondsFromNow(0)): Record<string, string> {
  const signature = sign('id-1', timestamp, body, secrets)
  return { 'webhook-id': 'id-1', 'webhook-timestamp': String(timestamp), 'webhook-signature': signature }
}

describe('unwrap', () => {
  test.each<[string, (headers: Record<string, string>) => Parameters<typeof webhooks.unwrap>[1]]>([
    ['Headers', (headers) => new Headers(headers)],
    ['an object as of Node', (headers) => headers],
    ['an object with names as a gateway writes them', withCapitals],
  ])('gives the event of what the service signed, from %s', async (_what, wrap) => {
    const event = await webhooks.unwrap(body, wrap(headersOf([secret])), secret)
    expect(event).toEqual(JSON.parse(body))
    expect(await webhooks.unwrap(Buffer.from(body), wrap(headersOf([secret])), secret)).toEqual(event)
    expectTypeOf(event).toEqualTypeOf<WebhookEvent>()
    if (event.type === 'integration.broken') expectTypeOf(event).toEqualTypeOf<IntegrationEvent>()
  })

  test('takes one of two signatures, as after a rotation, and passes over those of other versions', async () => {
    const headers = headersOf([otherSecret, secret])
    await webhooks.unwrap(body, headers, secret)
    await webhooks.unwrap(body, headers, otherSecret)
    headers['webhook-signature'] = `v1a,abc v2,def ${headers['webhook-signature'] ?? ''}`
    await webhooks.unwrap(body, headers, secret)
  })

  test('agrees with the library of Standard Webhooks, in both directions', async () => {
    new Standard(secret).verify(body, headersOf([secret]))
    const at = secondsFromNow(0)
    const signature = new Standard(secret).sign('id-1', new Date(at * 1000), body)
    const headers = { ...headersOf([secret]), 'webhook-timestamp': String(at) }
    await webhooks.unwrap(body, { ...headers, 'webhook-signature': signature }, secret)
  })

  test.each<[string, () => [string, Record<string, string>, string]]>([
    ['a time six minutes ago', () => [body, headersOf([secret], secondsFromNow(-360)), secret]],
    ['a time an hour ahead', () => [body, headersOf([secret], secondsFromNow(3600)), secret]],
    ['a time that is none', () => [body, { ...headersOf([secret]), 'webhook-timestamp': 'now' }, secret]],
    [
      'another time than was signed',
      () => [body, { ...headersOf([secret]), 'webhook-timestamp': String(secondsFromNow(-9)) }, secret],
    ],
    ['a changed body', () => [body.replace('acme', 'evil'), headersOf([secret]), secret]],
    ['the secret of another webhook', () => [body, headersOf([otherSecret]), secret]],
    ['another id', () => [body, { ...headersOf([secret]), 'webhook-id': 'id-2' }, secret]],
    ['no signature', () => [body, { ...headersOf([secret]), 'webhook-signature': '' }, secret]],
    ...['v1,%%%', 'v1,é', 'v1,', 'v1', ' '].map(
      (signature): [string, () => [string, Record<string, string>, string]] => [
        `the signature "${signature}"`,
        () => [body, { ...headersOf([secret]), 'webhook-signature': signature }, secret],
      ],
    ),
    ['no headers', () => [body, {}, secret]],
  ])('refuses %s', async (_what, request) => {
    const [given, headers, by] = request()
    await expect(webhooks.unwrap(given, headers, by)).rejects.toBeInstanceOf(WebhookVerificationError)
  })

  test('checks no more signatures than rotations make, of however many that come', async () => {
    const verify = vi.spyOn(crypto.subtle, 'verify')
    const headers = { ...headersOf([secret]), 'webhook-signature': 'v1,AAAA '.repeat(10_000) }
    await expect(webhooks.unwrap(body, headers, secret)).rejects.toBeInstanceOf(WebhookVerificationError)
    expect(verify).toHaveBeenCalledTimes(20)
    verify.mockRestore()
  })

  test.each(['', 'secret', 'whsec_', 'whsec_%%'])(
    'tells a developer who gives it what is no secret: "%s"',
    async (wrong) => {
      await expect(webhooks.unwrap(body, headersOf([secret]), wrong)).rejects.toBeInstanceOf(TypeError)
    },
  )

  test('tells a developer without types that the body is parsed already, or that there is no secret', async () => {
    // @ts-expect-error the body is an object
    await expect(webhooks.unwrap({ type: 'agent.created' }, {}, secret)).rejects.toThrow('before anything parses it')
    // @ts-expect-error there is no secret
    await expect(webhooks.unwrap(body, headersOf([secret]), undefined)).rejects.toThrow('begins with whsec_')
  })
})

describe('the test server', () => {
  test('gives what would have been sent, signed, in the order of the changes', async () => {
    const server = createTestServer({ instances: { acme: {} } })
    const acme = createClient({ baseUrl: 'https://admin.test', token: 'any', fetch: server.fetch }).instance('acme')
    const events = ['agent.created', 'user.disabled'] as const
    const { id, secret: first } = await acme.webhooks.create(webhookInput({ events: [...events] }))
    const agent = await acme.agents.create(human)
    await acme.agents.delete(agent.id)
    const { secret: second } = await acme.webhooks.rotateSecret(id)
    await acme.webhooks.test(id)
    const sent = await server.events()
    expect(sent.map(({ event, webhookId }) => [event.type, webhookId])).toEqual([
      ['agent.created', id],
      ['webhook.test', id],
    ])
    for (const { body, headers, event } of sent)
      for (const by of [first, second]) expect(await webhooks.unwrap(body, headers, by ?? '')).toEqual(event)
    expect((await acme.webhooks.deliveries.list(id)).items).toMatchObject([
      { type: 'webhook.test', status: 'pending' },
      { type: 'agent.created', status: 'pending', sequence: 2 },
    ])
    server.reset()
    expect(await server.events()).toEqual([])
  })
})

/** What Workers, Deno and browsers have, too; nothing of Node. */
const web = { atob, btoa, console, crypto, Headers, Request, Response, TextDecoder, TextEncoder, Uint8Array, URL }

test('the receiver of the README needs nothing but what every runtime of the web has', async () => {
  const readme = readFileSync(new URL('../../sdk/README.md', import.meta.url), 'utf8')
  const receiver = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].find(([, code]) =>
    code?.includes('webhooks.unwrap'),
  )?.[1]
  const entry = new URL('../../sdk/src/receiver.ts', import.meta.url).pathname
  const { output } = await build({
    input: entry,
    platform: 'neutral',
    write: false,
    resolve: { alias: { '@instance-admin/sdk': new URL('../../sdk/src/index.ts', import.meta.url).pathname } },
    plugins: [
      {
        name: 'readme',
        load: (id) => (id === entry ? (receiver ?? null) : null),
        resolveId: (id) => (id === entry ? id : null),
      },
    ],
    output: { format: 'iife', name: 'receiver' },
  })
  const receive: unknown = runInContext(`${output[0].code}; receiver.receive`, createContext({ ...web }))
  if (typeof receive !== 'function') throw new Error('The README has a function.')
  const send = async (sent: string): Promise<unknown> => {
    const headers = headersOf([secret])
    return Reflect.apply(receive, null, [
      new Request('https://hooks.example.com/', { method: 'POST', body: sent, headers }),
      secret,
    ])
  }
  expect(await send(body)).toMatchObject({ status: 204 })
  expect(await send(body.replace('acme', 'other'))).toMatchObject({ status: 400 })
})
