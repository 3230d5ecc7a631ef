import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { IntegrationType } from '../../contract/integration-types.ts'
import type { IntegrationField } from '../../contract/rules/integration-form.ts'
import { connectionTestOutcomeValues } from '../../sdk/src/index.ts'
import { parseAllowedHosts } from '../../server/integrations/outbound/allowed-hosts.ts'
import { asArray, asObject, asString } from '../../contract/json.ts'
import { certificate } from '../integrations/connection-test/certificate.ts'
import { googleKey, types } from '../integrations/connection-test/vendor.ts'
import { startCollector, type Collector } from '../helpers/programs/collector.ts'
import { followChanges } from '../helpers/change-stream.ts'
import { closeDatabase } from '../helpers/close-database.ts'
import { userInput } from '../helpers/data/users.ts'
import { faultsOf } from '../helpers/faults.ts'
import { startTestService, type RequestOptions, type TestResponse, type TestService } from '../helpers/service.ts'
import { interceptVendors, nock } from '../helpers/vendors.ts'
import { until } from '../helpers/until.ts'

/** In every planted secret. Letters and digits only: JSON, URLs and HTML leave them as they are. */
const marker = `Canary${randomBytes(8).toString('hex')}`
/** A service account's key must be a real one to be used: a run of letters and digits of it stands for it. */
const keyPiece = /[A-Za-z0-9]{20,}/.exec(googleKey.privateKey.split('\n').slice(2).join('\n'))?.[0] ?? ''
const path = '/instances/acme/integrations'

interface Subject {
  type: string
  definition: IntegrationType
  plain: Record<string, string>
  secrets: readonly IntegrationField[]
  id: string
}

/** What a vendor is asked and answers; nothing of it is ours to show. */
interface Call {
  headers: Readonly<Record<string, unknown>>
  uri: string
  body: string
  isToken: boolean
}
type Reply = [status: number, body: string] | [status: number, body: string, headers: Record<string, string>]
type Answer = (call: Call) => Reply | Error

const subjects = [...types].flatMap(([type, definition]) => createSubjects(type, definition))
/** What left the service, with what it was. */
const seen: [what: string, text: string][] = []
const log: string[] = []
const calls: Call[] = []
interceptVendors()

let answer: Answer = () => [200, '{}']
let vendorAddress = '93.184.215.14'
let service: TestService
let token: string
let vendorDatabase: Server
let collector: Collector
beforeAll(async () => {
  collector = await startCollector()
  startVendors()
  vendorDatabase = await startVendorDatabase()
  const database = subjects.find(({ type }) => type === 'POSTGRESQL')
  if (database) database.plain['port'] = String(portOf(vendorDatabase))
  service = await startTestService(
    {
      logLevel: 'trace',
      outboundAllowedHosts: parseAllowedHosts(['127.0.0.1']),
      otelExporterOtlpEndpoint: collector.url,
      // Background checks run beside all that follows.
      checkIntervalMinutes: 60,
    },
    {
      lookup: async (host) => [host === 'db.example.com' ? '127.0.0.1' : vendorAddress],
      logTo: { write: (line) => void log.push(line) },
    },
  )
  token = await service.token('Administrator')
})
afterAll(async () => {
  await service.close()
  await collector.close()
  vendorDatabase.close()
  const exported = collector.bodies.map(({ path, text }): [string, string] => [`telemetry ${path}`, text])
  expect(collector.spans().length).toBeGreaterThan(1000)
  expect(findIn(exported)).toEqual([])
})

describe('a secret of an integration is in no answer, log line, metric or table', () => {
  test('while integrations of every type are created, with every secret field there is', async () => {
    await each(async (subject) => {
      const body = bodyOf(subject, canaries(subject, 'created'))
      const headers = { 'Idempotency-Key': `create-${subjects.indexOf(subject)}` }
      const created = await send(201, path, { method: 'POST', headers, body })
      subject.id = asString(asObject(created.json)['id'])
      expect(asObject(created.json)['configuredSecrets']).toEqual(keysOf(subject.secrets).sort())

      const replayed = await send(201, path, { method: 'POST', headers, body })
      expect(replayed.headers.get('idempotency-replayed')).toBe('true')
      const other = bodyOf(subject, canaries(subject, 'reused'), 'Other')
      await send(422, path, { method: 'POST', headers, body: other })
    })
    const planted = subjects.flatMap(({ type, secrets }) => secrets.map(({ key }) => `${type} ${key}`))
    const known = [...types].flatMap(([type, { fields }]) =>
      fields.filter(({ secret }) => secret).map(({ key }) => `${type} ${key}`),
    )
    expect(new Set(planted)).toEqual(new Set(known))
    await expectNothingFound()
  })

  test('while they are read, listed, disabled and enabled', async () => {
    await each(async ({ type, id }) => {
      await send(200, `${path}/${id}`)
      await send(304, `${path}/${id}`, { headers: { 'If-None-Match': '*' } })
      await send(200, `${path}?type=${type}`)
      await send(200, `/instances/acme/integration-types/${type}`)
      await send(200, `${path}/${id}/disable`, { method: 'POST' })
      await send(200, `${path}/${id}/enable`, { method: 'POST' })
    })
    for (const query of ['size=200', 'search=integration&sort=name,desc', 'size=3&page=2']) {
      await send(200, `${path}?${query}`)
    }
    await expectNothingFound()
  })

  test('while their tests end in every way, whatever the vendor repeats', async () => {
    const outcomes = new Set<string>()
    const answers: Answer[] = [
      (call) => [200, echo(call), { 'X-Echo': echo(call) }],
      (call) => (call.isToken ? [200, echo(call)] : [401, echo(call), { 'WWW-Authenticate': echo(call) }]),
      (call) => (call.isToken ? [400, echo(call)] : [403, echo(call), { 'X-Amzn-ErrorType': echo(call) }]),
      (call) => [302, echo(call), { Location: `https://elsewhere.example/?${encodeURIComponent(echo(call))}` }],
      (call) => (call.isToken ? [200, echo(call)] : [503, echo(call), { 'Retry-After': echo(call) }]),
      () => new Error(`connect ECONNREFUSED ${canary('refused')}`),
    ]
    for (const [at, next] of answers.entries()) {
      answer = next
      await each(async (subject) => {
        const { id } = subject
        const headers: Record<string, string> = at === 1 ? { 'Idempotency-Key': `test-${id}` } : {}
        const tested = await send(200, `${path}/${id}/test`, { method: 'POST', headers })
        outcomes.add(asString(asObject(tested.json)['outcome']))
        if (at === 1) await send(200, `${path}/${id}/test`, { method: 'POST', headers })
      })
    }
    const expected = ['bad_credentials', 'missing_permission', 'network_error', 'ok', 'unexpected_response']
    expect([...outcomes]).toEqual(expect.arrayContaining(expected))
    // The vendors were really shown the secrets, the database among them.
    expect(calls.map(({ uri }) => uri)).toContain('login')
    expect(findIn(calls.map((call) => ['a call', echo(call)])).length).toBeGreaterThan(types.size * 3)
    await expectNothingFound()
  })

  test('while the same is tested before it is saved, which tells the same in each of the twelve outcomes', async () => {
    const told = new Set<string>()
    const refuse = (status: number, code: string): Answer => {
      return (call) => [status, JSON.stringify({ __type: code, error: { code }, Code: code, echoed: echo(call) })]
    }
    const answers: Answer[] = [
      (call) => [200, echo(call)],
      ...[400, 401, 403, 404, 418, 429, 503].map((status) => refuse(status, 'unknown')),
      refuse(403, 'RequestExpired'),
      refuse(403, 'RequestTimeTooSkewed'),
      () => Object.assign(new Error(), { code: 'ETIMEDOUT' }),
      () => new Error(`connect ECONNREFUSED ${canary('refused')}`),
      () => new Error('blocked'),
    ]
    for (const [at, next] of answers.entries()) {
      answer = next
      if (at === answers.length - 1) vendorAddress = '10.0.0.1'
      await each(async (subject) => {
        const { type, id, plain } = subject
        // The key asks to store the answer with the request, which a test does not do.
        const headers = { 'Idempotency-Key': `told-${at}-${id}` }
        const test = async (target: string, body?: unknown) =>
          toldBy(await send(200, target, { method: 'POST', ...(body !== undefined && { headers, body }) }))
        const saved = await test(`${path}/${id}/test`)
        const { metadata } = bodyOf(subject, canaries(subject, 'created'))
        expect(await test(`${path}/test`, { type, metadata })).toEqual(saved)
        expect(await test(`${path}/test`, { type, metadata: plain, integrationId: id })).toEqual(saved)
        told.add(asString(saved['outcome']))
      })
    }
    vendorAddress = '93.184.215.14'
    expect([...told].sort()).toEqual([...connectionTestOutcomeValues].sort())
    await expectNothingFound()
  })

  test('while a host is changed, which asks for every stored secret again, in an update and in a test', async () => {
    const moved = new Set<string>()
    await each(async (subject) => {
      const { type, id, secrets } = subject
      if (secrets.length === 0) return
      for (const { key, plain } of moveHosts(subject)) {
        const body = bodyOf({ ...subject, plain }, {})
        for (const asksAgain of [
          await send(422, `${path}/${id}`, { method: 'PUT', body }),
          await send(422, `${path}/test`, { method: 'POST', body: { ...unsaved(body), integrationId: id } }),
        ])
          expect(faultsOf(asksAgain)).toEqual(secrets.map((one) => `body /metadata/${one.key} secret_required`).sort())
        moved.add(`${type} ${key}`)
      }
    })
    const hosts = [...types].flatMap(([type, { fields }]) =>
      fields.filter(({ host }) => host).map(({ key }) => `${type} ${key}`),
    )
    expect([...moved].sort()).toEqual(hosts.sort())
    await expectNothingFound()
  })

  test('while updates keep, replace and clear them', async () => {
    await each(async (subject) => {
      const target = `${path}/${subject.id}`
      await send(200, target, { method: 'PUT', body: bodyOf(subject, {}) })
      const replaced = bodyOf(subject, canaries(subject, 'replaced'), 'Replaced')
      await send(200, target, { method: 'PUT', body: replaced })
      await send(412, target, { method: 'PUT', headers: { 'If-Match': '"0"' }, body: replaced })
      for (const { key } of subject.secrets.filter(({ required, when }) => !required && !when)) {
        await send(200, target, { method: 'PUT', body: bodyOf(subject, { [key]: null }) })
      }
    })
    await expectNothingFound()
  })

  test('while updates, creations and tests are refused', async () => {
    await each(async (subject) => {
      const secrets = canaries(subject, 'refused')
      const save = (status: number, at: number, body: unknown) =>
        send(status, at % 2 ? path : `${path}/${subject.id}`, { method: at % 2 ? 'POST' : 'PUT', body })
      for (const [at, bad] of badBodies(subject, secrets).entries()) {
        await save(422, at, bad)
        await send(422, `${path}/test`, { method: 'POST', body: unsaved(bad) })
      }
      for (const [at, bad] of brokenBodies(subject, secrets).entries()) {
        await save(400, at, bad)
        await send(400, `${path}/test`, { method: 'POST', body: bad })
      }
    })
    await expectNothingFound()
  })

  test('while a first request still runs', async () => {
    for (const subject of subjects.slice(0, 3)) {
      const headers = { 'Idempotency-Key': `running-${subject.type}` }
      const body = bodyOf(subject, canaries(subject, 'running'))
      const create = (status: number) => send(status, path, { method: 'POST', headers, body })
      const lock = await service.db.transaction()
      await lock.raw('lock table integrations in access exclusive mode')
      const first = create(201)
      const claims = () => service.db('idempotency_keys').where({ key: headers['Idempotency-Key'] })
      await until(async () => expect(await claims()).toHaveLength(1))
      await create(409)
      await lock.rollback()
      await first
    }
    await expectNothingFound()
  })

  test('while the database refuses every row, with the row in its words', async () => {
    await service.db.raw(`alter table integrations add constraint refused check (id = '') not valid`)
    await each(async (subject) => {
      const body = bodyOf(subject, canaries(subject, 'failed'), 'Failed')
      await send(500, path, { method: 'POST', body })
      await send(500, path, { method: 'POST', headers: { 'Idempotency-Key': `failed-${subject.id}` }, body })
      await send(500, `${path}/${subject.id}`, { method: 'PUT', body })
    })
    await send(500, `${path}/${subjects[0]?.id}/test`, { method: 'POST' })
    await service.db.raw('alter table integrations drop constraint refused')
    await expectNothingFound()
  })

  test('while the database is away', async () => {
    const reopen = await closeDatabase(service)
    try {
      for (const subject of subjects.slice(0, 5)) {
        const body = bodyOf(subject, canaries(subject, 'away'), 'Away')
        await send(503, path, { method: 'POST', body })
        await send(503, `${path}/${subject.id}`, { method: 'PUT', body })
        await send(503, `${path}/${subject.id}/test`, { method: 'POST' })
        await send(503, `${path}/test`, { method: 'POST', body: unsaved(body) })
      }
    } finally {
      await reopen()
    }
    await expectNothingFound()
  })

  test('while they are deleted', async () => {
    await each(({ id }) => send(204, `${path}/${id}`, { method: 'DELETE' }))
    await expectNothingFound()
  })

  test('and a password of a user neither, however it is set', async () => {
    const users = '/instances/acme/users'
    const userOf = (name: string) => userInput(name, { temporaryPassword: canary('password', name) })
    const created = await send(201, users, { method: 'POST', body: userOf('ada') })
    const user = `${users}/${asString(asObject(created.json)['id'])}`
    await send(200, `${users}/batch`, { method: 'POST', body: { users: [userOf('grace'), userOf('mary')] } })
    await send(200, user, { method: 'PUT', body: { temporaryPassword: canary('password', 'second') } })
    await send(400, user, { method: 'PUT', body: { temporaryPassword: canary('password').padEnd(200, 'x') } })
    await send(204, user, { method: 'DELETE' })
    await expectNothingFound()
  })

  test('and the secret of a webhook neither, but in the one answer that shows it', async () => {
    const webhooks = '/instances/acme/webhooks'
    const body = { url: 'https://hooks.example.com/in', events: ['agent.created'], enabled: true }
    answer = (call) => [500, echo(call)]
    const shown: string[] = []
    const show = async (status: number, target: string, options: RequestOptions) => {
      const first = asObject((await send(status, target, options)).json)
      const again = asObject((await send(status, target, options)).json)
      shown.push(asString(first['secret']))
      expect(again['secret']).toBe(first['secret'])
      // The answer itself may have it.
      seen.splice(-2)
      return asString(first['id'])
    }
    const id = await show(201, webhooks, { method: 'POST', headers: { 'Idempotency-Key': 'webhook' }, body })
    const rotate = { method: 'POST', headers: { 'Idempotency-Key': 'rotate' } }
    await show(200, `${webhooks}/${id}/rotate-secret`, rotate)
    await send(422, webhooks, {
      method: 'POST',
      headers: { 'Idempotency-Key': 'webhook' },
      body: { ...body, enabled: false },
    })
    await send(200, `${webhooks}/${id}`)
    await send(200, webhooks)
    await send(200, `${webhooks}/${id}`, { method: 'PUT', body: { ...body, description: 'Again' } })
    await send(200, `${webhooks}/${id}/test`, { method: 'POST' })
    await vi.waitFor(async () => {
      const { json } = await send(200, `${webhooks}/${id}/deliveries`)
      expect(asArray(asObject(json)['content'])).toMatchObject([{ failure: 'refused', httpStatus: 500 }])
    }, 20_000)
    const secrets = shown.flatMap((secret) => spellings(secret.slice('whsec_'.length, -1)))
    expect(findIn(await collect(), new RegExp(secrets.map((text) => text.replaceAll('+', '\\+')).join('|')))).toEqual(
      [],
    )
    await send(204, `${webhooks}/${id}`, { method: 'DELETE' })
  })

  test('while the records of all this are listed and followed: they tell which secrets were set', async () => {
    const records: unknown[] = []
    let query: string | null = 'size=200&sort=sequence,asc'
    while (query !== null) {
      const { json } = await send(200, `/instances/acme/changes?${query}`)
      const { content, page } = asObject(json)
      records.push(...asArray(content))
      const { next } = asObject(page)
      query = next === null ? null : `size=200&sort=sequence,asc&cursor=${encodeURIComponent(asString(next))}`
    }
    const secrets = records.map(asObject).flatMap(({ operation, kind, resource, difference }) =>
      asArray(difference).flatMap((one) => {
        const { isSecret, pointer } = asObject(one)
        return isSecret ? [{ operation, kind, id: asObject(resource)['id'], pointer }] : []
      }),
    )
    for (const { id, secrets: fields } of subjects) {
      const set = secrets.filter((one) => one.id === id && one.kind === 'created').map(({ pointer }) => pointer)
      expect(new Set(set)).toEqual(new Set(keysOf(fields).map((key) => `/metadata/${key}`)))
    }
    expect(secrets.length).toBeGreaterThan(100)
    const passwords = secrets.filter(({ pointer }) => pointer === '/temporaryPassword')
    expect(passwords.map(({ operation }) => operation)).toEqual([
      'createUser',
      'createUsers',
      'createUsers',
      'updateUser',
    ])

    const stream = await followChanges(service, token, { query: '?after=0' })
    for (let followed = 0; followed < records.length;) {
      const event = await stream.next()
      if (event?.event === 'change') followed += 1
      seen.push(['the stream', JSON.stringify(event)])
    }
    stream.close()
    await expectNothingFound()
    // Not sealed either, which would tell the length.
    const [, rows = ''] = (await dumpTables()).find(([table]) => table === 'table public.changes') ?? []
    expect(rows).toContain('botToken')
    expect(rows).not.toMatch(/v1\.[\w-]+\.[\w-]{16}/)
  })
})

describe('the search', () => {
  const secret = canary('control', 'made')

  test.each([
    ['plain', secret],
    ['JSON', JSON.stringify({ secret })],
    ['JSON in JSON', JSON.stringify(JSON.stringify({ secret }))],
    ['a URL', encodeURIComponent(secret)],
    ['a URL with every byte encoded', percentEncoded(secret)],
    ['JSON with every character escaped', jsonEscaped(secret)],
    ['hex', Buffer.from(secret).toString('hex')],
    ['HEX', Buffer.from(secret).toString('hex').toUpperCase()],
    ['base64', Buffer.from(secret).toString('base64')],
    ['base64url', Buffer.from(secret).toString('base64url')],
    ['base64 after one byte', Buffer.from(`:${secret}`).toString('base64')],
    ['base64 after two bytes', Buffer.from(`a:${secret}`).toString('base64')],
    ['base64 after a user name', Buffer.from(`user:${secret}`).toString('base64')],
  ])('finds a canary as %s', (_encoding, text) => {
    expect(findIn([['planted', `before ${text} after`]])).toHaveLength(1)
  })

  test('finds a piece of a private key', () => {
    expect(keyPiece.length).toBeGreaterThanOrEqual(20)
    expect(findIn([['planted', JSON.stringify({ key: googleKey.privateKey })]])).toHaveLength(1)
  })

  test('finds what is put into an answer, a log line and a table', async () => {
    await send(201, '/instances/acme/agents', {
      method: 'POST',
      body: { name: secret, type: 'HUMAN', active: true },
    })
    await send(404, `/instances/acme/agents/${marker}`)
    const places = findIn(await collect()).map((found) => found.split(':')[0])
    expect(new Set(places)).toEqual(
      new Set([
        'POST /instances/acme/agents',
        `GET /instances/acme/agents/${marker}`,
        'log',
        'table public.agents',
        'table public.changes',
      ]),
    )
    expect(await readMetrics()).toContain('operation="createIntegration"')
  })
})

/** One integration of a type, or one for each choice that the type offers. */
function createSubjects(type: string, definition: IntegrationType): Subject[] {
  const { auth } = definition.test
  const choices: Record<string, string>[] =
    auth.scheme === 'by_field' ? Object.keys(auth.cases).map((value) => ({ [auth.field]: value })) : [{}]
  return choices.map((chosen) => {
    const fields = definition.fields.filter(({ when }) => !when || JSON.stringify(when) === JSON.stringify(chosen))
    const plain: Record<string, string> = {}
    for (const field of fields.filter(({ secret }) => !secret)) {
      plain[field.key] = chosen[field.key] ?? exampleOf(field)
    }
    return { type, definition, plain, secrets: fields.filter(({ secret }) => secret), id: '' }
  })
}

function exampleOf({ key, example, default: initial, enum: values }: IntegrationField): string {
  return example ?? initial ?? values?.[0] ?? `sample-${key}`
}

function canary(...words: string[]): string {
  return `${marker}-${words.join('-')}-"\\+/%&<>`
}

/** A new value for every secret of a subject. */
function canaries({ type, secrets }: Subject, step: string): Record<string, string> {
  return Object.fromEntries(secrets.map((field) => [field.key, canaryFor(type, field, step)]))
}

function canaryFor(type: string, { key, format, pattern }: IntegrationField, step: string): string {
  const value = canary(type, key, step)
  if (format === 'pem') {
    if (step === 'created') return googleKey.privateKey
    return `-----BEGIN PRIVATE KEY-----\n${marker}\n-----END PRIVATE KEY-----\n`
  }
  if (pattern === undefined || new RegExp(pattern, 'u').test(value)) return value
  return [1, 2, 3].map((part) => `${marker}${key}${step}${part}`).join('.')
}

function bodyOf({ type, plain }: Subject, secrets: Record<string, unknown>, name = 'Integration') {
  return { name, type, metadata: { ...plain, ...secrets } }
}

/** What a test takes of a body that would be saved. */
function unsaved({ name: _name, ...body }: ReturnType<typeof bodyOf>) {
  return body
}

/** Well-formed bodies whose metadata does not fit the type. */
function badBodies(subject: Subject, secrets: Record<string, string>) {
  const { type, definition, plain } = subject
  const key = subject.secrets[0]?.key ?? 'notAField'
  const bad: Record<string, unknown>[] = [
    { notAField: canary('unknown') },
    { [key]: `${canary('masked')}********` },
    { [key]: `${canary('control')}\u0007` },
    { [key]: [canary('listed')] },
    { [key]: { nested: canary('nested') } },
    { [key]: canary('long').padEnd(17_000, 'x') },
    ...definition.fields
      .filter((field) => field.key in plain || field.key in secrets)
      .map((field) => ({ [field.key]: refusedBy(field, canary(type, field.key, 'in the wrong form')) })),
  ]
  return bad.map((changes) => bodyOf(subject, { ...secrets, ...changes }))
}

/** With a control character where the field takes any text. */
function refusedBy({ pattern, enum: values }: IntegrationField, text: string): string {
  return values || !new RegExp(pattern ?? '', 'u').test(text) ? text : `${text}\u0007`
}

/** What breaks the contract itself. */
function brokenBodies(subject: Subject, secrets: Record<string, string>): unknown[] {
  const body = bodyOf(subject, secrets)
  return [
    { ...body, secret: canary('extra') },
    { ...body, name: canary('name').padEnd(400, 'x') },
    { ...body, metadata: canary('text') },
    { ...body, metadata: [secrets] },
    JSON.stringify(body).slice(0, -2),
  ]
}

/** The metadata in clear with another host: once for each field that decides the host. */
function moveHosts({ plain, definition }: Subject) {
  const fields = definition.fields.filter(({ key, host }) => host && plain[key] !== undefined)
  return fields.map(({ key, enum: values, pattern }) => {
    const value = plain[key] ?? ''
    const others = [`${value}2`, value.replace('//', '//elsewhere.'), value.replace(/\d/, '9'), `elsewhere${value}`]
    const candidates = values ?? [value.replace('acme', 'elsewhere'), ...others, value.slice(0, -1)]
    const other = candidates.find((text) => text !== value && new RegExp(pattern ?? '', 'u').test(text))
    return { key, plain: { ...plain, [key]: other ?? expect.fail(`${definition.name} ${key} has no other value`) } }
  })
}

/** What a test tells, without its times. */
function toldBy({ json }: TestResponse) {
  const { outcome, message, errors, steps } = asObject(json)
  return { outcome, message, errors, steps: asArray(steps).map((step) => ({ ...asObject(step), durationMs: 0 })) }
}

/** Sends a request and keeps everything that comes back for the search. */
async function send(status: number, target: string, options: RequestOptions = {}): Promise<TestResponse> {
  const headers = { Authorization: `Bearer ${token}`, ...options.headers }
  const response = await service.request(target, { ...options, role: null, headers })
  const what = `${options.method ?? 'GET'} ${target}`
  seen.push([what, `${JSON.stringify([...response.headers])} ${response.text}`])
  expect([what, response.status, response.status === status ? '' : response.text]).toEqual([what, status, ''])
  return response
}

/** For every subject, several at a time. */
async function each(run: (subject: Subject) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < subjects.length; at += 8) await Promise.all(subjects.slice(at, at + 8).map(run))
}

async function expectNothingFound(): Promise<void> {
  expect(findIn(await collect())).toEqual([])
}

/** All there is to search; what left the service is searched once. */
async function collect(): Promise<typeof seen> {
  const metrics = await readMetrics()
  return [...seen.splice(0), ['log', log.splice(0).join('')], ['metrics', metrics], ...(await dumpTables())]
}

async function readMetrics(): Promise<string> {
  return (await fetch(`${service.managementUrl}/metrics`)).text()
}

/** Every row of every table of the service, as PostgreSQL writes it. */
async function dumpTables(): Promise<typeof seen> {
  const tables = asArray(
    await service
      .db('pg_tables')
      .whereNotIn('schemaname', ['pg_catalog', 'information_schema'])
      .select('schemaname', 'tablename'),
  ).map(asObject)
  expect(tables.length).toBeGreaterThan(8)
  return Promise.all(
    tables.map(async ({ schemaname, tablename }): Promise<[string, string]> => {
      const name = `${asString(schemaname)}.${asString(tablename)}`
      const { rows } = await service.db.raw<{ rows: { line: string }[] }>('select t::text as line from ?? t', [name])
      return [`table ${name}`, rows.map(({ line }) => line).join('\n')]
    }),
  )
}

/** Where a canary is, with what stands around it. */
function findIn(texts: typeof seen, sought = needles): string[] {
  return texts.flatMap(([what, text]) => {
    const found = sought.exec(text)
    return found ? [`${what}: ${text.slice(Math.max(0, found.index - 60), found.index + 100)}`] : []
  })
}

/** Every way in which these letters and digits may be written. */
function spellings(core: string): string[] {
  // Base64 takes three bytes at a time: what stands before shifts it.
  const base64 = [0, 1, 2].map((before) =>
    Buffer.from('x'.repeat(before) + core)
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6), Math.floor(((before + core.length) * 8) / 6)),
  )
  const hex = Buffer.from(core).toString('hex')
  const percent = percentEncoded(core)
  const escaped = jsonEscaped(core).replaceAll('\\', '\\\\')
  return [core, ...base64, hex, hex.toUpperCase(), percent, percent.toUpperCase(), escaped]
}

function percentEncoded(text: string): string {
  return Array.from(text, (character) => `%${hexOf(character)}`).join('')
}

function jsonEscaped(text: string): string {
  return Array.from(text, (character) => `\\u00${hexOf(character)}`).join('')
}

function hexOf(character: string): string {
  return Buffer.from(character).toString('hex')
}

const needles = new RegExp([marker, keyPiece].flatMap(spellings).join('|'))

/** Every vendor of the web, as `answer` says at the moment. */
function startVendors(): void {
  for (const method of ['GET', 'POST']) {
    nock(/^https:/)
      .persist()
      .intercept(/.*/, method)
      .reply(function (uri, sent, callback) {
        const body = typeof sent === 'string' ? sent : JSON.stringify(sent)
        const isToken = /grant_type|assertion/.test(body)
        const call = { headers: this.req.headers, uri, body, isToken }
        calls.push(call)
        const reply = answer(call)
        if (reply instanceof Error) callback(reply, [500, ''])
        else callback(null, reply)
      })
  }
}

/** The whole call, its credentials in clear and as they came, on one line, as a token answer and an error. */
function echo({ headers, uri, body }: Call): string {
  const basic = /^Basic (.+)/.exec(String(headers['authorization']))?.[1] ?? ''
  return JSON.stringify({
    access_token: `${marker}token`,
    instance_url: 'https://acme.my.salesforce.com',
    ok: true,
    error: `${marker} ${Buffer.from(basic, 'base64').toString()}`,
    message: JSON.stringify(headers),
    code: uri,
    data: body,
  })
}

/** A PostgreSQL that asks for the password in clear and repeats it when it refuses. */
async function startVendorDatabase(): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      const tls = new TLSSocket(socket, { isServer: true, ...certificate })
      tls.on('error', () => {})
      tls.once('data', () => {
        tls.write(databaseMessage('R', Buffer.from([0, 0, 0, 3])))
        tls.once('data', (login: Buffer) => {
          const password = login.subarray(5, -1).toString()
          calls.push({ headers: {}, uri: 'login', body: password, isToken: false })
          tls.end(databaseMessage('E', Buffer.from(`SFATAL\0VFATAL\0C28P01\0M${password}\0D${password}\0\0`)))
        })
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function databaseMessage(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.')
  return address.port
}

function keysOf(fields: readonly IntegrationField[]): string[] {
  return fields.map(({ key }) => key)
}
