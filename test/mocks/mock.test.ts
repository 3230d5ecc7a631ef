import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readContract, resolve, type ContractOperation } from '../../contract/document.ts'
import { asArray, asObject } from '../../contract/json.ts'
import { createLedger, startTestMock } from '../helpers/programs/mock.ts'
import { createProblemChecks } from '../helpers/problems.ts'
import { runHere } from '../helpers/programs/command.ts'
import type { TestResponse } from '../helpers/service.ts'
import { fillPath, readOperation } from '../helpers/data/valid-requests.ts'
import { createContractCheck } from '../sdk/testing/contract-check.ts'
import { exampleIds, expectEveryExample, prismOf } from './examples.ts'

const contract = await readContract()
const { expectProblem } = createProblemChecks(contract)
const check = await createContractCheck()
const entries = createLedger()
const list = '/instances/demo/work-ledger'
const ids = { ...exampleIds, entryId: entries[0]?.id ?? '' }
// Not all are asked through the pipeline, whose validator takes its time with the first request of each.
const sample = contract.operations.filter(({ id }) =>
  ['listAgents', 'createAgent', 'updateAgent', 'deleteAgent', 'getWorkLedgerEntry'].includes(id),
)
// With a body of every kind: texts of two media types, a place, most problems. The schema of an integration takes half a
// second to compile, so that only mock.heavy.test.ts looks at those.
const others = contract.operations.filter(({ id }) =>
  ['exportWorkLedger', 'createTwuModelVersion', 'createUser'].includes(id),
)

const listing = contract.operations.filter(({ id }) => id === 'listWorkLedgerEntries')
const prism = await prismOf([...sample, ...others, ...listing])

let mock: Awaited<ReturnType<typeof startTestMock>>
beforeAll(async () => {
  const seed = {
    users: [{ id: 'any' }],
    agents: [{ id: 'any' }],
    integrations: [{ id: 'any' }],
    twuModels: [{ id: 'any', versions: [{ status: 'published' as const }] }],
    workLedger: entries,
  }
  mock = await startTestMock({ seedFor: () => seed, prism })
})
afterAll(() => mock.stop())

describe('every operation', () => {
  // mock.heavy.test.ts asks each operation for each.
  test.each([...sample, ...others])('$id can answer every status and every example', async (operation) => {
    await expectEveryExample(operation, prism)
  })

  test.each(sample)('$id answers, and answers what it is made to', async (operation) => {
    const answer = await askFor(operation)
    expect(answer.status).toBe(Math.min(...operation.statuses))
    check.expectDeclared(operation, answer)
    for (const status of [401, 404, 500]) {
      expectProblem(await askFor(operation, { Prefer: `code=${status}` }), { status })
    }
  })
})

test('a code of a problem is the name of an example, with or without its status', async () => {
  const [users] = contract.operations.filter(({ id }) => id === 'createUser')
  if (!users) throw new Error('The contract has createUser.')
  for (const [code, status] of [
    ['email_taken', 409],
    ['idempotency_key_in_use', 409],
    ['account_refused', 422],
    ['rate_limited', 429],
    ['user_disabled', 403],
  ] as const)
    for (const Prefer of [`example=${code}`, `code=${status}, example=${code}`])
      expectProblem(await askFor(users, { Prefer }), { status, code })
})

const exports = [
  ['csv', 'text/csv', /^id,title,/],
  ['ndjson', 'application/x-ndjson', /^\{"id":/],
] as const

test('an export comes in the format that is asked for', async () => {
  for (const [format, mediaType, start] of exports) {
    const answer = await ask(`${list}/export?format=${format}`)
    expect(answer.headers.get('content-type')).toContain(mediaType)
    expect(answer.text).toMatch(start)
  }
})

describe('a state that the contract does not declare', () => {
  test.each([
    ['code=418', 'takes these codes here: 200, 400, 401, 403, 404, 406, 429, 500, 503'],
    ['code=abc', 'takes these codes here: 200, 400, 401, 403, 404, 406, 429, 500, 503'],
    ['code=200, example=nothing', 'takes these examples here: onePage, nothingFound'],
    ['code=503, example=onePage', 'takes these examples here: temporarily_unavailable'],
    ['status=503', 'takes code, example and delay, not status'],
    ['delay=61', 'takes a delay of 0 to 60 seconds'],
    ['delay=soon, code=503', 'takes a delay of 0 to 60 seconds'],
  ])('"Prefer: %s" is told what it does declare', async (Prefer, message) => {
    const answer = await ask(list, { headers: { Prefer } })
    expectProblem(answer, { status: 400, code: 'invalid_request' })
    expect(answer.json).toMatchObject({
      errors: [{ in: 'header', pointer: '/prefer', code: 'unknown', message: `The header Prefer ${message}.` }],
    })
  })

  test('code and example go together, in any case and with quotes', async () => {
    const answer = await ask(list, { headers: { Prefer: 'Code="200",example = "nothingFound"' } })
    expect(answer).toMatchObject({ status: 200, json: { content: [] } })
  })
})

describe('the work ledger', () => {
  test('is searched, filtered, sorted and paged, in any instance', async () => {
    const query = 'search=refund&status=completed&sort=cost,desc&size=5'
    const [demo, other] = await Promise.all([ask(`${list}?${query}`), ask(`/instances/x/work-ledger?${query}`)])
    const content = asArray(asObject(demo.json)['content']).map(asObject)
    expect(content).toHaveLength(5)
    expect(content.every(({ status }) => status === 'completed')).toBe(true)
    const costs = content.map(({ cost }) => Number(cost))
    expect(costs).toEqual(costs.toSorted((a, b) => b - a))
    expect(asObject(other.json)['content']).toEqual(content)
    const { next } = asObject(asObject(demo.json)['page'])
    const second = await ask(`${list}?${query}&cursor=${String(next)}`)
    expect(second).toMatchObject({ status: 200, json: { page: { number: 1 } } })
  })

  test('a seed that breaks the contract is no seed', async () => {
    const [entry] = entries
    const broken = startTestMock({ seedFor: () => ({ workLedger: [{ ...entry, cost: -1 }] }) })
    await expect(broken).rejects.toThrow('workLedger[0]')
  })
})

describe('a request', () => {
  const agents = '/instances/demo/agents'

  test('needs a bearer token, any', async () => {
    for (const headers of [{ Authorization: '' }, { Authorization: 'Basic YTpi' }]) {
      const answer = await ask(agents, { headers })
      expectProblem(answer, { status: 401, code: 'token_missing' })
      expect(answer.headers.get('www-authenticate')).toContain('Bearer')
    }
  })

  test('with malformed JSON is refused at once', async () => {
    for (const body of ['{"name": ', '', 'x', '{"a":1}}']) {
      const answer = await ask(agents, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json' },
      })
      expectProblem(answer, { status: 400 })
    }
  })

  test('that breaks the contract is told all that is wrong with it', async () => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': ' ' }
    const answer = await ask(agents, { method: 'POST', body: '{"name":"","more":1}', headers })
    expectProblem(answer, { status: 400, code: 'invalid_request' })
    const pointers = asArray(asObject(answer.json)['errors']).map((fault) => asObject(fault)['pointer'])
    expect(pointers).toEqual(expect.arrayContaining(['/name', '/more', '/type']))
    expectProblem(await ask(`${agents}?unknown=1`), { status: 400 })
  })

  test('that creates something is told where it would be', async () => {
    const creating = ['createAgent', 'createTwuModelVersion']
    for (const operation of contract.operations.filter(({ id }) => creating.includes(id))) {
      const answer = await askFor(operation, { 'Idempotency-Key': operation.id })
      const { id, version } = asObject(answer.json)
      const item = operation.path.endsWith('/versions') ? version : id
      expect(answer.headers.get('location')).toBe(`${pathOf(operation)}/${String(item)}`)
    }
  })

  test('may come from a page of this machine, with any header', async () => {
    for (const origin of [
      'http://localhost:5173',
      'http://127.0.0.1:3000',
      'http://[::1]:8080',
      'https://app.localhost',
    ]) {
      const preflight = await ask(agents, {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'PUT',
          'Access-Control-Request-Headers': 'authorization,prefer,idempotency-key',
        },
      })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
      expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
      expect(preflight.headers.get('access-control-allow-headers')).toContain('prefer')
      const answer = await ask(agents, { headers: { Origin: origin } })
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
      expect(answer.headers.get('access-control-expose-headers')).toContain('ETag')
    }
    const foreign = await ask(agents, { headers: { Origin: 'https://localhost.example.com' } })
    expect(foreign.headers.get('access-control-allow-origin')).toBe(null)
  })
})

describe('as the stand-in', () => {
  let standIn: typeof mock
  beforeAll(async () => {
    standIn = await startTestMock({ seedFor: () => ({ workLedger: entries }), only: 'inferred' })
  })
  afterAll(() => standIn.stop())

  test('it serves what the contract marks as inferred', async () => {
    expect(standIn.served.map(({ id }) => id)).toEqual(['listWorkLedgerEntries', 'getWorkLedgerEntry'])
    expect(await ask(list, {}, standIn.url)).toMatchObject({ status: 200 })
    expect(await ask(`${list}/${entries[0]?.id}`, {}, standIn.url)).toMatchObject({ status: 200 })
  })

  test('all else is not found, and told what is', async () => {
    const unserved = [...sample, ...others].filter(({ path }) => !standIn.served.some((served) => served.path === path))
    expect(unserved.length).toBeGreaterThan(5)
    for (const operation of unserved) {
      const answer = await askFor(operation, {}, standIn.url)
      expectProblem(answer, { status: 404, code: 'path_not_found' })
      expect(asObject(answer.json)['detail']).toBe(
        'This mock serves only GET /instances/{instanceId}/work-ledger, GET /instances/{instanceId}/work-ledger/{entryId}.',
      )
    }
    expectProblem(await ask(list, { method: 'POST' }, standIn.url), { status: 405 })
    expectProblem(await ask('/elsewhere', {}, standIn.url), { status: 404, code: 'path_not_found' })
  })
})

describe('npm run mock', () => {
  test('a port that is taken is a message, not a stack', async () => {
    const port = Number(new URL(mock.url).port)
    await expect(startTestMock({ port })).rejects.toThrow(
      /^Port \d+ is taken\. Choose another: npm run mock -- --port \d+$/,
    )
  })

  test('a wrong option is told which there are', async () => {
    const ran = await runHere('mocks/main.ts', ['--port=x'], {})
    expect(ran).toMatchObject({ code: 1, stdout: '' })
    expect(ran.stderr).toMatch(/^--port takes a whole number from 0 to 65535\.\n\nnpm run mock \[-- <options>\]/)
  })
})

/** A request of this operation with the first body that the contract shows. */
async function askFor(operation: ContractOperation, headers: Record<string, string> = {}, url = mock.url) {
  const body = exampleBody(operation)
  return ask(
    pathOf(operation),
    {
      method: operation.method.toUpperCase(),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    },
    url,
  )
}

function pathOf({ path }: ContractOperation): string {
  return fillPath(path, ids)
}

async function ask(path: string, options: RequestInit = {}, url = mock.url): Promise<TestResponse> {
  const headers = new Headers({ Authorization: 'Bearer any' })
  for (const [name, value] of new Headers(options.headers)) headers.set(name, value)
  const response = await fetch(url + path, { ...options, headers })
  const text = await response.text()
  const isJson = /\bjson$|json;/.test(response.headers.get('content-type') ?? '')
  const json: unknown = isJson ? JSON.parse(text) : text || undefined
  return { status: response.status, headers: response.headers, text, json }
}

function exampleBody(operation: ContractOperation): unknown {
  const { requestBody } = readOperation(contract, operation)
  if (requestBody === undefined) return undefined
  const { examples } = asObject(asObject(asObject(requestBody)['content'])['application/json'])
  return resolve(contract.document, Object.values(asObject(examples))[0])['value']
}
