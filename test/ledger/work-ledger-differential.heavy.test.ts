import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foldCase } from '../../contract/rules/text.ts'
import { isObject } from '../../contract/json.ts'
import { citusUrl } from '../helpers/programs/citus.ts'
import { createLedger, startTestMock } from '../helpers/programs/mock.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { insertLedgerEntries } from '../helpers/data/work-ledger-entries.ts'

/*
 * The server with PostgreSQL and the mock with its own filters, sorts and pages over arrays hold the same entries and
 * get the same requests. They share the contract and how a request is read, and nothing of how a ledger is searched.
 */

const list = '/instances/acme/work-ledger'
const entries = createLedger()

let service: TestService
let mock: Awaited<ReturnType<typeof startTestMock>>
let token: string
beforeAll(async () => {
  ;[service, mock] = await Promise.all([
    startTestService(),
    startTestMock({ seedFor: () => ({ workLedger: entries }) }),
  ])
  token = await service.token('Viewer', { instances: ['acme', 'other'] })
  await insertLedgerEntries(service, 'acme', entries)
  const [first, ...rest] = entries
  if (first) await insertLedgerEntries(service, 'other', [{ ...first, cost: first.cost + 0.01 }, ...rest])
})
afterAll(async () => {
  await mock.stop()
  await service.close()
})

describe('the server and the mock agree on', () => {
  test('every value of every filter', async () => {
    const values = (name: 'status' | 'policyStatus' | 'type' | 'modelName' | 'entityId') => [
      ...new Set(entries.map((entry) => entry[name])),
    ]
    const numbers = ['0', '0.0000001', '0.1', '0.30000000000000004', '0.42', '1.00', '60', '3600', '1000000000000']
    const queries = {
      status: [...values('status'), 'pending'],
      policyStatus: values('policyStatus'),
      actors: ['AI', 'HUMAN', 'HYBRID'],
      type: [...values('type'), 'twu', 'None of them'],
      modelName: [...values('modelName'), 'refund handling', 'Refund', '%', 'None of them'],
      costMin: numbers,
      costMax: numbers,
      timeMin: numbers,
      timeMax: numbers,
      entityId: [...values('entityId').slice(0, 5), 'None of them'],
      createdFrom: instants,
      createdTo: instants,
    }
    const requests = Object.entries(queries).flatMap(([name, chosen]) =>
      chosen.map((value) => query({ [name]: value, size: '5' })),
    )
    expect(await findDifferences(requests)).toEqual([])
  })

  test('pairs of filters', async () => {
    const filters = [
      { status: 'completed' },
      { policyStatus: 'review_required' },
      { actors: 'AI' },
      { type: 'TWU' },
      { modelName: 'Refund handling' },
      { costMin: '0.42' },
      { costMax: '1' },
      { timeMin: '60' },
      { timeMax: '600' },
      { search: 'refund' },
      { search: 'order' },
      { createdFrom: '2026-11-01T00:00:00Z' },
      { createdTo: '2026-11-15T12:00:00.000Z' },
    ]
    const pairs = filters.flatMap((one, at) => filters.slice(at + 1).map((other) => ({ ...one, ...other })))
    expect(await findDifferences(pairs.map((pair) => query({ ...pair, size: '3' })))).toEqual([])
  })

  test('every search, whatever the letters', async () => {
    const words = entries
      .slice(300)
      .flatMap(({ title, description, entityId, relatedEntity, id }) => [
        title,
        description,
        entityId,
        relatedEntity,
        id,
      ])
    const parts = words.flatMap((word) => [word, word.toUpperCase(), word.toLowerCase(), word.slice(1, 4)])
    const searches = new Set(
      [...parts, ...entries.slice(0, 5).map(({ id }) => id), ...awkward].map((part) => part.slice(0, 256)),
    )
    const requests = [...searches].map((search) => query({ search, size: '4' }))
    expect(await findDifferences(requests)).toEqual([])
  })

  // The PostgreSQL 15 of Citus cannot say which letters it knows.
  test.skipIf(citusUrl !== undefined)('the lower case of every letter that PostgreSQL knows', async () => {
    // Planes 0 and 1: further on, no letter has a case.
    const letters = Array.from({ length: 0x1ffff }, (_, at) => String.fromCodePoint(at + 1))
    const all = letters.filter((letter) => letter.isWellFormed())
    const ask = async (sql: string, text: string) => {
      const { rows } = await service.db.raw<{ rows: { answer: string }[] }>(`select ${sql} as answer`, [text])
      return rows[0]?.answer ?? ''
    }
    const lower = Array.from(await ask('lower(?)', all.join('')))
    const folded = Array.from(foldCase(all.join('')))
    const different = all.filter((_, at) => lower[at] !== folded[at])
    // Node may know a later version of Unicode than PostgreSQL.
    const known = await ask(
      "(select string_agg(letter, '') from regexp_split_to_table(?, '') letter where unicode_assigned(letter))",
      different.join(''),
    )
    expect(known).toBe('')
  })

  test('every sort, page by page', async () => {
    const pages = sorts.flatMap((sort) => ['0', '1', '2', '3', '7'].map((page) => query({ sort, page, size: '100' })))
    expect(await findDifferences([...pages, list, query({ page: '0', size: '1' })])).toEqual([])
  })

  test('every sort, cursor by cursor, each followed with the other’s', async () => {
    for (const sort of sorts) {
      const narrowed = sort.startsWith('cost') ? { actors: 'AI' } : { search: 'order' }
      for (const filter of [{}, narrowed]) expect(await walk({ sort, ...filter, size: '47' })).toEqual([])
    }
  })

  test('every bad value of every parameter', async () => {
    const bad = Object.entries(badValues).flatMap(([name, values]) =>
      values.map((value) => `${list}?${name}=${encodeURIComponent(value)}`),
    )
    const empty = parameters.flatMap((name) => [`${list}?${name}`, `${list}?${name}=`])
    const repeated = parameters.map((name) => `${list}?${name}=1&${name}=1`)
    const many = `${list}?${parameters.map((name) => `${name}=%00`).join('&')}&x=1`
    expect(await findDifferences([...bad, ...empty, ...repeated, ...malformed, many])).toEqual([])
  })

  test('cursors that belong elsewhere', async () => {
    const next = async (parameters: Record<string, string>) => {
      return nextOf((await compare(query(parameters))).server) ?? ''
    }
    const cursor = await next({ size: '10' })
    const costly = await next({ size: '10', sort: 'cost,asc' })
    const requests = [
      { cursor, sort: 'cost,asc' },
      { cursor, sort: 'createdAt,asc' },
      { cursor, status: 'completed' },
      { cursor: costly },
      { cursor, page: '1' },
      { cursor, page: '0', size: '0' },
      { cursor, size: '200' },
      { cursor: `${cursor}A` },
      { cursor: cursor.slice(4) },
      { cursor: costly, sort: 'cost,asc', costMin: '0' },
    ].map(query)
    const elsewhere = requests.map((path) => path.replace('acme', 'other'))
    expect(await findDifferences([...requests, ...elsewhere])).toEqual([])
  })

  test('one entry, there or not, held or not', async () => {
    const paths = [...entries.slice(0, 10), ...entries.slice(-20)].map(({ id }) => `${list}/${id}`)
    const missing = ['nothing', 'TIE-B', 'a.b', 'a%20b', '%F0', '%00', 'x'.repeat(65), '..%2F', '-', 'a?b=c', 'a?'].map(
      (id) => `${list}/${id}`,
    )
    const at = Date.parse(entries[0]?.updatedAt ?? '')
    const tags = [`"${at}"`, `W/"${at}"`, `"1", "${at}"`, '*', '"1"', `${at}`, '', 'x'.repeat(513)]
    const held = tags.map((tag) => ({ path: paths[0] ?? '', headers: { 'If-None-Match': tag } }))
    expect(await findDifferences([...paths, ...missing, ...held])).toEqual([])
  })

  test('methods, media types and tokens', async () => {
    const methods = ['POST', 'PUT', 'DELETE', 'PATCH'].flatMap((method) => [
      { path: list, method },
      { path: `${list}/${entries[0]?.id}`, method },
    ])
    const accepts = ['text/html', 'application/json', 'application/json;q=0', '*/*', 'application/problem+json'].map(
      (accept) => ({ path: list, headers: { Accept: accept } }),
    )
    const tokens = ['', 'Basic YTpi', 'Bearer'].map((value) => ({
      path: list,
      headers: { Authorization: value },
    }))
    expect(await findDifferences([...methods, ...accepts, ...tokens])).toEqual([])
  })

  test('any combination of filters', async () => {
    await fc.assert(
      fc.asyncProperty(combinations, async (parameters) => {
        expect(await findDifferences([query(parameters)])).toEqual([])
      }),
      { seed: 4, numRuns: 100 },
    )
  })
})

test('one entry that costs a cent more is a difference, in every list that holds it', async () => {
  const { id, title } = entries[0] ?? { id: '', title: '' }
  const elsewhere = [`${list}/${id}`, query({ search: title }), query({ search: 'tie-' })].map((path) =>
    path.replace('acme', 'other'),
  )
  const differences = await findDifferences(elsewhere)
  expect(differences.map((difference) => difference.split(' ')[0])).toEqual(elsewhere.slice(0, 2))
})

const sorts = ['createdAt', 'updatedAt', 'cost', 'activeTime'].flatMap((field) => [`${field},asc`, `${field},desc`])

const parameters = [
  ['search', 'status', 'type', 'policyStatus', 'actors', 'costMin', 'costMax', 'timeMin', 'timeMax'],
  ['entityId', 'createdFrom', 'createdTo', 'modelName', 'sort', 'page', 'size', 'cursor'],
].flat()

const awkward = [
  'xyzzy',
  'refund',
  'REFUND',
  'checked the',
  'paid%20back',
  'a%2Fb',
  '...',
  '\u0000abc',
  'back. order',
  'OrderOrder',
  'İİİ',
  'iii',
  'ΣΣΣ',
  'σςσ',
  'Zo\u00eb',
  'zoe\u0308',
  '\ufb01n',
]

/** One of an entry, and others with and without milliseconds. */
const instants = [entries[7]?.createdAt ?? '', '2026-11-01T00:00:00Z', '1999-12-31T23:59:59.9Z']

const badInstants = ['yesterday', '2026-11-01', '2026-02-30T00:00:00Z', '2026-11-01T24:00:00Z', '0000-01-01T00:00:00Z']

const badNumbers = [
  '-1',
  '-0',
  '1e3',
  '0x1',
  'abc',
  'Infinity',
  'NaN',
  ' ',
  '1 ',
  '+1',
  '.5',
  '1.',
  '1000000000000.1',
  '1,5',
  'null',
  '12345678901234567890',
]

const badValues = {
  search: ['a', 'ab', '👍', 'x'.repeat(257), '\uFFFD\uFFFD', '   '],
  status: ['done', 'COMPLETED', 'completed,failed', ' completed'],
  policyStatus: ['ok', 'Compliant'],
  actors: ['ai', 'ROBOT', 'AI,HUMAN'],
  type: ['x'.repeat(65), '\0'],
  modelName: ['x'.repeat(257), '\0'],
  costMin: badNumbers,
  costMax: badNumbers,
  timeMin: badNumbers,
  timeMax: badNumbers,
  entityId: ['x'.repeat(129), '\0'],
  createdFrom: badInstants,
  createdTo: badInstants,
  sort: ['cost', 'cost,', 'cost,up', 'title,asc', 'cost,asc,desc', 'COST,ASC', 'cost;asc', 'id,asc'],
  page: ['-1', '1.5', '10001', '10000', '501', '500', ...badNumbers],
  size: ['0', '201', '-5', '2.5', ...badNumbers],
  cursor: ['a', 'a b', '%', 'e30', 'W10', 'x'.repeat(4097), 'null'],
  __proto__x: ['1'],
}

const malformed = [
  '?unknown=1',
  '?search[]=refund',
  '?search=%FF%FE%FD',
  '?search=%zz1',
  '?=x',
  '?__proto__=x',
  '?&&',
  '??search=refund',
  '?costMin=2&costMax=1',
  '?timeMin=2&timeMax=1',
  '?costMin=2&costMax=1&timeMin=5&timeMax=4',
  '?costMin=1&costMax=1',
  '?createdFrom=2026-11-02T00:00:00Z&createdTo=2026-11-01T00:00:00Z',
  '?costMin=2&costMax=1&cursor=a&page=1',
  '?page=101&size=100',
  '?page=100&size=100',
  '?page=51&size=200',
  '?size=200&page=50',
  '/',
  '/?search=refund',
].map((rest) => `${list}${rest}`)

const combinations = fc.record(
  {
    search: fc.constantFrom('refund', 'ORDER', 'order-4', '100%', 'the', 'σοφιας', 'nothing at all'),
    status: fc.constantFrom('completed', 'in_progress', 'pending', 'failed'),
    policyStatus: fc.constantFrom('compliant', 'non_compliant', 'review_required'),
    actors: fc.constantFrom('AI', 'HUMAN', 'HYBRID'),
    type: fc.constantFrom('TWU', 'twu'),
    modelName: fc.constantFrom(...new Set(entries.slice(0, 20).map(({ modelName }) => modelName))),
    costMin: fc.constantFrom('0', '0.01', '0.42', '5'),
    costMax: fc.constantFrom('0', '0.42', '1', '1000'),
    timeMin: fc.constantFrom('0', '0.1', '30', '157.9'),
    timeMax: fc.constantFrom('0', '60', '157.9', '100000'),
    createdFrom: fc.constantFrom(...instants),
    createdTo: fc.constantFrom(...instants),
    entityId: fc.constantFrom(...entries.slice(0, 20).map(({ entityId }) => entityId)),
    sort: fc.constantFrom(...sorts),
    size: fc.constantFrom('1', '2', '20', '200'),
    page: fc.constantFrom('0', '1', '2', '40'),
  },
  { requiredKeys: [] },
)

interface Request {
  path: string
  method?: string
  headers?: Record<string, string>
}

function query(parameters: Readonly<Record<string, string>>): string {
  return `${list}?${new URLSearchParams(parameters).toString()}`
}

/** One line for each request that the two answer differently, a few requests at a time. */
async function findDifferences(requests: readonly (string | Request)[]): Promise<string[]> {
  const compared = []
  for (let at = 0; at < requests.length; at += 8) {
    compared.push(...(await Promise.all(requests.slice(at, at + 8).map(compare))))
  }
  return compared.flatMap(({ difference }) => difference)
}

/** From the first page to the last, by turns with the one's cursors and the other's. */
async function walk(parameters: Readonly<Record<string, string>>): Promise<string[]> {
  const pages: Compared[] = []
  let cursor: string | null = null
  do {
    const page: Compared = await compare(query({ ...parameters, ...(cursor !== null && { cursor }) }))
    pages.push(page)
    cursor = nextOf(pages.length % 2 === 0 ? page.server : page.mock)
  } while (cursor !== null && pages.length < 50)
  expect(pages.length).toBeGreaterThan(1)
  return pages.flatMap(({ difference }) => difference)
}

function nextOf({ body }: Seen): string | null {
  const page = isObject(body) ? body['page'] : undefined
  const next = isObject(page) ? page['next'] : undefined
  return typeof next === 'string' ? next : null
}

interface Compared {
  server: Seen
  mock: Seen
  difference: string[]
}

async function compare(request: string | Request): Promise<Compared> {
  const { path, ...rest } = typeof request === 'string' ? { path: request } : request
  const [server, mocked] = await Promise.all([send(service.baseUrl + path, rest), send(mock.url + path, rest)])
  const difference = findDifference(server, mocked)
  return { server, mock: mocked, difference: difference === null ? [] : [`${path} ${difference}`] }
}

/** The first place where they differ. */
function findDifference(server: unknown, mocked: unknown, at = ''): string | null {
  if (isDeepStrictEqual(server, mocked)) return null
  if (typeof server !== 'object' || typeof mocked !== 'object' || server === null || mocked === null) {
    return `${at} ${JSON.stringify(server)} ${JSON.stringify(mocked)}`
  }
  const [left, right] = [server, mocked].map((value) => new Map<string, unknown>(Object.entries(value)))
  const names = [...new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])]
  return (
    names
      .map((name) => findDifference(left?.get(name), right?.get(name), `${at}/${name}`))
      .find((difference) => difference !== null) ?? at
  )
}

interface Seen {
  status: number
  headers: (string | null)[]
  body: unknown
}

/** All that a caller goes by; the id of a request is never the same. */
async function send(url: string, { method = 'GET', headers = {} }: Omit<Request, 'path'>): Promise<Seen> {
  const response = await fetch(url, { method, headers: { Authorization: `Bearer ${token}`, ...headers } })
  const text = await response.text()
  const body: unknown = text === '' ? null : JSON.parse(text)
  return {
    status: response.status,
    headers: ['ETag', 'Content-Type', 'Allow', 'WWW-Authenticate'].map((name) => response.headers.get(name)),
    body: isObject(body) && 'requestId' in body ? { ...body, requestId: null } : body,
  }
}
