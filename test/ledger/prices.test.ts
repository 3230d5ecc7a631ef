import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { costOfMillions } from '../../contract/rules/decimals.ts'
import type { WorkOperation } from '../../sdk/src/index.ts'
import { toWorkLedgerRow } from '../../server/db/work-ledger-entries.ts'
import { writeEntries } from '../../server/ledger/write-entries.ts'
import { execution } from '../helpers/data/executions.ts'
import { modelPrices } from '../helpers/data/model-prices.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'
import { ledgerEntry } from '../helpers/data/work-ledger-entries.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
let modelId: string
beforeAll(async () => {
  service = await startTestService()
  const policies = [{ name: 'cheap', expression: 'sum(operations.map(o, o.cost)) < 1.0' }]
  const { body } = await twuModels(service).create({ ...completeInput(), policies })
  await twuModels(service).publish(body.id)
  modelId = body.id
})
afterAll(() => service.close())

const usage = { inputTokens: 1000, outputTokens: 100 }
const work = (given: Partial<WorkOperation>): WorkOperation => {
  return { action: 'checkPolicy', actor: 'AI', startedAt: '2026-11-21T09:30:00.000Z', usage, ...given }
}
const report = (id: string, operations: WorkOperation[], status: 'in_progress' | 'completed' = 'completed') =>
  service.keyless('Administrator').executions.report(modelId, execution({ id, status, operations }))
const setPrice = (given: Parameters<ReturnType<typeof modelPrices>['set']>[0]) => modelPrices(service).set(given)
const listed = async (id: string) => (await service.acme('Viewer').workLedger.operations.list(id)).items

describe('a cost that is not reported', () => {
  test('is that of the price which holds on the UTC day of the operation: before, on and after its first day', async () => {
    const aiModel = 'dated'
    await setPrice({ model: aiModel, validFrom: '2026-11-10', input: 1, output: 10 })
    await setPrice({ model: aiModel, validFrom: '2026-11-20', input: 2, output: 20 })
    const times = [
      '2026-11-09T23:59:59.999Z',
      '2026-11-10T00:00:00.000Z',
      '2026-11-19T23:59:59.999Z',
      // Already the 20th there, and still the 19th in UTC.
      '2026-11-20T08:59:59+09:00',
      '2026-11-20T00:00:00.000Z',
      '2027-11-20T00:00:00.000Z',
    ]
    const entry = await report(
      'dated',
      times.map((startedAt) => work({ aiModel, startedAt })),
    )
    const items = await listed('dated')
    expect(items.map(({ operation, costFrom }) => [operation.cost, costFrom])).toEqual([
      [undefined, undefined],
      [0.002, 'price'],
      [0.002, 'price'],
      [0.002, 'price'],
      [0.004, 'price'],
      [0.004, 'price'],
    ])
    expect(entry).toMatchObject({ cost: 0.014, withoutCost: 1 })
  })

  test('counts cached and written input at their prices, the rest of the input at its own, exactly', async () => {
    await setPrice({
      model: 'vendor/cached',
      validFrom: '2026-11-01',
      input: 3,
      cachedInput: 0.3,
      cacheWrite: 3.75,
      output: 15,
    })
    const parts = { inputTokens: 1003, cachedInputTokens: 700, cacheWriteTokens: 200, outputTokens: 7 }
    const entry = await report('cached', [
      work({ aiModel: 'vendor/cached', usage: parts, agentId: 'researcher' }),
      work({ aiModel: 'vendor/cached', usage: { outputTokens: 1 }, agentId: 'researcher' }),
      work({ aiModel: 'vendor/cached', usage: {}, agentId: 'researcher' }),
    ])
    // 103 * 3 + 700 * 0.3 + 200 * 3.75 + 7 * 15 = 1374 millionths, and 15 more.
    expect((await listed('cached')).map(({ operation }) => operation.cost)).toEqual([0.001374, 0.000015, 0])
    expect(entry.cost).toBe(0.001389)
    expect(entry.withoutCost).toBeUndefined()
    expect(entry.agents).toMatchObject([{ id: 'researcher', operations: 3, cost: 0.001389, withoutCost: 0 }])
    expect(await service.db('work_ledger_shares').where({ entry_id: 'cached' })).toMatchObject([
      { ai_model: 'vendor/cached', cost: 0.001389, without_cost: 0 },
    ])
  })

  test('is there before policies and outcomes read it', async () => {
    await setPrice({ model: 'dear', validFrom: '2026-11-01', input: 1000, output: 1000 })
    const entry = await report('dear', [work({ aiModel: 'dear' })])
    expect(entry).toMatchObject({ cost: 1.1, policyStatus: 'review_required', missedPolicies: ['cheap'] })
    expect(entry.outcomes).toMatchObject([{ name: 'refundCost', value: 1.1 }, {}])
  })

  test('never replaces one that is reported, also where that is 0', async () => {
    await report('own', [work({ aiModel: 'dear', cost: 0 }), work({ aiModel: 'dear', cost: 0.25 })])
    expect((await listed('own')).map(({ operation, costFrom }) => [operation.cost, costFrom])).toEqual([
      [0, 'reported'],
      [0.25, 'reported'],
    ])
  })

  test('is missed, and counted, where an AI model was at work; of other work none is', async () => {
    const entry = await report('unknown', [
      work({ aiModel: 'nobody-knows', agentId: 'a' }),
      work({ agentId: 'a' }),
      { action: 'checkPolicy', actor: 'AI', aiModel: 'dear', agentId: 'a', startedAt: '2026-11-21T09:30:00.000Z' },
      { action: 'payRefund', actor: 'HUMAN', startedAt: '2026-11-21T09:30:00.000Z' },
      // The name is compared as it is written.
      work({ aiModel: 'Dear', agentId: 'b' }),
    ])
    expect(entry).toMatchObject({ cost: 0, withoutCost: 4 })
    expect(entry.agents).toMatchObject([
      { id: 'a', withoutCost: 3 },
      { id: 'b', withoutCost: 1 },
    ])
    const shares = service.db('work_ledger_shares').where({ entry_id: 'unknown' }).orderBy('position')
    expect(await shares.select('agent_id', 'ai_model', 'without_cost')).toEqual([
      { agent_id: 'a', ai_model: 'nobody-knows', without_cost: 1 },
      { agent_id: 'a', ai_model: null, without_cost: 1 },
      { agent_id: 'a', ai_model: 'dear', without_cost: 1 },
      { agent_id: 'b', ai_model: 'Dear', without_cost: 1 },
    ])
    expect((await listed('unknown')).map(({ costFrom }) => costFrom)).toEqual(Array(5).fill(undefined))
  })

  test('makes a report too dear: it is refused as one that says so', async () => {
    await setPrice({ model: 'golden', validFrom: '2026-11-01', input: 1_000_000, output: 1_000_000 })
    const most = { inputTokens: 1e12, outputTokens: 0 }
    expect((await report('just', [work({ aiModel: 'golden', usage: most })])).cost).toBe(1e12)
    const golden = work({ aiModel: 'golden', usage: { ...most, outputTokens: 1 } })
    expect(await refusal(report('beyond', [golden]))).toMatchObject({ status: 400, code: 'invalid_request' })
  })
})

describe('a price that is set later', () => {
  test('changes nothing stored, and the same report again changes nothing', async () => {
    const operations = [work({ aiModel: 'late' })]
    const before = await report('late', operations)
    const { body } = await setPrice({ model: 'late', validFrom: '2026-01-01', input: 1, output: 1 })
    expect(await report('late', operations)).toEqual(before)
    expect(await service.acme('Viewer').workLedger.get('late')).toEqual(before)
    expect(before).toMatchObject({ cost: 0, withoutCost: 1 })
    const priced = await report('late-2', operations)
    await setPrice({ model: 'late', validFrom: '2026-01-01', input: 9, output: 9 })
    await service.acme('Editor').modelPrices.delete(body.id)
    expect(await report('late-2', operations)).toEqual(priced)
    expect(priced.cost).toBe(0.0011)
  })

  test('computes an unfinished execution that is reported anew, also in one batch', async () => {
    const operations = [work({ aiModel: 'open' })]
    await report('open', operations, 'in_progress')
    await setPrice({ model: 'open', validFrom: '2026-01-01', input: 1, output: 1 })
    const again = await report('open', operations, 'in_progress')
    expect(again).toMatchObject({ cost: 0, withoutCost: 1 })
    const each = { ...execution({ id: 'open', status: 'completed', operations }), modelId }
    const { results } = await service.keyless('Administrator').executions.reportMany([each, { ...each, id: 'open-2' }])
    expect(results.map(({ status }) => status)).toEqual([200, 201])
    for (const id of ['open', 'open-2']) {
      const entry = await service.acme('Viewer').workLedger.get(id)
      expect([entry.cost, entry.withoutCost]).toEqual([0.0011, undefined])
    }
    expect(await service.db('work_ledger_shares').where({ entry_id: 'open' })).toMatchObject([
      { cost: 0.0011, without_cost: 0 },
    ])
  })
})

test('what a file says of missing costs is imported as it is', async () => {
  const zeros = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0 }
  const agents = [{ id: 'a', name: 'A', operations: 3, activeTime: 0, cost: 0, withoutCost: 2, usage: zeros }]
  const entry = { ...ledgerEntry, id: 'imported', agents, withoutCost: 2 }
  await writeEntries(service.db, 'acme', [toWorkLedgerRow('acme', entry)])
  expect(await service.acme('Viewer').workLedger.get('imported')).toMatchObject({ agents, withoutCost: 2 })
  expect(await service.db('work_ledger_shares').where({ entry_id: 'imported' })).toMatchObject([{ without_cost: 2 }])
})

test('the cost of tokens is exact, and rounded once, half up', () => {
  const part = fc.record({ count: fc.nat(1e12), micros: fc.nat(1e9) })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      const units = parts.reduce((sum, { count, micros }) => sum + BigInt(count) * BigInt(micros), 0n)
      const cost = costOfMillions(parts.map(({ count, micros }) => ({ count, price: micros / 1e6 })))
      expect(cost).toBe(Number(`${units}e-12`))
    }),
  )
  const of = (count: number, price: number) => costOfMillions([{ count, price }])
  expect([of(1, 5e-7), of(1, 4.9e-7), of(3, 5e-7)]).toEqual([1e-12, 0, 2e-12])
})
