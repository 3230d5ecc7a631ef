import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readContract } from '../../contract/document.ts'
import type { AgentRow } from '../../server/db/agents.ts'
import type { WorkLedgerEntryRow } from '../../server/db/work-ledger-entries.ts'
import { asArray, asObject, asString } from '../../contract/json.ts'
import { createProblemChecks } from '../helpers/problems.ts'
import { startTestService, type TestResponse, type TestService } from '../helpers/service.ts'
import { insertLedgerRows, ledgerRow } from '../helpers/data/work-ledger-entries.ts'
import { rounds } from '../helpers/rounds.ts'
import { compareText } from '../helpers/walks.ts'

const { expectProblem } = createProblemChecks(await readContract())

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

describe('agents', () => {
  test('agents that come and go during a walk repeat nobody and hide nobody else', async () => {
    await fc.assert(
      fc.asyncProperty(rowsAndChanges, agentSort, fc.integer({ min: 1, max: 4 }), async (given, sort, size) => {
        await replaceAgents(given.rows)
        const changes = given.changes.values()
        const there = new Set(given.rows.map(({ id }) => id))
        const seen: AgentRow['id'][] = []
        let cursor: string | null = null
        do {
          const { ids, page, next } = await readPage(agents, { sort: sort.join(), size, cursor })
          // The pages of a cursor repeat the count of the first page.
          expect(page['totalElements']).toBe(given.rows.length)
          seen.push(...ids)
          cursor = next
          await change(changes.next().value ?? [], there)
        } while (cursor !== null)
        expect(new Set(seen).size).toBe(seen.length)
        // The changes only add, and delete what is no longer in `there`.
        expect(seen).toEqual(expect.arrayContaining([...there]))
        const all = [...given.rows, ...given.changes.flat().filter((row) => typeof row === 'object')]
        const order = sorted(all, sort).map(({ id }) => id)
        expect(seen).toEqual(order.filter((id) => seen.includes(id)))
      }),
      { numRuns: rounds(4) },
    )
  })

  test('every name has a cursor, the longest and oddest too', async () => {
    const names = ['\u0001', '"', '\\', '\u007F', '😀', 'İ', 'ﬃ'].map((text) => text.repeat(256 / text.length))
    await replaceAgents(names.flatMap((name) => [agentNamed(name), agentNamed(name)]))
    for (const sort of ['name,asc', 'name,desc']) {
      expect(new Set(await walkByCursor(agents, { sort }, 1)).size).toBe(names.length * 2)
    }
  })
})

describe('cursors', () => {
  const lists = [
    '/instances/acme/agents?sort=name,asc',
    '/instances/acme/agents?sort=createdAt,desc',
    '/instances/acme/work-ledger?sort=cost,asc',
    '/instances/acme/work-ledger?sort=createdAt,desc',
    '/instances/acme/integration-types?sort=name,asc',
    'versions',
  ]
  let versions: string
  beforeAll(async () => {
    await replaceAgents([agentNamed('Ada'), agentNamed('Grace'), agentNamed('Kathleen')])
    await service.db('work_ledger_entries').delete()
    await insertLedgerRows(service, [entryOf(0.1), entryOf(0.25), entryOf(1e-7)])
    versions = `/instances/acme/twu-models/${await createModelWithVersions(3)}/versions?sort=version,asc`
  })
  const urlOf = (list: string) => (list === 'versions' ? versions : list)

  test.each(lists)('a changed cursor of %s is refused or read, and breaks nothing', async (list) => {
    const cursor = await firstCursor(urlOf(list))
    await fc.assert(
      fc.asyncProperty(changed(cursor), async (text) => {
        const answer = await service.request(`${urlOf(list)}&size=1&cursor=${encodeURIComponent(text)}`)
        if (answer.status === 200) return
        expectProblem(answer, { status: 400 })
        expect(['invalid_cursor', 'invalid_request']).toContain(asObject(answer.json)['code'])
      }),
      { numRuns: rounds(10) },
    )
  })

  test.each(lists)('a forged cursor of %s is refused or read, and breaks nothing', async (list) => {
    const parts = decode(await firstCursor(urlOf(list)))
    await fc.assert(
      fc.asyncProperty(fc.nat(parts.length - 1), fc.constantFrom(...forgeries), async (index, forgery) => {
        const cursor = encode(parts.with(index, forgery))
        const answer = await service.request(`${urlOf(list)}&size=1&cursor=${cursor}`)
        if (answer.status !== 200) expectProblem(answer, { status: 400 })
      }),
      { numRuns: rounds(16) },
    )
  })

  test.each<[string, readonly unknown[]]>([
    ['/instances/acme/agents?sort=createdAt,desc', impossibleTimes],
    ['/instances/acme/work-ledger?sort=createdAt,desc', impossibleTimes],
    ['/instances/acme/work-ledger?sort=cost,asc', impossibleNumbers],
    ['/instances/acme/changes?sort=sequence,desc', ['99999999999999999', '1e3', '-1', '1.5']],
    ['versions', ['2147483648', '-1', '1.5', '1e1', '', 1, null]],
    ['/instances/acme/agents?sort=name,asc', ['a\0b', '\ud800', 1, null, [], {}]],
  ])('a cursor of %s holds no impossible value', async (list, values) => {
    const parts = decode(await firstCursor(urlOf(list)))
    const [bound, , id, ...counts] = parts
    // Versions and changes are numbers, by which they are also sorted.
    const isNumbered = list === 'versions' || list.includes('/changes')
    const odd = [1.5, -1, null, {}, []].flatMap((value) => parts.map((_, at) => parts.with(at, value)))
    for (const forged of [...values.map((value) => [bound, value, isNumbered ? value : id, ...counts]), ...odd]) {
      const answer = await service.request(`${urlOf(list)}&cursor=${encode(forged)}`)
      expect([forged, answer.status]).toEqual([forged, 400])
      expectProblem(answer, { code: 'invalid_cursor' })
    }
  })

  test.each([
    ['nothing', encode(null)],
    ['an object', encode({ list: 'x', value: '', id: 'a', number: 0 })],
    ['an empty array', encode([])],
    ['a text', encode('cursor')],
    ['no JSON', Buffer.from('{').toString('base64url')],
    ['invalid UTF-8', Buffer.from([0xff, 0xfe, 0x5b]).toString('base64url')],
    ['deep nesting', Buffer.from('['.repeat(700)).toString('base64url')],
  ])('a cursor that holds %s is refused', async (_name, cursor) => {
    const refused = await service.request(`${agents}?cursor=${cursor}`)
    expectProblem(refused, { status: 400, code: 'invalid_cursor' })
    const detail = 'Cursor is damaged, or belongs to another list, filter or sort: begin at the first page.'
    expect(refused.json).toMatchObject({ detail })
  })

  test('a cursor longer than the contract says is refused', async () => {
    const cursor = encode(['x'.repeat(4096), '', 'a', 0])
    expectProblem(await service.request(`${agents}?cursor=${cursor}`), {
      status: 400,
      code: 'invalid_request',
    })
    const endless = encode(['x'.repeat(100_000), '', 'a', 0])
    expect((await service.request(`${agents}?cursor=${endless}`)).status).toBe(431)
  })

  test('a cursor belongs to its instance, list, filter and sort', async () => {
    const cursor = await firstCursor(`${agents}?sort=name,asc`)
    const token = await service.token('Administrator', { instances: ['other'] })
    const answers = [
      await service.request(`/instances/other/agents?cursor=${cursor}`, {
        headers: { Authorization: `Bearer ${token}` },
      }),
      await service.request(`/instances/acme/integrations?cursor=${cursor}`),
      await service.request(`${agents}?sort=name,desc&cursor=${cursor}`),
      await service.request(`${agents}?sort=createdAt,asc&cursor=${cursor}`),
      await service.request(`${agents}?name=a&cursor=${cursor}`),
      await service.request(`${agents}?type=HUMAN&cursor=${cursor}`),
    ]
    for (const answer of answers) expectProblem(answer, { status: 400, code: 'invalid_cursor' })
    expect((await service.request(`${agents}?size=200&cursor=${cursor}`)).status).toBe(200)
  })
})

const agents = '/instances/acme/agents'

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

async function walkByCursor(list: string, query: Query, size: number): Promise<string[]> {
  const walked: string[] = []
  let cursor: string | null = null
  let pages = 0
  do {
    const { ids, page, next } = await readPage(list, { ...query, size, cursor })
    expect(page).toMatchObject({ number: pages, size })
    expect(ids.length).toBeLessThanOrEqual(size)
    walked.push(...ids)
    cursor = next
    pages += 1
  } while (cursor !== null && pages < 1000)
  return walked
}

async function readPage(list: string, query: Query) {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as const],
  )
  const answer = await service.request(`${list}?${new URLSearchParams(Object.fromEntries(given)).toString()}`)
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  const { content, page } = asObject(answer.json)
  const { next } = asObject(page)
  return {
    ids: asArray(content).map((item) => asString(asObject(item)['id'] ?? asObject(item)['type'])),
    page: asObject(page),
    next: next === null ? null : asString(next),
  }
}

/** The cursor of the second page, by page or by `Link`. */
async function firstCursor(list: string): Promise<string> {
  const answer: TestResponse = await service.request(`${list}&size=1`)
  const link = /[?&]cursor=([\w-]+)/.exec(answer.headers.get('link') ?? '')?.[1]
  return link ?? asString(asObject(asObject(answer.json)['page'])['next'])
}

function decode(cursor: string): unknown[] {
  return asArray(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
}

function encode(parts: unknown): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

type Sort = readonly [field: string, direction: 'asc' | 'desc']

/** As the database orders: by bytes and by dates, ties by id in the same direction. */
function sorted(rows: readonly AgentRow[], [field, direction]: Sort): AgentRow[] {
  const sign = direction === 'asc' ? 1 : -1
  const keyOf = (row: AgentRow) =>
    field === 'name' ? row.name.toLowerCase() : field === 'createdAt' ? row.created_at : row.updated_at
  return rows.toSorted((a, b) => sign * (compareText(keyOf(a), keyOf(b)) || compareText(a.id, b.id)))
}

async function replaceAgents(rows: readonly AgentRow[]): Promise<void> {
  await service.db('agents').where({ instance_id: 'acme' }).delete()
  if (rows.length > 0) await service.db('agents').insert(rows.map(toInsert))
}

function toInsert(row: AgentRow) {
  return { ...row, metadata: JSON.stringify(row.metadata) }
}

/** Adds the rows and, for each number, deletes the agent at that place. */
async function change(changes: readonly (AgentRow | number)[], there: Set<string>): Promise<void> {
  for (const row of changes) {
    if (typeof row === 'object') {
      await service.db('agents').insert(toInsert(row))
      continue
    }
    const id = [...there][row % Math.max(there.size, 1)]
    if (id === undefined) continue
    await service.db('agents').where({ instance_id: 'acme', id }).delete()
    there.delete(id)
  }
}

async function createModelWithVersions(count: number): Promise<string> {
  const body = { name: 'Refund handling', description: '' }
  const models = '/instances/acme/twu-models'
  const id = asString(asObject((await service.request(models, { method: 'POST', body })).json)['id'])
  for (let version = 1; version < count; version++) {
    await service.request(`${models}/${id}/versions/${version}/archive`, { method: 'POST' })
    await service.request(`${models}/${id}/versions`, { method: 'POST', body })
  }
  return id
}

const times = [0, 1, 999, 1000, 86_400_000].map((ms) => new Date(Date.UTC(2026, 10, 20) + ms).toISOString())
const names = [
  'Ada',
  'ada',
  'ADA',
  'Zoë',
  'zoe',
  'ZOË',
  '%',
  '_',
  '\\',
  'a%b',
  'a_b',
  'a b',
  '日本',
  '😀',
  '\u0001',
  'ß',
  'z'.repeat(256),
]

const agent: fc.Arbitrary<AgentRow> = fc
  .record({
    name: fc.constantFrom(...names),
    type: fc.constantFrom('AI' as const, 'HUMAN' as const),
    active: fc.boolean(),
    created_at: fc.constantFrom(...times),
    updated_at: fc.constantFrom(...times),
  })
  .map((chosen) => ({
    ...agentNamed(chosen.name),
    ...chosen,
    model: chosen.type === 'AI' ? 'claude-sonnet-4-5' : null,
  }))
const direction = fc.constantFrom('asc' as const, 'desc' as const)
const agentSort = fc.tuple(fc.constantFrom('name', 'createdAt', 'updatedAt'), direction)
const rowsAndChanges = fc.record({
  rows: fc.array(agent, { maxLength: 12 }),
  changes: fc.array(fc.array(fc.oneof(agent, fc.nat(50)), { maxLength: 3 }), { maxLength: 8 }),
})

function agentNamed(name: string): AgentRow {
  const at = '2026-11-20T00:00:00.000Z'
  const row = { instance_id: 'acme', id: randomUUID(), name, type: 'HUMAN', active: true } as const
  const empty = { capabilities: [], model: null, priority: null, metadata: {}, revision: 1 }
  return { ...row, ...empty, created_at: at, updated_at: at }
}

function entryOf(cost: number): WorkLedgerEntryRow {
  const at = '2026-11-20T00:00:00.000Z'
  return ledgerRow({ id: randomUUID(), cost, created_at: at, updated_at: at })
}

function changed(cursor: string): fc.Arbitrary<string> {
  const letters = ['A', 'Z', 'a', 'z', '0', '9', '-', '_', '=', '+', '/', ' ', '%', '\0', '😀']
  const place = fc.nat(cursor.length - 1)
  return fc.oneof(
    fc
      .tuple(place, fc.constantFrom(...letters))
      .map(([at, letter]) => cursor.slice(0, at) + letter + cursor.slice(at + 1)),
    place.map((at) => cursor.slice(0, at)),
    place.map((at) => cursor.slice(at)),
    place.map((at) => cursor.slice(0, at) + cursor),
    fc.uint8Array({ minLength: 1, maxLength: 100 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
    place.map((at) => cursor.slice(0, at) + cursor.slice(at + 1)),
  )
}

const impossibleTimes = [
  '2026-13-45T99:99:99.999Z',
  '2026-02-30T00:00:00.000Z',
  '2026-00-10T00:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '0000-12-31T23:59:59.999Z',
  '2026-11-21T24:00:00.001Z',
  '2026-11-21T23:59:61.000Z',
  '2026-11-21',
  'now',
  'infinity',
  '-infinity',
  '',
  0,
  null,
]
const impossibleNumbers = [
  '1e999',
  '-1e999',
  '1e-999',
  '1e400',
  '9'.repeat(300),
  'NaN',
  'Infinity',
  '-Infinity',
  '0x10',
  '1_0',
  ' 1',
  '',
  '1e',
  1,
  null,
]
const forgeries: unknown[] = [
  ...impossibleTimes,
  ...impossibleNumbers,
  true,
  -1,
  1.5,
  2 ** 31,
  2 ** 31 - 1,
  2 ** 53,
  1e308,
  [],
  {},
  [[]],
  { toString: 1 },
  '0',
  '1',
  '999999999',
  '2147483648',
  '99999999999999999999',
  '9999-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00.000Z',
  '1e308',
  '-1e308',
  '1e-323',
  '5e-324',
  '1e-324',
  '0e999',
  '-0',
  'a b',
  '../..',
  '%',
  "'; select 1; --",
  'a\0b',
  '\ud800',
  'x'.repeat(65),
  'x'.repeat(1000),
  '\u202E',
  '__proto__',
  'constructor',
]
