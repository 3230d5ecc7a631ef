import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ExecutionReport, WorkLedgerEntry, WorkOperation } from '../../sdk/src/index.ts'
import { addToDays, summedColumns } from '../../server/db/work-ledger-days.ts'
import type { AgentWorkSums, TokenSums } from '../../spec/gen/openapi.gen.ts'
import { now } from '../helpers/clock.ts'
import { check, execution, pay } from '../helpers/data/executions.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'
import { rounds } from '../helpers/rounds.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { collect } from '../helpers/walks.ts'

/**
 * Random executions by agents that are renamed and deleted, reported in batches, some twice, some unfinished first, while prices change. All sums of the
 * service are compared with sums over the reports, in units of 10^-9, which are whole.
 */
type Report = ExecutionReport & { modelId: string }

let service: TestService
let modelId: string
const agentIds: string[] = []
const reports = new Map<string, Report>()
let entries: ReadonlyMap<string, WorkLedgerEntry>
beforeAll(async () => {
  service = await startTestService()
  const models = twuModels(service)
  modelId = (await models.create(completeInput())).body.id
  await models.publish(modelId)
  await makeAgents()
  const generated = fc.sample(fc.array(operation(), { minLength: 1, maxLength: 5 }), { numRuns: rounds(200), seed: 53 })
  const batches = chunk(generated.map(toReport), 50)
  await setPrice('claude-sonnet-4-5', '2020-01-01', 300)
  for (const [at, batch] of batches.entries()) {
    if (at === 2) {
      await changeAgents()
      await setPrice('Δ', '2026-11-21', 70)
      await setPrice('claude-sonnet-4-5', '2026-11-22', 500)
    }
    await send(batch.map((each, place) => (place % 7 === 0 ? { ...each, status: 'in_progress' } : each)))
    await send(batch.filter((_each, place) => place % 7 === 0 || place % 11 === 0))
  }
  // A price that comes later changes nothing that is stored, and neither does the same report again.
  await setPrice('openai/gpt-5', '2020-01-01', 900)
  await service.keyless().executions.reportMany(batches[0] ?? [])
  await spreadOverDays()
  entries = new Map((await collect(service.acme().workLedger.list({ size: 200 }))).map((entry) => [entry.id, entry]))
})
afterAll(() => service.close())

async function makeAgents(): Promise<void> {
  for (const name of ['Ada', 'Ben', 'Cleo']) {
    const input = {
      name,
      active: true,
      ...(name === 'Ben' ? { type: 'HUMAN' as const } : { type: 'AI' as const, model: 'm' }),
    }
    agentIds.push((await service.acme().agents.create(input)).id)
  }
}

/** Ada gets another name, and Cleo is deleted. */
async function changeAgents(): Promise<void> {
  const [ada = '', , cleo = ''] = agentIds
  const { etag } = await service.acme().agents.get(ada)
  await service.acme().agents.update(ada, { name: 'Ada Two', type: 'AI', model: 'm', active: true }, { ifMatch: etag })
  await service.acme().agents.delete(cleo)
}

/** In cents for a million tokens; from a cache they cost a tenth. All operations began on 21 November. */
async function setPrice(model: string, validFrom: string, cents: number): Promise<void> {
  const [input, cachedInput, output] = [cents / 100, cents / 1000, cents / 25]
  await service.acme().modelPrices.set({ model, validFrom, input, cachedInput, output })
  if (validFrom <= '2026-11-21') prices.set(model, cents)
}

const prices = new Map<string, number>()

/** The operation with the cost that it is to have. */
function priced(operation: WorkOperation): WorkOperation {
  const cents = prices.get(operation.aiModel ?? '')
  if (operation.cost !== undefined || cents === undefined || !operation.usage) return operation
  const { inputTokens = 0, cachedInputTokens = 0, outputTokens = 0 } = operation.usage
  const tenths = (inputTokens - cachedInputTokens) * 10 + cachedInputTokens + outputTokens * 40
  return { ...operation, cost: (tenths * cents) / 1e9 }
}

function operation(): fc.Arbitrary<WorkOperation> {
  const tokens = fc.record({
    inputTokens: fc.integer({ min: 2000, max: 9000 }),
    cachedInputTokens: fc.integer({ min: 0, max: 1000 }),
    cacheWriteTokens: fc.integer({ min: 0, max: 1000 }),
    outputTokens: fc.integer({ min: 0, max: 5000 }),
  })
  const millionths = fc.integer({ min: 0, max: 5_000_000 }).map((units) => units / 1e6)
  const ai = fc.record(
    {
      agentId: fc.constantFrom('0', '2', 'crawler', 'Åsa 7'),
      aiModel: fc.constantFrom('claude-sonnet-4-5', 'openai/gpt-5', 'Δ'),
      usage: tokens,
    },
    { requiredKeys: [] },
  )
  const human = fc.record({ agentId: fc.constantFrom('1', 'crawler') }, { requiredKeys: [] })
  const measured = fc.record({ cost: millionths, activeTime: millionths })
  const { cost: _, ...uncosted } = check
  return fc.oneof(
    fc.tuple(measured, ai).map(([sums, named]) => ({ ...check, ...sums, ...named })),
    ai.map((named) => ({ ...uncosted, ...named })),
    fc.tuple(measured, human).map(([sums, named]) => ({ ...pay, ...sums, ...named })),
  )
}

/** In an operation, an agent is named by its place among the agents. */
function toReport(operations: WorkOperation[], at: number): Report {
  const named = operations.map(({ agentId, ...rest }) => {
    return { ...rest, ...(agentId !== undefined && { agentId: agentIds[Number(agentId)] ?? agentId }) }
  })
  const status = at % 5 === 0 ? ('failed' as const) : ('completed' as const)
  return { modelId, ...execution({ id: `work-${at}`, status, operations: named }) }
}

async function send(batch: Report[]): Promise<void> {
  const { results } = await service.keyless().executions.reportMany(batch)
  expect(results.filter(({ code }) => code !== null)).toEqual([])
  for (const each of batch) reports.set(each.id, { ...each, operations: each.operations.map(priced) })
}

/** The database's clock is that of reports, so that work of many days is made by moving it. */
async function spreadOverDays(): Promise<void> {
  for (const [table, id] of [
    ['work_ledger_entries', 'id'],
    ['work_ledger_shares', 'entry_id'],
  ])
    // In the time of no zone: Citus takes no functions here that read the zone of the session.
    await service.db.raw(
      `update ${table} set created_at = (created_at at time zone 'UTC'
         - hashtext(${id}) % 1000 * interval '37 minutes 11 seconds') at time zone 'UTC'`,
    )
  await service.db('work_ledger_days').delete()
  await addToDays(service.db, service.db('work_ledger_entries').select(summedColumns), 1)
}

function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}

interface Done {
  operation: WorkOperation
  entry: WorkLedgerEntry
}

/** All operations that were done, each with the entry that it is of. */
function done(matches: (entry: WorkLedgerEntry) => boolean = () => true): Done[] {
  return [...entries.values()].filter(matches).flatMap((entry) => {
    return (reports.get(entry.id)?.operations ?? []).map((operation) => ({ operation, entry }))
  })
}

/** What numbers of whole 10^-9 add up to. */
function add(numbers: readonly (number | undefined)[]): number {
  return numbers.reduce<number>((sum, number = 0) => sum + Math.round(number * 1e9), 0) / 1e9
}

function usageOf(operations: readonly Done[]): TokenSums {
  const sum = (name: keyof TokenSums) => add(operations.map(({ operation }) => operation.usage?.[name]))
  return {
    inputTokens: sum('inputTokens'),
    cachedInputTokens: sum('cachedInputTokens'),
    cacheWriteTokens: sum('cacheWriteTokens'),
    outputTokens: sum('outputTokens'),
  }
}

function sumsOf(operations: readonly Done[]) {
  const worked = [...new Set(operations.map(({ entry }) => entry))]
  const cost = add(operations.map(({ operation }) => operation.cost))
  const activeTime = add(operations.map(({ operation }) => operation.activeTime))
  const uncosted = operations.filter(
    ({ operation: { cost, aiModel, usage } }) => cost === undefined && (aiModel ?? usage),
  )
  const withoutCost = uncosted.length
  return { worked, count: worked.length, cost, activeTime, withoutCost, usage: usageOf(operations) }
}

function workOf(operations: readonly Done[]): AgentWorkSums {
  const { worked, count, ...sums } = sumsOf(operations)
  const countOf = (matches: (entry: WorkLedgerEntry) => boolean) => worked.filter(matches).length
  const failed = countOf(({ status }) => status === 'failed')
  const nonCompliant = countOf(({ policyStatus }) => policyStatus === 'non_compliant')
  const isOpen = ({ status, policyStatus }: WorkLedgerEntry) =>
    policyStatus === 'review_required' && status !== 'in_progress' && status !== 'pending'
  const each = (part: number) => (count === 0 ? null : part / count)
  return {
    executions: count,
    failed,
    failedShare: each(failed),
    nonCompliant,
    nonCompliantShare: each(nonCompliant),
    openReviews: countOf(isOpen),
    decidedReviews: 0,
    ...sums,
    costPerExecution: count === 0 ? null : Math.round((sums.cost / count) * 1e12) / 1e12,
  }
}

/** The day of an entry by the calendar of the platform. */
function dayIn(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  return ({ entry }: Done) => format.format(new Date(entry.createdAt))
}

const names = { Ada: 'Ada Two', Ben: 'Ben', Cleo: 'Cleo' }
function nameOf(id: string): string | null {
  return Object.values(names)[agentIds.indexOf(id)] ?? null
}

describe('a summary', () => {
  test.each(['agent', 'aiModel'] as const)('by %s: shares and the rest add up to the total', async (groupBy) => {
    const { groups, rest, total } = await service.acme().workLedger.summarise({ groupBy })
    const named = done().filter(({ operation }) => keyOf(operation) !== undefined)
    function keyOf({ agentId, aiModel }: WorkOperation) {
      return groupBy === 'agent' ? agentId : aiModel
    }
    const expected = [...Map.groupBy(named, ({ operation }) => keyOf(operation) ?? '')].map(([key, group]) => {
      const { worked: _, ...sums } = sumsOf(group)
      return { key, ...(groupBy === 'agent' && { name: nameOf(key) }), ...sums }
    })
    expect(new Map(groups.map((group) => [group.key, group]))).toEqual(
      new Map(expected.map((each) => [each.key, each])),
    )
    expect(add([...groups.map(({ cost }) => cost), rest?.cost])).toBe(total.cost)
    expect(add([...groups.map(({ activeTime }) => activeTime), rest?.activeTime])).toBe(total.activeTime)
    expect(total.cost).toBe(sumsOf(done()).cost)
    expect(add([...groups.map(({ withoutCost }) => withoutCost), rest?.withoutCost])).toBe(total.withoutCost)
    expect(total.withoutCost).toBe(sumsOf(done()).withoutCost)
    expect(total.withoutCost).toBeGreaterThan(0)
  })

  test('of a filter has the shares of the entries that match, and of no other', async () => {
    const agentId = agentIds[0]
    const { groups, rest, total } = await service
      .acme()
      .workLedger.summarise({ groupBy: 'agent', agentId, status: 'failed' })
    const matching = done(({ id, status }) => {
      return status === 'failed' && (reports.get(id)?.operations ?? []).some((each) => each.agentId === agentId)
    })
    expect(add([...groups.map(({ cost }) => cost), rest?.cost])).toBe(total.cost)
    expect(total.cost).toBe(sumsOf(matching).cost)
    const own = groups.find(({ key }) => key === agentId)
    expect(own?.cost).toBe(sumsOf(matching.filter(({ operation }) => operation.agentId === agentId)).cost)
  })

  test.each(['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Chatham', 'Europe/Berlin'])(
    'by day has the days of %s',
    async (timeZone) => {
      const { groups } = await service.acme().workLedger.summarise({ groupBy: 'day', timeZone })
      const expected = [...Map.groupBy(done(), dayIn(timeZone))].map(([key, group]) => {
        const { worked: _, usage: __, ...sums } = sumsOf(group)
        return { key, ...sums }
      })
      expect(groups).toEqual(expected.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
    },
  )
})

describe("an agent's work", () => {
  test.each(['UTC', 'Asia/Kathmandu', 'America/St_Johns'])('in %s is that of its operations', async (timeZone) => {
    const to = new Date(now() + 2 * 864e5).toISOString().slice(0, 10)
    const from = new Date(now() - 9 * 864e5).toISOString().slice(0, 10)
    const before = new Date(Date.parse(from) - 12 * 864e5).toISOString().slice(0, 10)
    const dayOf = dayIn(timeZone)
    for (const id of [...agentIds, 'crawler', 'Åsa 7']) {
      const work = await service.acme().agents.work.get(id, { from, to, timeZone })
      const own = done().filter(({ operation }) => operation.agentId === id)
      const inRange = own.filter((each) => from <= dayOf(each) && dayOf(each) <= to)
      const models = [...Map.groupBy(inRange, ({ operation }) => operation.aiModel ?? null)]
      const aiModels = models.map(([aiModel, group]) => ({ aiModel, sums: workOf(group) }))
      const days = [...Map.groupBy(inRange, dayOf)].map(([day, group]) => ({ day, sums: workOf(group) }))
      expect(work).toEqual({
        id,
        name: nameOf(id),
        exists: ['Ada Two', 'Ben'].includes(nameOf(id) ?? ''),
        from,
        to,
        timeZone,
        total: workOf(inRange),
        before: workOf(own.filter((each) => before <= dayOf(each) && dayOf(each) < from)),
        days: days.toSorted((a, b) => (a.day < b.day ? -1 : 1)),
        aiModels: aiModels.toSorted((a, b) => b.sums.cost - a.sums.cost),
      })
    }
  })
})
