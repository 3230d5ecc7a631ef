import { audience } from '../helpers/programs/issuer.ts'
import { createPublicKey, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi, type Mock } from 'vitest'
import { readContract, type ContractOperation } from '../../contract/document.ts'
import { callerRoles as roles, type CallerRole as Role } from '../../contract/rules/roles.ts'
import { asArray, asObject } from '../../contract/json.ts'
import type { Validator } from '../../server/contract/validator.ts'
import { closeDatabase } from '../helpers/close-database.ts'
import type { ProblemCode } from '../../contract/types.ts'
import { faultsOf } from '../helpers/faults.ts'
import { createProblemChecks } from '../helpers/problems.ts'
import { preparedOnce, startTestService, type RequestOptions, type TestService } from '../helpers/service.ts'
import { createValidRequests, type ValidRequest } from '../helpers/data/valid-requests.ts'
import { countLockWaits } from '../helpers/lock-waits.ts'
import { stopCalendar } from '../helpers/calendar.ts'
import { secondsFromNow } from '../helpers/clock.ts'
import { until } from '../helpers/until.ts'

const contract = await readContract()
const { operations } = contract
const { expectDeclared, expectProblem } = createProblemChecks(contract)

const inInstance = operations.filter(({ path }) => path.includes('{instanceId}'))
const needingRole = operations.filter(({ needsRole }) => needsRole)
const withBody = operations.filter(({ maxBodyBytes }) => maxBodyBytes !== null)
const posts = operations.filter(({ method, isRead, isRepeatable }) => method === 'post' && !isRead && !isRepeatable)

/**
 * Of what all operations do alike, each meets one, in turn, so that all are met: of 40 bad tokens, of the reasons to refuse.
 * In the heavy test each operation meets each.
 */
const meetsAll = process.env['EVERY_CALLER'] !== undefined
const inTurn = <T>(all: readonly T[], { id }: Pick<ContractOperation, 'id'>, among = operations) => {
  const at = among.findIndex((operation) => operation.id === id)
  return all.filter((_, place) => meetsAll || place === at % all.length)
}

/**
 * What answers with no status of its own, and is decided before the service looks at the operation, is asked of every
 * seventh: so often that up to six cases in turn are all met. In the heavy test it is asked of each.
 */
const someOf = (all: readonly ContractOperation[]) => all.filter((_, at) => meetsAll || at % 7 === 0)

/** The operations that are the first with their roles. They meet every role; the others one of each side, in turn. */
const firstWithRoles = new Set(
  [...Map.groupBy(operations, ({ needsRole, roles }) => `${needsRole} ${roles.toSorted().join()}`).values()].map(
    ([first]) => first,
  ),
)

let service: TestService
let requests: ReadonlyMap<string, ValidRequest>
beforeAll(async () => {
  // No host has an address: whatever calls out gets nowhere.
  service = await startTestService({}, { lookup: async () => [] })
  requests = await createValidRequests(service, contract)
})
afterAll(() => service.close())

/** None of which names a caller. */
const noSubjects: unknown[] = [
  null,
  '',
  0,
  7,
  {},
  [],
  true,
  { toString: 1 },
  'a\u0000b',
  'a\nb',
  '\ud800',
  'x'.repeat(256),
]

/** Of tokens that are no access tokens, by what their header says (RFC 8725 section 3.11) ... */
const otherTypes = ['logout+jwt', 'secevent+jwt', 'id_token', 'refresh+jwt', 'dpop+jwt', 'JWE']

/** ... and by what they claim: of OpenID Connect, Keycloak, Cognito and RFC 8417. */
const otherTokens = [
  { typ: 'ID' },
  { typ: 'Refresh' },
  { typ: 'Logout' },
  { token_use: 'id' },
  { at_hash: 'a' },
  { c_hash: 'a' },
  { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } },
]

/** Assistants are told where the metadata of the resource are. */
function challengeOf({ isMcp }: ContractOperation, challenge: string): RegExp {
  return new RegExp(`^${challenge}${isMcp ? ', resource_metadata="[^"]+"' : ''}$`)
}

describe('401', () => {
  test.each(operations)('$id asks for a token', async (operation) => {
    const answer = await send(service, operation, { role: null })
    expectDeclared(answer, operation, { status: 401, code: 'token_missing' })
    expect(answer.headers.get('www-authenticate')).toMatch(challengeOf(operation, 'Bearer realm="instance-admin"'))
  })

  test('another scheme is no token, nor is a token alone', async () => {
    const basic = `Basic ${Buffer.from('ada:correct-horse-battery').toString('base64')}`
    const operation = operations[0] ?? expect.fail()
    for (const Authorization of ['Bearer ', basic, await service.token('Administrator')]) {
      const answer = await send(service, operation, { headers: { Authorization } })
      expectDeclared(answer, operation, { status: 401, code: 'token_missing' })
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="instance-admin"')
    }
  })

  describe('token_invalid and token_expired', () => {
    let refused: [string, string, ProblemCode?][]
    beforeAll(async () => {
      const sign = (claims: Record<string, unknown>) => service.token('Administrator', claims)
      const good = { sub: 'tester', instances: ['acme'], roles: ['Administrator'] }
      const endless = JSON.stringify({ ...good, iss: service.issuer.url, aud: audience, exp: 0 })
      refused = [
        ['garbage', 'Bearer garbage'],
        ['three parts of garbage', 'Bearer e30.e30.e30'],
        ['two tokens', `Bearer ${await sign({})}, Bearer ${await sign({})}`],
        ['another signature', `Bearer ${(await sign({})).replace(/.{8}$/, 'AAAAAAAA')}`],
        ['alg none', `Bearer ${await withoutSignature()}`],
        ['HS256 with the public key as its secret', `Bearer ${await signedWithPublicKey()}`],
        ['a key that the issuer does not have', `Bearer ${await signedWithUnknownKey()}`],
        ['another audience', `Bearer ${await sign({ aud: 'another-service' })}`],
        ['no audience', `Bearer ${await sign({ aud: undefined })}`],
        ['another issuer', `Bearer ${await sign({ iss: 'https://elsewhere.example' })}`],
        ['no expiry', `Bearer ${await sign({ exp: undefined })}`],
        ['an expiry that is no number', `Bearer ${await sign({ exp: 'never' })}`],
        ['no subject', `Bearer ${await sign({ sub: undefined })}`],
        ['not valid yet', `Bearer ${await sign({ nbf: secondsFromNow(3600) })}`],
        ['an expiry of more than a minute ago', `Bearer ${await sign({ exp: secondsFromNow(-65) })}`, 'token_expired'],
        ['an expiry without end', `Bearer ${await service.issuer.signText(endless.replace('"exp":0', '"exp":1e999'))}`],
      ]
      // Until the keys are read again, that key may be a new one.
      const unknown = { headers: { Authorization: `Bearer ${await signedWithUnknownKey()}` } }
      await until(async () => expect((await service.request('/instances', unknown)).status).toBe(401))
      for (const sub of noSubjects)
        refused.push([`the subject ${JSON.stringify(sub)}`, `Bearer ${await sign({ sub })}`])
      for (const typ of otherTypes)
        refused.push([`the type ${typ}`, `Bearer ${await service.issuer.sign(good, { typ })}`])
      for (const claims of otherTokens)
        refused.push([`the claims ${JSON.stringify(claims)}`, `Bearer ${await sign(claims)}`])
    })

    test.each(operations)('$id refuses every token that is not a good one', async (operation) => {
      for (const [name, Authorization, code = 'token_invalid'] of inTurn(refused, operation)) {
        const answer = await send(service, operation, { headers: { Authorization } })
        expect([name, answer.status]).toEqual([name, 401])
        expectDeclared(answer, operation, { status: 401, code })
        const challenge = 'Bearer realm="instance-admin", error="invalid_token"'
        expect(answer.headers.get('www-authenticate')).toMatch(challengeOf(operation, challenge))
      }
    })
  })

  test.each(['at+jwt', 'AT+JWT', 'application/at+jwt', 'JWT', null])(
    'a token of the type %s is one for the API, and says no more',
    async (typ) => {
      const good = {
        sub: 'tester',
        client_id: 'tester',
        instances: ['acme'],
        roles: ['Administrator'],
        typ: 'Bearer',
        token_use: 'access',
      }
      const token = await service.issuer.sign(good, { typ })
      const answer = await service.request('/instances/acme/users', {
        headers: { Authorization: `Bearer ${token}` },
      })
      expect(answer.status).toBe(200)
    },
  )

  test.each(someOf(operations))('$id forgives clocks that differ by half a minute', async (operation) => {
    // So that the half a minute is not over before the answer.
    stopCalendar()
    for (const claims of inTurn([{ exp: secondsFromNow(-30) }, { nbf: secondsFromNow(30) }], operation)) {
      const options = await bearer(service, 'Administrator', claims)
      expectPastAuthorization(await send(service, operation, { ...options, query: '?unknown=1' }), operation)
    }
  })
})

describe('403', () => {
  test.each(operations)('$id is open to the roles that the interface names, and to no other', async (operation) => {
    const open = rolesOf(operation)
    expect(new Set(operation.roles)).toEqual(new Set(open))
    const closed = roles.filter((role) => !open.includes(role))
    // Of the roles that it is open to, the tests of 400 take one.
    for (const role of meetsAll || firstWithRoles.has(operation) ? roles : inTurn(closed, operation)) {
      const answer = await send(service, operation, { role, query: '?unknown=1' })
      if (open.includes(role)) expectPastAuthorization(answer, operation)
      else expectDeclared(answer, operation, { status: 403, code: 'role_missing' })
    }
  })

  test.each(someOf(needingRole))('$id is closed to who has none, or only one of another case', async (operation) => {
    const none = [[], undefined, ['administrator', 'Administrator '], { nobody: roles }]
    for (const held of inTurn(none, operation, needingRole)) {
      const options = await bearer(service, 'Administrator', { roles: held })
      expectDeclared(await send(service, operation, options), operation, { status: 403, code: 'role_missing' })
    }
  })

  test.each(someOf(needingRole))(
    '$id is open in the instance where the token has the role, and in no other',
    async (operation) => {
      const path = requestOf(operation).path
      for (const role of inTurn(roles, operation, needingRole)) {
        const isOpen = rolesOf(operation).includes(role)
        const claims = {
          instances: ['acme', 'other'],
          roles: { acme: [role], other: roles.filter((name) => name !== role) },
        }
        const options = { ...(await bearer(service, 'Administrator', claims)), query: '?unknown=1' }
        const here = await send(service, operation, options)
        const there = await send(service, operation, { ...options, path: path.replace('/acme/', '/other/') })
        const isOpenThere = rolesOf(operation).some((name) => name !== role)
        expect([role, here.status === 403, there.status === 403]).toEqual([role, !isOpen, !isOpenThere])
      }
    },
  )
})

describe('404', () => {
  test.each(inInstance)(
    '$id tells a foreign instance from an unknown one by nothing, whatever the role',
    async (operation) => {
      const path = requestOf(operation).path
      for (const claims of inTurn([...roles.map((role) => ({ roles: [role] })), { roles: [] }], operation)) {
        const bodies: object[] = []
        const known: [string, string[]][] = [
          ['nobody', ['nobody']],
          ['acme', []],
        ]
        const others = someOf(inInstance).includes(operation) ? inTurn(known, operation, inInstance) : []
        for (const [instance, instances] of [['other', ['acme']], ['nobody', ['acme']], ...others] as const) {
          const options = await bearer(service, 'Administrator', { ...claims, instances })
          const answer = await send(service, operation, {
            ...options,
            path: path.replace('/acme/', `/${instance}/`),
          })
          expectDeclared(answer, operation, { status: 404, code: 'instance_not_found' })
          bodies.push({ ...asObject(answer.json), requestId: '', instance: '' })
        }
        expect(bodies).toEqual(bodies.map(() => bodies[0]))
      }
    },
  )

  test('a path of no operation holds nothing, whatever the token', async () => {
    const nowhere = someOf(operations).flatMap(({ id }) => {
      const { path } = requestOf({ id })
      return inTurn([`${path}/`, `${path}/nothing/here`, path.replace('/instances', '/Instances')], { id })
    })
    for (const path of ['/instances/acme', '/api/instances/acme/agents', ...nowhere]) {
      for (const role of [null, 'Administrator'] as const) {
        expectProblem(await service.request(path, { role }), { status: 404, code: 'path_not_found' })
      }
    }
  })
})

describe('405', () => {
  const paths = Map.groupBy(operations, ({ path }) => path)

  test.each([...paths])('%s names the methods that it takes', async (_path, [first, ...others]) => {
    if (!first) throw new Error('A path has an operation.')
    const methods = [first, ...others].map(({ method }) => method.toUpperCase())
    const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    const refused = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'].filter((m) => !allowed.includes(m))
    for (const method of inTurn(refused, first)) {
      const answer = await service.request(requestOf(first).path, { method, role: null })
      expectProblem(answer, { status: 405, code: 'method_not_allowed' })
      expect(answer.headers.get('allow')).toBe(allowed.join(', '))
    }
    if (allowed.includes('HEAD')) return
    const head = await service.request(requestOf(first).path, { method: 'HEAD' })
    expect([head.status, head.headers.get('allow'), head.text]).toEqual([405, allowed.join(', '), ''])
  })
})

describe('HEAD', () => {
  const gets = operations.filter(({ method }) => method === 'get')

  test.each(gets)('$id answers HEAD as GET, without the body', async (operation) => {
    const others: (RequestOptions & { path?: string; query?: string })[] = [
      { role: null },
      { query: '?unknown=1' },
      { headers: { Accept: 'text/html' } },
      { path: requestOf(operation).path.replace('/acme/', '/nobody/') },
    ]
    const expectAlike = async (options: (typeof others)[number]) => {
      const get = await send(service, operation, options)
      const head = await send(service, operation, { ...options, method: 'HEAD' })
      expect([head.status, head.text]).toEqual([get.status, ''])
      expect(headersOf(head)).toEqual(headersOf(get))
      return get
    }
    const etag = (await expectAlike({})).headers.get('etag')
    if (etag !== null) await expectAlike({ headers: { 'If-None-Match': etag } })
    if (!someOf(gets).includes(operation)) return
    for (const options of inTurn(others, operation, gets)) await expectAlike(options)
  })

  test('of an export reads no entry and holds no place', async () => {
    const path = '/instances/acme/work-ledger/export'
    await service.request(path)
    const query = vi.spyOn(Client.prototype, 'query')
    for (let count = 0; count < 8; count += 1)
      expect(await service.request(path, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
    const texts = query.mock.calls.map(([asked]) => JSON.stringify(asked))
    query.mockRestore()
    expect(texts.filter((text) => text.includes('work_ledger_entries'))).toEqual([])
    expect((await service.request(path)).status).toBe(200)
  })
})

/** Without those that differ from one answer to the next, and without those of the connection, which fetch closes after a HEAD. */
function headersOf({ headers }: { headers: Headers }) {
  const differing = new Set(['date', 'x-request-id', 'ratelimit', 'transfer-encoding', 'connection', 'keep-alive'])
  return [...headers].filter(([name]) => !differing.has(name))
}

describe('400', () => {
  test.each(operations)(
    '$id refuses a query parameter that it does not know, of a role that it is open to',
    async (operation) => {
      const [role] = inTurn(rolesOf(operation), operation)
      const answer = await send(service, operation, { ...(role && { role }), query: '?unknown=1' })
      expectDeclared(answer, operation, { status: 400, code: 'invalid_request' })
      const known = [...operation.query.keys()]
      const listed = new Intl.ListFormat('en-GB').format(known)
      const message = `"unknown" is not known here.${known.length > 0 ? ` Known are ${listed}.` : ''}`
      if (operation.isOtlp) return expect(answer.json).toEqual({ message: `invalid_request: ${message}` })
      expect(asObject(answer.json)['errors']).toEqual([{ in: 'query', pointer: '/unknown', code: 'unknown', message }])
    },
  )

  test.each(operations.filter(({ query }) => query.size > 0))(
    '$id refuses each of its query parameters twice',
    async (operation) => {
      const names = [...operation.query.keys()]
      const query = names.map((name) => `${name}=1&${name}=1`).join('&')
      const answer = await send(service, operation, { query: `?${query}` })
      expectDeclared(answer, operation, { status: 400, code: 'invalid_request' })
      expect(faultsOf(answer)).toEqual(names.map((name) => `query /${name} repeated`).toSorted())
    },
  )

  test.each(withBody)('$id refuses a body that is not JSON, and does not repeat it', async (operation) => {
    const answer = await send(service, operation, { body: '{"temporaryPassword":"correct-horse' })
    const code = operation.isOtlp ? 'invalid_request' : 'malformed_json'
    expectDeclared(answer, operation, { status: 400, code })
    expect(answer.text).not.toContain('correct-horse')
  })

  test.each(withBody)('$id needs a body', async (operation) => {
    const answer = await send(service, operation, { body: undefined })
    expectDeclared(answer, operation, { status: 400, code: 'invalid_request' })
  })
})

describe('406', () => {
  test.each(operations)('$id answers with nothing but JSON', async (operation) => {
    const answer = await send(service, operation, { headers: { Accept: 'text/html' } })
    expectDeclared(answer, operation, { status: 406, code: 'not_acceptable' })
  })
})

describe('409 and 422 of an Idempotency-Key', () => {
  // The user of the example is there already, and no entry waits for a review.
  const refused = ['createUser', 'reviewWorkLedgerEntry']

  test.each(posts)('$id is not run twice, and answers a repeat as the first request', async (operation) => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const lock = await lockTables(service)
    const first = send(service, operation, { headers })
    try {
      await until(async () =>
        expect(await service.db('idempotency_keys').where({ key: headers['Idempotency-Key'] })).toHaveLength(1),
      )
      const second = await send(service, operation, { headers })
      expectDeclared(second, operation, { status: 409, code: 'idempotency_key_in_use' })
      expect(second.headers.get('retry-after')).toBe('1')
    } finally {
      await lock.rollback()
    }
    const [{ status, json }, again] = [await first, await send(service, operation, { headers })]
    expect(status < 300).toBe(!refused.includes(operation.id))
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect({ ...asObject(again.json), requestId: '' }).toEqual({ ...asObject(json), requestId: '' })
    expect(again.status).toBe(status)
  })

  let used: Record<string, string>
  beforeAll(async () => {
    used = { 'Idempotency-Key': randomUUID() }
    const agent = { name: randomUUID(), type: 'HUMAN', active: true }
    const answer = await service.request('/instances/acme/agents', { method: 'POST', headers: used, body: agent })
    expect(answer.status).toBe(201)
  })

  test.each(posts)('$id refuses a key that was given to another request', async (operation) => {
    const answer = await send(service, operation, { headers: used })
    expectDeclared(answer, operation, { status: 422, code: 'idempotency_key_reused' })
  })
})

describe('413 and 415', () => {
  const spaces = new Uint8Array(Math.max(...withBody.map(({ maxBodyBytes }) => Number(maxBodyBytes))) + 1).fill(0x20)

  test.each(withBody)('$id takes no body that is longer than it says', async (operation) => {
    const body = spaces.subarray(0, Number(operation.maxBodyBytes) + 1)
    const answer = await send(service, operation, { body })
    expectDeclared(answer, operation, { status: 413, code: 'payload_too_large' })
  })

  test.each(withBody)('$id takes no body but plain JSON', async (operation) => {
    const others: Record<string, string>[] = [
      { 'Content-Type': 'text/plain' },
      { 'Content-Type': 'application/json; charset=utf-16' },
      { 'Content-Type': 'application/merge-patch+json' },
      { 'Content-Encoding': operation.isOtlp ? 'br' : 'gzip' },
    ]
    for (const headers of inTurn(others, operation)) {
      const answer = await send(service, operation, { headers })
      expectDeclared(answer, operation, { status: 415, code: 'unsupported_media_type' })
    }
  })
})

describe('429', () => {
  let limited: TestService
  let eager: RequestOptions
  beforeAll(async () => {
    limited = await startTestService({ rateLimitPerMinute: 1 })
    eager = await bearer(limited, 'Administrator', { sub: 'eager', roles: [] })
  })
  afterAll(() => limited.close())

  test.each(operations)('$id says when to come again', async (operation) => {
    // Again, where it was the first request of a minute: the operations share the limit of this caller.
    const answer = await until(async () => {
      const answer = await send(limited, operation, eager)
      expect(answer.status).toBe(429)
      return answer
    })
    expectDeclared(answer, operation, { status: 429, code: 'rate_limited' })
    const seconds = Number(answer.headers.get('retry-after'))
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(60)
  })

  test('the names of instances that a token does not have count as one', async () => {
    const options = await bearer(limited, 'Administrator', { sub: 'guesser', instances: [] })
    const ask = async () =>
      (await limited.request(`/instances/${'x'.repeat(1000)}${randomUUID()}/agents`, options)).status
    expect(await ask()).toBe(404)
    await until(async () => expect(await ask()).toBe(429))
  })
})

describe('500', () => {
  beforeAll(async () => {
    for (const table of resourceTables) await service.db.schema.renameTable(table, `${table}_mislaid`)
  })
  afterAll(async () => {
    for (const table of resourceTables) await service.db.schema.renameTable(`${table}_mislaid`, table)
  })

  test.each(operations)('$id says nothing about the inside, and leaves its Idempotency-Key free', async (operation) => {
    const { headers } = await asDatabaseUser(service, operation)
    const key = posts.includes(operation) ? { 'Idempotency-Key': randomUUID() } : undefined
    const ask = () => send(service, operation, { headers: { ...headers, ...key } })
    const answer = await ask()
    expectDeclared(answer, operation, { status: 500, code: 'internal_error' })
    const detail = 'The fault is logged under this request id. Nothing was changed.'
    if (operation.isOtlp) return expect(answer.json).toEqual({ message: `internal_error: ${detail}` })
    expect(answer.json).toEqual({
      type: 'urn:instance-admin:problem:internal_error',
      title: 'Something went wrong on our side.',
      status: 500,
      detail,
      instance: requestOf(operation).path,
      code: 'internal_error',
      requestId: answer.headers.get('x-request-id'),
      errors: [],
    })
    if (key) expect((await ask()).status).toBe(500)
  })
})

describe('500 for an answer that breaks the contract', () => {
  const nothing = 'The fault is logged under this request id. Nothing was changed.'
  const writes = operations.filter(({ method, isRead }) => method !== 'get' && !isRead)
  let broken: TestService
  let valid: ReadonlyMap<string, ValidRequest>
  beforeAll(async () => {
    let isBroken = false
    const prepared = await preparedOnce()
    const validators = [...prepared.validators].map(([id, find]) => {
      const breaks: Validator['findAnswerFault'] = (answer) =>
        isBroken && answer.status < 300 ? 'made up' : find().findAnswerFault(answer)
      return [id, () => ({ ...find(), findAnswerFault: breaks })] as const
    })
    const options = { lookup: async () => [], prepared: { ...prepared, validators: new Map(validators) } }
    broken = await startTestService({}, options)
    valid = await createValidRequests(broken, contract)
    isBroken = true
  })
  afterAll(() => broken.close())

  /** With them, the body of an example is not refused, or changes something. */
  const members: Readonly<Record<string, object>> = {
    createUser: { username: 'another', email: 'another@example.com' },
    updateIntegration: { description: 'another' },
    updateWebhook: { description: 'another' },
  }
  const ask = async ({ id }: Pick<ContractOperation, 'id'>, headers: Record<string, string>) => {
    const { method, path, body } = valid.get(id) ?? expect.fail()
    const sent = members[id] ? { ...asObject(body), ...members[id] } : body
    const { status, json } = await broken.request(path, { method, headers, body: sent })
    const records = await broken.db('changes').where({ operation: id }).select('sequence')
    const { detail, message } = asObject(json ?? {})
    return { status, detail: String(detail ?? message).replace('internal_error: ', ''), records: records.length }
  }

  test('it says whether anything was changed, and under its key nothing is changed again', async () => {
    const said = new Map<string, unknown>()
    // What is deleted first could not be asked for more.
    for (const operation of writes.toSorted((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'))) {
      const key = randomUUID()
      const headers = posts.includes(operation) ? { 'Idempotency-Key': key } : {}
      const first = await ask(operation, headers)
      if (first.status !== 500) continue
      const isNothing = first.detail === nothing
      said.set(operation.id, isNothing ? 'nothing' : 'done')
      if (isNothing) expect(first.records).toBe(/^(create|setModelPrice)/.test(operation.id) ? 1 : 0)
      if (!('Idempotency-Key' in headers)) continue
      expect(await broken.db('idempotency_keys').where({ key }).select('key')).toHaveLength(isNothing ? 0 : 1)
      expect(await ask(operation, headers)).toEqual(first)
    }
    const done = [...said.keys()].filter((id) => said.get(id) === 'done')
    // What calls out has committed before it answers, and so has a single statement without a key.
    const callOut = ['createUsers', 'testIntegration', 'reportExecutions', 'sendMcpMessage']
    const deletions = ['deleteAgent', 'deleteIntegration', 'deleteModelPrice', 'deleteUser', 'deleteWebhook']
    const single = ['updateAgent', 'updateUser', ...deletions]
    expect(done.toSorted()).toEqual([...callOut, ...single].toSorted())
    expect(said.size - done.length).toBe(19)
  })

  test('without a key, a single statement is committed before its answer is there', async () => {
    const first = await ask({ id: 'createAgent' }, {})
    expect([first.status, first.detail.split(',')[0]]).toEqual([500, 'What was asked for is done'])
    expect((await ask({ id: 'createAgent' }, {})).records).toBe(first.records + 1)
    expect(await ask({ id: 'createWebhook' }, {})).toEqual({ status: 500, detail: nothing, records: 1 })
  })
})

describe('503', () => {
  let busy: TestService
  beforeAll(async () => {
    busy = await startTestService({
      databasePoolSize: 1,
      // So soon that a slow machine may miss it, and a request is refused that need not be: it is made again.
      databaseAcquireTimeoutMs: 300,
      // The lock is waited for as long as it takes.
      databaseStatementTimeoutMs: 600_000,
    })
  })
  afterAll(() => busy.close())
  const expectServed = (path: string) =>
    until(async () => expect((await busy.request(`/instances/acme/${path}`)).status).toBe(200))

  describe('while the only connection waits for a lock', () => {
    let lock: Awaited<ReturnType<typeof lockTables>>
    let holder: Promise<unknown>
    let clock: Mock
    beforeAll(async () => {
      // The service forgets after a minute that a client is no user of the instance.
      clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
      await expectServed('agents')
      lock = await lockTables(busy)
      holder = busy.request('/instances/acme/agents')
      await until(async () => expect(await countLockWaits(busy.db)).toBe(1))
    })
    afterAll(async () => {
      await lock.rollback()
      await holder
      clock.mockRestore()
    })

    test('every operation gives up soon and says when to come again', async () => {
      const answers = operations.map(async (operation) => {
        const answer = await send(busy, operation, await asDatabaseUser(busy, operation))
        expectDeclared(answer, operation, { status: 503, code: 'temporarily_unavailable' })
        expect(answer.headers.get('retry-after')).toBe('1')
      })
      await Promise.all(answers)
    })

    test.each(meetsAll ? operations : withBody)(
      '$id needs no connection to refuse a known client',
      async (operation) => {
        const foreign = requestOf(operation).path.replace('/acme/', '/other/')
        const refusals: [number, RequestOptions & { query?: string; path?: string }][] = [
          [401, { role: null }],
          [406, { headers: { Accept: 'text/html' } }],
          [400, { query: '?unknown=1' }],
          [405, { method: 'PATCH' }],
          [404, { path: `${requestOf(operation).path}/` }],
        ]
        if (inInstance.includes(operation)) refusals.push([404, { path: foreign }])
        if (operation.needsRole) refusals.push([403, await bearer(busy, 'Administrator', { roles: [] })])
        if (operation.maxBodyBytes !== null) {
          refusals.push(
            [400, { body: '{' }],
            [400, { body: [] }],
            [413, { body: new Uint8Array(operation.maxBodyBytes + 1) }],
            [415, { headers: { 'Content-Type': 'text/plain' } }],
          )
        }
        for (const [status, options] of inTurn(refusals, operation, withBody)) {
          expect((await send(busy, operation, options)).status).toBe(status)
        }
      },
    )
  })

  test('once the lock is gone every read is served', async () => {
    for (const path of ['users', 'agents', 'integrations', 'work-ledger', 'twu-models', 'integration-types']) {
      await expectServed(path)
    }
  })

  test('a database that takes no connections is waited for, and found again when it is back', async () => {
    const agent = { name: 'Waiting', type: 'HUMAN', active: true }
    const create = () => busy.request('/instances/acme/agents', { method: 'POST', body: agent })
    const reopen = await closeDatabase(busy)
    try {
      for (const answer of [await busy.request('/instances/acme/agents'), await create()]) {
        expectProblem(answer, { status: 503, code: 'temporarily_unavailable' })
        expect(answer.headers.get('retry-after')).toBe('1')
      }
    } finally {
      await reopen()
    }
    await until(async () => expect((await create()).status).toBe(201))
    const found = await until(async () => {
      const answer = await busy.request('/instances/acme/agents')
      expect(answer.status).toBe(200)
      return answer
    })
    const agents = asArray(asObject(found.json)['content']).map(asObject)
    expect(agents.map(({ name }) => name)).toContain('Waiting')
  })
})

/** The role table of the interface description, with the decisions that fill its gaps. */
const everybody: readonly Role[] = ['Viewer', 'Manager', 'Administrator', 'Editor']
const reporters: readonly Role[] = ['Recorder', 'Administrator']
const ledgerReaders: readonly Role[] = ['Viewer', 'Manager', 'Administrator']
const openTo: Readonly<Record<string, { reads: readonly Role[]; writes: readonly Role[] }>> = {
  me: { reads: [...everybody, 'Recorder'], writes: [] },
  executions: { reads: [], writes: reporters },
  otlp: { reads: [], writes: reporters },
  mcp: { reads: [], writes: [...everybody, 'Recorder'] },
  users: { reads: ['Manager', 'Administrator'], writes: ['Administrator'] },
  agents: { reads: everybody, writes: ['Administrator', 'Editor'] },
  integrations: { reads: everybody, writes: ['Administrator', 'Editor'] },
  'integration-types': { reads: everybody, writes: [] },
  'work-ledger': { reads: ledgerReaders, writes: ['Manager', 'Administrator'] },
  'twu-models': { reads: everybody, writes: ['Administrator', 'Editor'] },
  'model-prices': { reads: everybody, writes: ['Administrator', 'Editor'] },
  'mcp-access': { reads: ['Administrator'], writes: ['Administrator'] },
  changes: { reads: ['Manager', 'Administrator'], writes: [] },
  webhooks: { reads: ['Administrator'], writes: ['Administrator'] },
}

function rolesOf({ path, method, isRead }: ContractOperation): readonly Role[] {
  if (path.endsWith('/executions')) return reporters
  if (path === '/instances') return [...everybody, 'Recorder']
  if (path.endsWith('/changes/stream')) return everybody
  if (path.endsWith('/backtest') || path.endsWith('/work')) return ledgerReaders
  const area = openTo[path.split('/')[3] ?? '']
  if (!area) throw new Error(`The table of roles does not have ${path}.`)
  // What is not saved is tested by those who may save it.
  return method === 'get' || (isRead && !path.endsWith('/integrations/test')) ? area.reads : area.writes
}

function requestOf({ id }: Pick<ContractOperation, 'id'>): ValidRequest {
  const request = requests.get(id)
  if (!request) throw new Error(`There is no request for ${id}.`)
  return request
}

function send(
  on: TestService,
  operation: ContractOperation,
  { path, query = '', ...options }: RequestOptions & { path?: string; query?: string } = {},
) {
  const request = requestOf(operation)
  return on.request((path ?? request.path) + query, {
    method: request.method,
    body: request.body,
    ...options,
  })
}

/** An unknown query parameter is refused right after authorisation, before anything happens. */
function expectPastAuthorization(answer: Awaited<ReturnType<typeof send>>, operation: ContractOperation) {
  expectDeclared(answer, operation, { status: 400, code: 'invalid_request' })
}

async function bearer(on: TestService, role: Role, claims: Record<string, unknown> = {}) {
  // To sign a token costs as much as a request, and many an operation is asked with the same claims.
  const key = JSON.stringify([on.issuer.url, role, claims], (_name, value: unknown) => value ?? String(value))
  const token = bearers.get(key) ?? on.token(role, claims)
  bearers.set(key, token)
  return { headers: { Authorization: `Bearer ${await token}` } }
}

const bearers = new Map<string, Promise<string>>()

/** These read no resource for a client. For a user, the database is asked who that is. */
function asDatabaseUser(on: TestService, { path }: ContractOperation) {
  const isAboutCaller =
    path.includes('/integration-types') || /\/(me|instances|evaluate|integrations\/test)$/.test(path)
  return bearer(on, 'Administrator', isAboutCaller ? { sub: 'ada', client_id: undefined } : {})
}

const resourceTables = [
  'user_sign_in_names',
  'users',
  'agents',
  'integrations',
  'twu_models',
  'twu_model_versions',
  'model_prices',
  'mcp_access',
  'work_ledger_entries',
  'work_ledger_days',
  'changes',
  'change_heads',
  'webhooks',
  'webhook_deliveries',
  'waiting_traces',
  'waiting_spans',
]

async function lockTables({ db }: TestService) {
  for (;;) {
    const lock = await db.transaction()
    try {
      await lock.raw(`lock table ${resourceTables.join(', ')} in access exclusive mode`)
      return lock
    } catch (error) {
      await lock.rollback()
      // What turns changes into deliveries had one of the tables already, and waited for another.
      const deadlockDetected = '40P01'
      if (asObject(error)['code'] !== deadlockDetected) throw error
    }
  }
}

async function withoutSignature(): Promise<string> {
  const [, payload] = (await service.token('Administrator')).split('.')
  return `${Buffer.from('{"alg":"none","kid":"test"}').toString('base64url')}.${payload}.`
}

async function signedWithPublicKey(): Promise<string> {
  const jwks: unknown = await (await fetch(`${service.issuer.url}/jwks`)).json()
  const key = createPublicKey({ key: asObject(asArray(asObject(jwks)['keys'])[0]), format: 'jwk' })
  const pem = new TextEncoder().encode(key.export({ type: 'spki', format: 'pem' }).toString())
  const claims = { sub: 'forger', instances: ['acme'], roles: ['Administrator'] }
  return service.issuer.sign(claims, { alg: 'HS256', key: pem })
}

function signedWithUnknownKey(): Promise<string> {
  const claims = { sub: 'forger', instances: ['acme'], roles: ['Administrator'] }
  return service.issuer.sign(claims, { kid: 'another' })
}
