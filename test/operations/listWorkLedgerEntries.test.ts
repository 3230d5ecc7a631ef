import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListWorkLedgerEntriesQuery, Page, WorkLedgerEntry } from '../../sdk/src/index.ts'
import { toWorkLedgerEntry, type WorkLedgerEntryRow } from '../../server/db/work-ledger-entries.ts'
import { faultsOf } from '../helpers/faults.ts'
import { refusal } from '../helpers/outcomes.ts'
import { rounds } from '../helpers/rounds.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { insertLedgerRows, ledgerRow } from '../helpers/data/work-ledger-entries.ts'

const path = '/instances/acme/work-ledger'

// Few values a field, so that most filters match something and every sort has ties.
const texts = ['Refund 50%', 'REFUND 50_', 'a\\b\\c', 'A_b%C', 'refund', 'order-17', 'École élémentaire', 'x']
const numbers = [
  0, 0.1, 0.30000000000000004, 0.0000001, 1, 5.5, 250, 1e12, 5e-324, 0.000001234567890123457, 123_456_789.123_456_78,
]
const instants = [
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.001Z',
  '2025-12-31T23:59:59.999Z',
  '1999-06-01T12:00:00.500Z',
]
const statuses = ['completed', 'in_progress', 'pending', 'failed'] as const
const policies = ['compliant', 'non_compliant', 'review_required'] as const
const actors = ['AI', 'HUMAN', 'HYBRID'] as const
const types = ['TWU', 'twu', 'a,b:c?']
const modelNames = ['Refund handling', 'refund handling', 'Ticket 100%']

const rows: WorkLedgerEntryRow[] = Array.from({ length: 240 }, (_, at) => {
  // Steps that share no divisor with the number of choices mix the fields.
  const pick = <Value>(values: readonly [Value, ...Value[]] | readonly Value[], step: number): Value => {
    const value = values[(at * step + Math.floor((at * step) / 31)) % values.length]
    if (value === undefined) throw new Error('There is a value to pick.')
    return value
  }
  return ledgerRow({
    id: `${at % 3 === 0 ? 'E' : 'e'}-${(at * 7919) % 100_003}_${at}`,
    title: pick(texts, 3),
    description: pick(['', ...texts], 5),
    entity_id: pick(texts, 7),
    related_entity: pick(texts, 11),
    type: pick(types, 5),
    status: pick(statuses, 3),
    policy_status: pick(policies, 7),
    actors: pick(actors, 11),
    model_name: pick(modelNames, 13),
    cost: pick(numbers, 5),
    active_time: pick(numbers, 13),
    created_at: new Date(pick(instants, 3)).toISOString(),
    updated_at: new Date(pick(instants, 7)).toISOString(),
  })
})

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await insertLedgerRows(service, rows)
  // The same entries in another instance, all of them foreign.
  await insertLedgerRows(
    service,
    rows.slice(0, 20).map((row) => ({ ...row, instance_id: 'other', title: 'Foreign refund' })),
  )
})
afterAll(() => service.close())

function list(query: ListWorkLedgerEntriesQuery) {
  return service.acme('Viewer').workLedger.list(query)
}

async function walkPages(query: ListWorkLedgerEntriesQuery, size: number, total: number): Promise<WorkLedgerEntry[]> {
  const walked = []
  for (let page = 0; page * size <= total; page += 1) {
    const found = await list({ ...query, size, page })
    expect(found.page).toMatchObject({
      size,
      number: page,
      totalElements: total,
      totalPages: Math.ceil(total / size),
      totalIsExact: true,
    })
    walked.push(...found.items)
  }
  return walked
}

async function walkCursors(query: ListWorkLedgerEntriesQuery, size: number, total: number): Promise<WorkLedgerEntry[]> {
  const walked = []
  let found: Page<WorkLedgerEntry> | null = await list({ ...query, size })
  for (let number = 0; found !== null; number += 1) {
    expect(found.page).toMatchObject({ number, totalElements: total })
    walked.push(...found.items)
    found = await found.next()
  }
  return walked
}

/** What the list must be, from the same rows in memory. */
function expected(query: ListWorkLedgerEntriesQuery): WorkLedgerEntry[] {
  const { search, costMin = 0, costMax = Infinity, timeMin = 0, timeMax = Infinity } = query
  const [field = '', direction] = (query.sort ?? 'createdAt,desc').split(',')
  const sign = direction === 'desc' ? -1 : 1
  return rows
    .map(toWorkLedgerEntry)
    .filter((entry) => query.status === undefined || entry.status === query.status)
    .filter((entry) => query.type === undefined || entry.type === query.type)
    .filter((entry) => query.policyStatus === undefined || entry.policyStatus === query.policyStatus)
    .filter((entry) => query.modelName === undefined || entry.modelName === query.modelName)
    .filter((entry) => query.actors === undefined || doneBy(entry) === query.actors)
    .filter((entry) => entry.cost >= costMin && entry.cost <= costMax)
    .filter((entry) => entry.activeTime >= timeMin && entry.activeTime <= timeMax)
    .filter((entry) => query.entityId === undefined || entry.entityId === query.entityId)
    .filter(({ createdAt }) => !(new Date(createdAt) < new Date(query.createdFrom ?? createdAt)))
    .filter(({ createdAt }) => !(new Date(createdAt) > new Date(query.createdTo ?? createdAt)))
    .filter((entry) => search === undefined || searched(entry).some((text) => holds(text, search)))
    .sort((a, b) => sign * (compare(sortValue(a, field), sortValue(b, field)) || compare(a.id, b.id)))
}

function doneBy(entry: WorkLedgerEntry): string {
  return entry.actors.length === 2 ? 'HYBRID' : entry.actors.join()
}

function searched({ title, description, id, entityId, relatedEntity }: WorkLedgerEntry): string[] {
  return [title, description, id, entityId, relatedEntity]
}

function holds(text: string, part: string): boolean {
  return text.normalize('NFKC').toLowerCase().includes(part.normalize('NFKC').toLowerCase())
}

function sortValue(entry: WorkLedgerEntry, field: string): string | number {
  const { createdAt, updatedAt, cost, activeTime } = entry
  return { createdAt, updatedAt, cost, activeTime }[field] ?? expect.fail(`${field} is no sort field`)
}

function compare<Value extends string | number>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0
}

describe('200', () => {
  test('the newest entries come first, twenty to a page, those of other instances never', async () => {
    const { items, page } = await list({})
    expect(items).toEqual(expected({}).slice(0, 20))
    expect(page).toEqual({
      size: 20,
      number: 0,
      totalElements: 240,
      totalPages: 12,
      totalIsExact: true,
      next: page.next,
    })
    expect(page.next).toMatch(/^[A-Za-z0-9_-]+$/)
  })

  test.each<ListWorkLedgerEntriesQuery>([
    ...statuses.map((status) => ({ status })),
    ...policies.map((policyStatus) => ({ policyStatus })),
    ...actors.map((kind) => ({ actors: kind })),
    ...types.map((type) => ({ type })),
    ...modelNames.map((modelName) => ({ modelName })),
    { costMin: 5.5 },
    { costMax: 0.1 },
    { costMin: 1, costMax: 1 },
    { timeMin: 250 },
    { timeMax: 0 },
    { timeMin: 0.1, timeMax: 5.5 },
  ])('a filter alone gives exactly what it names: %j', async (query) => {
    const wanted = expected(query)
    expect(wanted.length).toBeGreaterThan(0)
    expect(wanted.length).toBeLessThan(rows.length)
    expect((await list({ ...query, size: 200 })).items).toEqual(wanted.slice(0, 200))
  })

  test('AI is AI alone, HUMAN is humans alone, HYBRID is both', async () => {
    for (const [kind, of] of [
      ['AI', ['AI']],
      ['HUMAN', ['HUMAN']],
      ['HYBRID', ['AI', 'HUMAN']],
    ] as const) {
      const { items } = await list({ actors: kind, size: 200 })
      expect(new Set(items.map(({ actors }) => actors.join()))).toEqual(new Set([of.join()]))
    }
  })

  test.each([
    ['refund'],
    ['REFUND'],
    ['50%'],
    ['50_'],
    ['a\\b'],
    ['\\b\\'],
    ['_B%'],
    ['ÉCOLE'],
    ['ÉLÉM'],
    ['ER-17'],
    ['E-0_'],
    ['%%%'],
    ['___'],
    ['\\\\\\'],
    ["' or"],
  ])('search finds the text itself, whatever the case; nothing in it is a wildcard: %s', async (search) => {
    const wanted = expected({ search })
    const { items, page } = await list({ search, size: 200 })
    expect(items).toEqual(wanted.slice(0, 200))
    expect(page.totalElements).toBe(wanted.length)
  })

  test('search looks at title, description, id, entityId and relatedEntity, and at nothing else', async () => {
    const hidden = { title: 't', description: '', entity_id: 'e', related_entity: 'r' }
    const found = [
      ledgerRow({ ...hidden, id: 's1', title: 'a needle' }),
      ledgerRow({ ...hidden, id: 's2', description: 'Needles' }),
      ledgerRow({ ...hidden, id: 's3-needle' }),
      ledgerRow({ ...hidden, id: 's4', entity_id: 'NEEDLE' }),
      ledgerRow({ ...hidden, id: 's5', related_entity: 'one needle more' }),
    ]
    const missed = [
      ledgerRow({ ...hidden, id: 's6', type: 'needle' }),
      ledgerRow({ ...hidden, id: 's7', model_name: 'needle' }),
    ]
    await insertLedgerRows(service, [...found, ...missed])
    const { items } = await list({ search: 'needle', sort: 'cost,asc' })
    expect(items).toEqual(found.map(toWorkLedgerEntry))
    const ids = [...found, ...missed].map(({ id }) => id)
    await service.db('work_ledger_entries').whereIn('id', ids).delete()
  })

  test('a question mark that is not escaped is part of the value', async () => {
    const listed = await service.request(`${path}?type=a,b:c?&size=200`)
    expect(listed).toMatchObject({
      status: 200,
      json: { page: { totalElements: expected({ type: 'a,b:c?' }).length } },
    })
  })

  test.each(['createdAt', 'updatedAt', 'cost', 'activeTime'] as const)(
    'sorting by %s goes both ways, and ties are broken by id the same way',
    async (field) => {
      const ascending = await walkCursors({ sort: `${field},asc` }, 60, 240)
      expect(ascending).toEqual(expected({ sort: `${field},asc` }))
      const descending = await walkCursors({ sort: `${field},desc` }, 60, 240)
      expect(descending).toEqual(ascending.toReversed())
    },
  )

  test('any filters, sort and page size: pages and cursor walks give every match once, in order', async () => {
    const number = fc.constantFrom(0, 0.1, 0.3, 1, 5.5, 250, 1e12)
    const query = fc.record(
      {
        search: fc.constantFrom('refund', '50%', '50_', 'b\\c', '_b%', 'order', 'e-1', 'nothing', '%%%'),
        status: fc.constantFrom(...statuses),
        type: fc.constantFrom(...types, 'none'),
        policyStatus: fc.constantFrom(...policies),
        actors: fc.constantFrom(...actors),
        modelName: fc.constantFrom(...modelNames),
        entityId: fc.constantFrom(...rows.slice(0, 5).map((row) => row.entity_id), 'none'),
        createdFrom: fc.constantFrom(...rows.slice(0, 5).map((row) => row.created_at)),
        createdTo: fc.constantFrom(...rows.slice(5, 9).map((row) => row.created_at)),
        costMin: number,
        costMax: number,
        timeMin: number,
        timeMax: number,
        sort: fc.constantFrom(
          ...(['createdAt,asc', 'createdAt,desc', 'updatedAt,asc', 'updatedAt,desc'] as const),
          ...(['cost,asc', 'cost,desc', 'activeTime,asc', 'activeTime,desc'] as const),
        ),
      },
      { requiredKeys: [] },
    )
    const size = fc.constantFrom(7, 20, 33, 200)
    await fc.assert(
      fc.asyncProperty(query, size, async (query, size) => {
        const { costMin = 0, costMax = Infinity, timeMin = 0, timeMax = Infinity } = query
        fc.pre(costMin <= costMax && timeMin <= timeMax)
        fc.pre(!(new Date(query.createdFrom ?? '') > new Date(query.createdTo ?? '')))
        const wanted = expected(query)
        expect(await walkPages(query, size, wanted.length)).toEqual(wanted)
        expect(await walkCursors(query, size, wanted.length)).toEqual(wanted)
      }),
      { numRuns: rounds(12) },
    )
  })

  test('a walk by cursor may change its page size', async () => {
    const first = await list({ sort: 'cost,asc', size: 3 })
    const { items } = await list({ sort: 'cost,asc', size: 200, cursor: first.page.next ?? '' })
    expect([...first.items, ...items]).toEqual(expected({ sort: 'cost,asc' }).slice(0, 203))
  })
})

describe('400', () => {
  test('a range that begins above its end is refused with a pointer; both ranges are two faults', async () => {
    const one = await refusal(list({ costMin: 5, costMax: 4.99 }))
    expect(one).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(faultsOf(one)).toEqual(['query /costMin range'])
    const ranges = { costMin: 5, costMax: 4, timeMin: 1, timeMax: 0 }
    const both = await refusal(list({ ...ranges, cursor: 'nonsense' }))
    expect(both).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(faultsOf(both)).toEqual(['query /costMin range', 'query /timeMin range'])
    expect(both.detail).toBe(
      'The lowest cost is above the highest: swap the two. The shortest time is above the longest: swap the two.',
    )
  })

  test.each(['ab', '%%', '😀😀', '  '])('search needs three characters: %j', async (search) => {
    const refused = await refusal(list({ search }))
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)).toEqual(['query /search minLength'])
  })

  test('every fault of the query is named', async () => {
    const refused = await service.request(
      `${path}?search=ab&status=done&policyStatus=ok&actors=AI,ROBOT&costMin=-1&costMax=Infinity&timeMin=1e13` +
        `&timeMax=1000000000001&sort=title,asc&size=201&page=0.5&modelName=${'x'.repeat(257)}&entity=1&createdFrom=yesterday&createdTo=2026-02-30T00:00:00Z`,
    )
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'query /actors enum',
      'query /costMax type',
      'query /costMin minimum',
      'query /createdFrom pattern',
      'query /createdTo format',
      'query /entity unknown',
      'query /modelName maxLength',
      'query /page type',
      'query /policyStatus enum',
      'query /search minLength',
      'query /size maximum',
      'query /sort enum',
      'query /status enum',
      'query /timeMax maximum',
      'query /timeMin maximum',
    ])
  })

  test('NUL in a text filter is refused', async () => {
    const refused = await service.request(`${path}?search=abc%00&modelName=a%00`)
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)).toEqual(['query /modelName nul', 'query /search nul'])
  })

  test('a cursor belongs to its filters, its sort and its instance, and is not combined with page', async () => {
    const query: ListWorkLedgerEntriesQuery = { status: 'completed', sort: 'cost,asc' }
    const { page } = await list({ ...query, size: 2 })
    const cursor = page.next ?? ''
    expect((await list({ ...query, cursor })).items).not.toEqual([])
    const changed: ListWorkLedgerEntriesQuery[] = [
      { sort: 'cost,asc' },
      { status: 'completed' },
      { status: 'completed', sort: 'cost,desc' },
      { status: 'failed', sort: 'cost,asc' },
      { ...query, actors: 'AI' },
      { ...query, costMin: 0 },
    ]
    for (const other of changed) {
      const refused = await refusal(list({ ...other, cursor }))
      expect(refused, JSON.stringify(other)).toMatchObject({ status: 400, code: 'invalid_cursor' })
    }
    const foreign = service.other('Viewer').workLedger.list({ ...query, cursor })
    await expect(foreign).rejects.toMatchObject({ status: 400, code: 'invalid_cursor' })
    const withPage = list({ ...query, page: 1, cursor })
    await expect(withPage).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
  })
})
