import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WorkLedgerEntry } from '../../sdk/src/index.ts'
import type { WorkLedgerFilter } from '../../server/db/work-ledger-filter.ts'
import { listWorkLedgerEntries } from '../../server/db/work-ledger-list.ts'
import { workLedgerSortKeys } from '../../server/db/work-ledger-page.ts'
import { asArray, asObject, asString, isObject } from '../../contract/json.ts'
import { findKnownEntries } from '../../server/db/work-ledger-writes.ts'
import { generateEntries } from '../../server/development/generate-entries.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { insertLedgerEntries } from '../helpers/work-ledger-entries.ts'

type Query = WorkLedgerFilter & { sort?: keyof typeof orders; size?: number; page?: number; cursor?: string }

/** More than one request may read of a large ledger (20,000), so that what is bounded can be told from what is not. */
const count = 75_000

let service: TestService
let entries: WorkLedgerEntry[]
beforeAll(async () => {
  service = await startTestService()
  entries = [...generateEntries({ seed: 4, count, until: new Date('2026-11-21T00:00:00Z') })]
  for (let at = 0; at < count; at += 12_500) {
    await insertLedgerEntries(service, 'acme', entries.slice(at, at + 12_500))
  }
  await service.db.raw('vacuum (analyze) work_ledger_entries')
}, 120_000)
afterAll(() => service.close())

describe('a ledger of less than 200,000 entries', () => {
  test('has every page by its number, full, however rare the matches are in its order', async () => {
    const query: Query = { status: 'failed', actors: 'HUMAN', sort: 'cost,asc', size: 20 }
    const expected = findAll(query).map(({ id }) => id)
    expect(expected.length).toBeGreaterThan(100)
    const found: string[] = []
    for (let page = 0; page * 20 < expected.length; page++) {
      const { items } = await list({ ...query, page })
      found.push(...items.map(({ id }) => id))
    }
    expect(found).toEqual(expected)
  })

  test('has no short pages', async () => {
    const { items, page } = await list({ ...dearAndShort, size: 200 })
    expect(items.map(({ id }) => id)).toEqual(findAll(dearAndShort).map(({ id }) => id))
    expect([page.next, page.totalIsExact]).toEqual([null, true])
  })
})

test('what is written in large batches is found in few segments, since a search reads some of each', async () => {
  const segments: unknown[] = await service.db('work_ledger_segments').orderBy('first_block').pluck('blocks')
  // Of six batches, five come as close as they can to the 4,096 blocks that a segment may have.
  expect(segments).toEqual([3912, 784])
})

test('entries whose ids are behind all others are known to be new by one look at an index', async () => {
  const ids = Array.from({ length: 8192 }, (_, at) => `~${at}`)
  const scans = await explainAll(() => findKnownEntries(service.db, 'acme', ids))
  expect(scans).toEqual([{ node: 'Index Only Scan', rows: 1 }])
})

describe('the plan of a list of millions', () => {
  beforeAll(() => pretendToBeLarge())

  const single: Query[] = [
    {},
    ...Object.keys(workLedgerSortKeys).flatMap((field) => [
      { sort: sortOf(`${field},asc`) },
      { sort: sortOf(`${field},desc`) },
    ]),
    { status: 'completed' },
    { status: 'failed' },
    { type: 'TWU' },
    { type: 'NOTHING' },
    { policyStatus: 'non_compliant' },
    { actors: 'HYBRID' },
    { modelName: 'Ticket triage' },
    { costMin: 5 },
    { costMax: 0.05 },
    { costMin: 1, costMax: 1.5 },
    { timeMin: 600 },
    { timeMax: 1 },
    { timeMin: 60, timeMax: 61 },
    { search: 'refund' },
    { search: 'zqxwvk' },
    { search: 'order-' },
    { page: 400, size: 20 },
  ]

  test.each(single)('reads no more than a part of the ledger by its indexes: %j', async (query) => {
    const scans = await explain(query)
    expect(scans.filter(({ node }) => node === 'Seq Scan')).toEqual([])
    expect(rowsOf(scans)).toBeLessThan(count / 2)
  })

  test('is bounded for what combines badly, in any order', async () => {
    const hard: Query[] = [
      { search: 'zzz' },
      { search: 'tion of the' },
      { costMin: 0.1, timeMax: 60 },
      { status: 'failed', policyStatus: 'non_compliant', costMin: 0.01, search: 'ing' },
      { search: 'e o', actors: 'HUMAN', timeMin: 1 },
    ]
    for (const query of hard) {
      for (const sort of ['createdAt,desc', 'cost,asc', 'activeTime,desc'] as const) {
        const scans = await explain({ ...query, sort })
        expect(scans.filter(({ node }) => node === 'Seq Scan')).toEqual([])
        // A walk to the page, one to see where it ended, one for the total; and the rows on the way.
        expect(rowsOf(scans)).toBeLessThan(3 * 20_000 + 40_000)
      }
    }
  })

  test('reads for one that is four times as deep no more', async () => {
    const { page } = await list({ size: 200 })
    const after = async (cursor: string | null) => rowsOf(await explain({ size: 200, cursor: cursor ?? '' }))
    const shallow = await after(page.next)
    let cursor = page.next
    for (let at = 0; at < 4; at++) cursor = (await list({ size: 200, cursor: cursor ?? '' })).page.next
    expect(await after(cursor)).toBe(shallow)
  })
})

describe('a list of millions', () => {
  beforeAll(() => pretendToBeLarge())

  test('holds what a search through all entries finds, page for page, or a beginning of it', async () => {
    const query = fc.record(
      {
        status: fc.constantFrom('completed', 'in_progress', 'pending', 'failed'),
        policyStatus: fc.constantFrom('compliant', 'non_compliant', 'review_required'),
        actors: fc.constantFrom('AI', 'HUMAN', 'HYBRID'),
        modelName: fc.constantFrom('Ticket triage', 'Goodwill refund', 'Nothing'),
        costMin: fc.constantFrom(0, 0.1, 1, 20),
        timeMax: fc.constantFrom(0, 1, 60, 1000),
        search: fc.constantFrom('refund', 'ltd', 'GMBH', 'tanaka logistics', '-77', 'zzz', '7d5'),
        sort: fc.constantFrom(...Object.keys(orders).map(sortOf)),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(query, async (query) => {
        const expected = findAll(query).map(({ id }) => id)
        const found: string[] = []
        let cursor: string | null = null
        for (let pages = 0; pages < 3; pages++) {
          const { items, page } = await list({ ...query, size: 50, ...(cursor && { cursor }) })
          found.push(...items.map(({ id }) => id))
          if (page.totalIsExact) expect(page.totalElements).toBe(expected.length)
          else if (pages === 0) expect(page.totalElements).toBeLessThanOrEqual(expected.length)
          cursor = page.next
          if (cursor === null) break
        }
        expect(found).toEqual(cursor === null ? expected : expected.slice(0, found.length))
      }),
      { numRuns: 60, seed: 11 },
    )
  })

  test('whose matches are rare among many has short pages, and its cursors lead through all of them', async () => {
    const query: Query = {
      ...dearAndShort,
      size: 200,
    }
    const expected = findAll(query).map(({ id }) => id)
    expect(expected.length).toBeGreaterThan(5)
    const found: string[] = []
    let shortPages = 0
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { items, page } = await list({ ...query, ...(cursor && { cursor }) })
      if (items.length < 200 && page.next !== null) {
        shortPages += 1
        expect(page.totalIsExact).toBe(false)
      }
      found.push(...items.map(({ id }) => id))
      cursor = page.next
    }
    expect(found).toEqual(expected)
    expect(shortPages).toBeGreaterThan(0)
  })

  test('refuses a page by number that lies beyond what one request may read, and names the cursor', async () => {
    const refused = await refusal(list({ ...dearAndShort, size: 200, page: 3 }))
    expect([refused.status, refused.code]).toEqual([400, 'page_too_deep'])
    expect(refused.message).toContain('cursor')
  })

  test('has exact totals up to 10,000, whatever exact filters it has', async () => {
    const rare = { status: 'failed', policyStatus: 'review_required', actors: 'AI' } as const
    const { page } = await list(rare)
    expect([page.totalElements, page.totalIsExact]).toEqual([findAll(rare).length, true])
    const { page: common } = await list({ status: 'completed' })
    expect([common.totalElements, common.totalIsExact]).toEqual([10_000, false])
  })
})

/** A million more entries are counted, of a status that no filter can name. */
async function pretendToBeLarge(): Promise<void> {
  await service.db.raw(
    `insert into work_ledger_counts values ('acme', '-', '-', 'absent', '-', '-', 1000000) on conflict do nothing`,
  )
}

/** Each is true of tens of thousands, both of a handful. */
const dearAndShort = { costMin: 0.44, timeMax: 36 }

const orders = {
  'createdAt,asc': 1,
  'createdAt,desc': -1,
  'updatedAt,asc': 1,
  'updatedAt,desc': -1,
  'cost,asc': 1,
  'cost,desc': -1,
  'activeTime,asc': 1,
  'activeTime,desc': -1,
} as const

function sortOf(text: string): keyof typeof orders {
  if (!isSort(text)) throw new Error(`${text} is no sort.`)
  return text
}

function isSort(text: string): text is keyof typeof orders {
  return text in orders
}

function list(query: Query) {
  return service.acme('Viewer').workLedger.list(query)
}

/** The slow way, without an index or a database. */
function findAll({ sort = 'createdAt,desc', search, ...filter }: Query): WorkLedgerEntry[] {
  const { status, type, policyStatus, actors, modelName } = filter
  const { costMin = 0, costMax = Infinity, timeMin = 0, timeMax = Infinity } = filter
  const text = search?.toLowerCase()
  const field = sort.split(',')[0]
  const key = ({ createdAt, updatedAt, cost, activeTime }: WorkLedgerEntry) =>
    field === 'cost'
      ? cost
      : field === 'activeTime'
        ? activeTime
        : field === 'updatedAt'
          ? updatedAt
          : createdAt
  return entries
    .filter((entry) => (status ?? entry.status) === entry.status && (type ?? entry.type) === entry.type)
    .filter((entry) => (policyStatus ?? entry.policyStatus) === entry.policyStatus)
    .filter((entry) => (modelName ?? entry.modelName) === entry.modelName)
    .filter(
      (entry) => actors === undefined || (actors === 'HYBRID' ? 'AI,HUMAN' : actors) === entry.actors.join(),
    )
    .filter(
      ({ cost, activeTime }) =>
        cost >= costMin && cost <= costMax && activeTime >= timeMin && activeTime <= timeMax,
    )
    .filter(
      ({ title, description, id, entityId, relatedEntity }) =>
        text === undefined ||
        [title, description, id, entityId, relatedEntity].some((value) => value.toLowerCase().includes(text)),
    )
    .toSorted((a, b) => orders[sort] * (compare(key(a), key(b)) || compare(a.id, b.id)))
}

function compare<Value extends string | number>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0
}

interface Scan {
  node: string
  rows: number
}

function explain(query: Query): Promise<Scan[]> {
  return explainAll(() => select(query))
}

/** Every reading of the table in the statements that run, with the rows it really read. */
async function explainAll(run: () => Promise<unknown>): Promise<Scan[]> {
  const statements: { sql: string; bindings: unknown[] }[] = []
  const remember = (statement: { sql: string; bindings: unknown[] }) => statements.push(statement)
  service.db.on('query', remember)
  try {
    await run()
  } finally {
    service.db.off('query', remember)
  }
  const scans: Scan[] = []
  for (const { sql, bindings } of statements.filter((statement) =>
    statement.sql.includes('work_ledger_entries'),
  )) {
    const { rows } = await service.db.raw<{ rows: Record<string, unknown>[] }>(
      `explain (analyze, format json) ${sql.replaceAll(/\$\d+/g, '?')}`,
      bindings.map((value) => (isBinding(value) ? value : String(value))),
    )
    for (const plan of asArray(rows[0]?.['QUERY PLAN'])) collect(asObject(asObject(plan)['Plan']), scans)
  }
  return scans
}

function isBinding(value: unknown): value is string | number | Buffer | number[] {
  return (
    typeof value === 'string' || typeof value === 'number' || value instanceof Buffer || Array.isArray(value)
  )
}

/** As the operation does it, but with the database that is watched here. */
async function select({
  sort = 'createdAt,desc',
  size = 20,
  page = 0,
  cursor,
  ...filter
}: Query): Promise<void> {
  const [field = '', direction] = sort.split(',')
  const [key] = Object.entries(workLedgerSortKeys).flatMap(([name, key]) => (name === field ? [key] : []))
  if (!key) throw new Error(`There is no sort key ${field}.`)
  const after = cursor === undefined ? null : readPosition(cursor)
  await listWorkLedgerEntries(service.db, 'acme', filter, {
    sort: key,
    descending: direction === 'desc',
    size,
    offset: page * size,
    after,
  })
}

function readPosition(cursor: string): { value: string; id: string } {
  const [, value, id] = asArray(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))).map(String)
  return { value: asString(value), id: asString(id) }
}

function collect(plan: Record<string, unknown>, scans: Scan[]): void {
  if (plan['Relation Name'] === 'work_ledger_entries') {
    const loops = Number(plan['Actual Loops'])
    const read = Number(plan['Actual Rows']) + Number(plan['Rows Removed by Filter'] ?? 0)
    scans.push({ node: String(plan['Node Type']), rows: Math.round(read * loops) })
  }
  for (const part of asArray(plan['Plans'] ?? [])) if (isObject(part)) collect(part, scans)
}

function rowsOf(scans: readonly Scan[]): number {
  return scans.reduce((sum, { rows }) => sum + rows, 0)
}
