import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  ListWorkLedgerEntriesQuery,
  SummariseWorkLedgerQuery,
  WorkLedgerEntry,
  WorkLedgerSummary,
} from '../../sdk/src/index.ts'
import { sumOfDecimals } from '../../contract/rules/decimals.ts'
import { recountDays } from '../../server/db/work-ledger-writes.ts'
import { pruneWorkLedger } from '../../server/ledger/prune.ts'
import { faultsOf } from '../helpers/faults.ts'
import { refusal } from '../helpers/outcomes.ts'
import { rounds } from '../helpers/rounds.ts'
import { describeFaultyQueries } from '../helpers/ledger-queries.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { collect, compareText } from '../helpers/walks.ts'
import {
  insertLedgerEntries,
  generatedEntries,
  insertLedgerRows,
  ledgerFilters,
  ledgerRow,
} from '../helpers/data/work-ledger-entries.ts'

const path = '/instances/acme/work-ledger/summary'
const entries = generatedEntries(300)

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await insertLedgerEntries(service, 'acme', entries)
  await insertLedgerRows(service, [ledgerRow({ instance_id: 'other', id: 'foreign', cost: 1e9 })])
})
afterAll(() => service.close())

function summarise(query: SummariseWorkLedgerQuery) {
  return service.acme('Viewer').workLedger.summarise(query)
}

function list(query: ListWorkLedgerEntriesQuery): Promise<WorkLedgerEntry[]> {
  return collect(service.acme('Viewer').workLedger.list({ ...query, size: 200 }))
}

/** What the summary must be, from the entries one by one. */
function addUp(found: WorkLedgerEntry[], groupBy: OfEntries): WorkLedgerSummary {
  const groups = [...Map.groupBy(found, (entry) => keyOf(entry, groupBy))]
    .map(([key, members]) => ({ key, ...sum(members) }))
    .sort((a, b) => (groupBy === 'day' ? 0 : b.count - a.count) || compareText(a.key, b.key))
  const isOpen = ({ status, policyStatus }: WorkLedgerEntry) =>
    policyStatus === 'review_required' && (status === 'completed' || status === 'failed')
  return { groupBy, total: sum(found), openReviews: found.filter(isOpen).length, groups, isTruncated: false }
}

/** Groups that have whole entries. */
type OfEntries = Exclude<WorkLedgerSummary['groupBy'], 'agent' | 'aiModel'>

function keyOf(entry: WorkLedgerEntry, groupBy: OfEntries): string {
  if (groupBy === 'day') return entry.createdAt.slice(0, 10)
  if (groupBy === 'actors') return entry.actors.length === 2 ? 'HYBRID' : entry.actors.join()
  return entry[groupBy]
}

function sum(found: WorkLedgerEntry[]) {
  const cost = sumOfDecimals(found.map((entry) => entry.cost))
  const activeTime = sumOfDecimals(found.map((entry) => entry.activeTime))
  return { count: found.length, cost, activeTime, withoutCost: 0 }
}

describe('200', () => {
  test('by status when nothing else is said, over the whole ledger of the instance', async () => {
    expect(await summarise({})).toEqual(addUp(entries, 'status'))
  })

  test.each(['status', 'policyStatus', 'actors', 'modelName', 'day'] as const)(
    'by %s, the sums of all groups are the total',
    async (groupBy) => {
      const summary = await summarise({ groupBy })
      expect(summary).toEqual(addUp(entries, groupBy))
      expect(summary.groups.reduce((total, { count }) => total + count, 0)).toBe(summary.total.count)
    },
  )

  test('it adds up what the list gives, whatever the filters', async () => {
    const grouping = fc.constantFrom<OfEntries>('status', 'policyStatus', 'actors', 'modelName', 'day')
    await fc.assert(
      fc.asyncProperty(ledgerFilters(entries), grouping, async (filter, groupBy) => {
        expect(await summarise({ ...filter, groupBy })).toEqual(addUp(await list(filter), groupBy))
      }),
      { seed: 20261121, numRuns: rounds(8) },
    )
  })

  test('nothing found is zero and no groups', async () => {
    const nothing = {
      groupBy: 'status',
      total: { count: 0, cost: 0, activeTime: 0, withoutCost: 0 },
      openReviews: 0,
      groups: [],
    }
    for (const query of [{ modelName: 'none' }, { search: 'nowhere to be found' }, { costMin: 1e12 }]) {
      expect(await summarise(query)).toEqual({ ...nothing, isTruncated: false })
    }
  })

  test('a day is one of UTC, and the sums are exact', async () => {
    const at = (created_at: string, cost: number, id: string) =>
      ledgerRow({
        id,
        created_at: new Date(created_at).toISOString(),
        cost,
        active_time: 0.1,
        model_name: 'Exact',
      })
    await insertLedgerRows(service, [
      at('2019-12-31T23:59:59.999Z', 0.1, 'exact-1'),
      at('2020-01-01T00:00:00.000Z', 0.2, 'exact-2'),
      at('2020-01-01T23:59:59.999Z', 1e12, 'exact-3'),
      at('2020-01-01T12:00:00.000Z', 0.0000004, 'exact-4'),
    ])
    const query = { modelName: 'Exact', groupBy: 'day' } as const
    const expected = {
      groupBy: 'day',
      total: { count: 4, cost: 1_000_000_000_000.3, activeTime: 0.4, withoutCost: 0 },
      openReviews: 0,
      groups: [
        { key: '2019-12-31', count: 1, cost: 0.1, activeTime: 0.1, withoutCost: 0 },
        { key: '2020-01-01', count: 3, cost: 1_000_000_000_000.2, activeTime: 0.3, withoutCost: 0 },
      ],
      isTruncated: false,
    }
    expect(await summarise(query)).toEqual(expected)
    expect(await summarise({ ...query, timeMax: 0.1 })).toEqual(expected)
  })

  test('a cost is the decimal that was sent, and a sum is rounded once, half up, to 12 decimals', async () => {
    const row = (id: string, cost: number) => ledgerRow({ id, cost, active_time: cost, model_name: `Tokens ${id[0]}` })
    const rows = Object.entries({
      a: [0.0000025],
      b: [0.0000004, 0.0000004, 0.0000004],
      // Of $0.00375 a million tokens.
      c: [0.00000000375, 0.1, 0.2],
      d: [2e-13, 3e-13, 5e-324],
      e: [2e-13, 2.99e-13],
      f: [123_456_789_012.345, 0.000001],
    }).flatMap(([name, costs]) => costs.map((cost, at) => row(`${name}-${at}`, cost)))
    await insertLedgerRows(service, rows)
    const expected = { a: 0.0000025, b: 0.0000012, c: 0.30000000375, d: 1e-12, e: 0, f: 123_456_789_012.345001 }
    for (const query of [{}, { timeMax: 1e12 }])
      for (const [name, cost] of Object.entries(expected)) {
        const { total } = await summarise({ modelName: `Tokens ${name}`, ...query })
        expect([name, total.cost, total.activeTime]).toEqual([name, cost, cost])
      }
    const listed = await list({ modelName: 'Tokens d', sort: 'cost,asc', costMax: 2e-13 })
    expect(listed.map(({ cost }) => cost)).toEqual([5e-324, 2e-13])
    // What is added and taken away again leaves nothing behind.
    await insertLedgerRows(
      service,
      rows.map((one) => ({ ...one, cost: 0, updated_at: '2030-01-01T00:00:00.000Z' })),
    )
    expect((await summarise({ modelName: 'Tokens f' })).total.cost).toBe(0)
  })

  test('an entry that changes is counted as what it is now, and one that is deleted no more', async () => {
    const entry = ledgerRow({
      id: 'changing',
      model_name: 'Changing',
      status: 'pending',
      cost: 0.1,
      created_at: '2000-01-01T00:00:00.000Z',
    })
    await insertLedgerRows(service, [entry])
    const updated_at = '2026-12-01T00:00:00.000Z'
    await insertLedgerRows(service, [{ ...entry, status: 'failed', cost: 0.7, updated_at }])
    const { total, groups } = await summarise({ modelName: 'Changing' })
    expect(groups).toEqual([{ key: 'failed', ...total }])
    expect(total).toMatchObject({ count: 1, cost: 0.7 })
    await pruneWorkLedger(service.db, 'acme', new Date('2001-01-01'))
    expect(await summarise({ modelName: 'Changing' })).toMatchObject({ total: { count: 0 }, groups: [] })
  })
})

describe('an outcome', () => {
  const row = (id: string, given: object) =>
    ledgerRow({ id, instance_id: 'acme', model_id: 'm', model_version: 1, model_name: 'Computed', ...given })
  const outcome = (value: number | string | null, name = 'saved') => [
    { name, value, type: null, unit: null, fault: null },
  ]
  const asked = { modelId: 'm', outcome: 'saved' }

  test('is added up by day and by version, where it is a number', async () => {
    await insertLedgerRows(service, [
      row('one', { outcomes: outcome(0.1) }),
      row('two', { outcomes: outcome(0.2), created_at: '2026-11-22T00:00:00.000Z' }),
      row('three', { outcomes: outcome(-3), model_version: 2 }),
      row('text', { outcomes: outcome('4'), model_version: 2 }),
      row('fault', { outcomes: outcome(null), model_version: 3 }),
      row('other', { outcomes: outcome(7, 'other'), model_version: null }),
      row('foreign', { model_id: 'n', outcomes: outcome(1000) }),
    ])
    const all = { count: 3, sum: -2.7, average: -0.9, minimum: -3, maximum: 0.2 }
    const nothing = { count: 0, sum: 0, average: null, minimum: null, maximum: null }
    const byDay = await summarise({ ...asked, groupBy: 'day' })
    expect(byDay.total).toMatchObject({ count: 6, outcome: all })
    expect(byDay.versions?.map(({ key, count, outcome }) => ({ key, count, outcome }))).toEqual([
      { key: '1', count: 2, outcome: { count: 2, sum: 0.3, average: 0.15, minimum: 0.1, maximum: 0.2 } },
      { key: '2', count: 2, outcome: { count: 1, sum: -3, average: -3, minimum: -3, maximum: -3 } },
      { key: '3', count: 1, outcome: nothing },
      { key: 'none', count: 1, outcome: nothing },
    ])
    expect(byDay.groups.map(({ key, outcome }) => [key, outcome?.sum])).toEqual([
      ['2026-11-20', -2.9],
      ['2026-11-22', 0.2],
    ])
    expect((await summarise({ modelId: 'nothing', outcome: 'saved' })).total.outcome).toEqual(nothing)
  })

  test('may have any double, also where the sum is none', async () => {
    const large = [1.7e308, 1.7e308, 5e-324].map((value, at) =>
      row(`large-${at}`, { model_id: 'l', outcomes: outcome(value) }),
    )
    await insertLedgerRows(service, large)
    expect((await summarise({ ...asked, modelId: 'l' })).total.outcome).toMatchObject({
      sum: 1.7976931348623157e308,
      minimum: 5e-324,
      maximum: 1.7e308,
    })
  })

  test('needs the model', async () => {
    const refused = await refusal(summarise({ outcome: 'saved' }))
    expect(refused).toMatchObject({ status: 400, errors: [{ pointer: '/outcome', code: 'needs_model' }] })
  })
})

describeFaultyQueries(() => service, path, [
  ['groupBy=week', 'query /groupBy enum'],
  ['search=ab', 'query /search minLength'],
  ['page=0', 'query /page unknown'],
  ['sort=cost,asc', 'query /sort unknown'],
])

describe('more entries than are looked at one by one', () => {
  beforeAll(() => insertMany(service))

  test('more than a thousand groups: the largest models and the newest days, in order', async () => {
    const models = await summarise({ groupBy: 'modelName', type: 'MANY' })
    expect(models).toMatchObject({ isTruncated: true, total: { count: 100_050 } })
    const largest = Array.from({ length: 1050 }, (_, at) => `Model ${at}`).sort(compareText)
    expect(models.groups.map(({ key }) => key)).toEqual(largest.slice(0, 1000))
    expect(new Set(models.groups.map(({ count }) => count))).toEqual(new Set([91]))
    const days = await summarise({ groupBy: 'day', type: 'MANY' })
    expect(days).toMatchObject({ isTruncated: true, total: { count: 100_050 } })
    expect(days.groups).toHaveLength(1000)
    expect(days.groups[0]?.key).toBe('2003-03-02')
    expect(days.groups.at(-1)?.key).toBe('2005-11-25')
  })

  // Of 0 to 33,349.67 dollars, and of 0 to 14,292.71 seconds.
  const ranges: [string, SummariseWorkLedgerQuery][] = [
    ['all of them', { costMin: 0 }],
    ['most of them', { costMin: 10, timeMax: 14_290 }],
    ['all but a few at every end', { costMin: 10, costMax: 33_340, timeMin: 10, timeMax: 14_280 }],
  ]

  test.each(ranges)('ranges that hold %s', async (_name, range) => {
    const expected = await sumUp(service, range)
    expect(expected.count).toBeGreaterThan(99_000)
    for (const groupBy of ['status', 'day'] as const) {
      expect((await summarise({ ...range, groupBy })).total).toEqual(expected)
    }
    const { groups } = await summarise({ ...range, groupBy: 'actors' })
    expect(groups.reduce((total, { count }) => total + count, 0)).toBe(expected.count)
  })

  test('422: a search that finds more than 100,000 of them, until something narrows it', async () => {
    const refused = await refusal(summarise({ search: 'many' }))
    expect(refused).toMatchObject({ status: 422, code: 'search_too_broad' })
    expect(faultsOf(refused)).toEqual(['query /search broad'])
    expect(await summarise({ search: 'many', costMax: 1 })).toMatchObject({ total: { count: 4 } })
  })

  test('422: an outcome of more than 100,000 of them', async () => {
    const refused = await refusal(summarise({ modelId: 'many', outcome: 'cost' }))
    expect(refused).toMatchObject({ status: 422, code: 'search_too_broad' })
    expect(faultsOf(refused)).toEqual(['query /outcome broad'])
  })
})

/** 100,050 entries of 1,100 models on 2,200 days, without indexes, which take most of the time. */
async function insertMany({ db }: TestService): Promise<void> {
  // One after the other: Citus drops one index at a time.
  for (const name of [
    'by_updated_at',
    'by_entity',
    'by_model',
    'reviewed',
    'by_filter',
    'by_created_at',
    'by_cost',
    'by_active_time',
  ])
    await db.raw('drop index ??', [`work_ledger_entries_${name}`])
  await db.raw(`
    insert into work_ledger_entries
      (instance_id, id, title, description, type, status, entity_id, related_entity, actors, active_time, cost,
       policy_status, model_id, model_name, created_at, updated_at)
    select 'acme', 'many-' || at, 'x', '', 'MANY', 'completed', 'x', 'x', 'AI', at / 7.0, at / 3.0, 'compliant',
           'many', 'Model ' || at % 1100, timestamptz '1999-11-18T00:00:00Z' + at % 2200 * interval '1 day', now()
      from generate_series(0, 100049) at`)
  await recountDays(db, 'acme')
}

async function sumUp(
  { db }: TestService,
  { costMin = 0, costMax = Infinity, timeMin = 0, timeMax = Infinity }: SummariseWorkLedgerQuery,
): Promise<WorkLedgerSummary['total']> {
  const { rows } = await db.raw<{ rows: WorkLedgerSummary['total'][] }>(
    `select count(*), round(sum(cost), 12)::float8 as cost, round(sum(active_time), 12)::float8 as "activeTime", 0 as "withoutCost"
       from work_ledger_entries
      where instance_id = 'acme' and cost between ? and ? and active_time between ? and ?`,
    [costMin, costMax, timeMin, timeMax],
  )
  return rows[0] ?? expect.fail('An aggregate has a row.')
}
