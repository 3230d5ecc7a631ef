import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyRow } from '../helpers/data/copies.ts'
import { check, execution, pay } from '../helpers/data/executions.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'
import { insertLedgerRows, ledgerRow } from '../helpers/data/work-ledger-entries.ts'
import { faultsOf } from '../helpers/faults.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
let modelId: string
/** Version 1 computed what follows; version 2, a draft, wants a check and a half of the price. */
const input = completeInput()
const draft = {
  ...input,
  outcomes: [
    { name: 'refundCost', expression: 'sum(operations.map(o, o.cost)) / 2.0', unit: 'USD' },
    { name: 'faulty', expression: 'operations[7].cost' },
  ],
  policies: [
    {
      name: 'checked',
      expression: 'operations.exists(o, o.action == "checkPolicy")',
      otherwise: 'non_compliant' as const,
    },
  ],
}
beforeAll(async () => {
  service = await startTestService()
  const models = twuModels(service)
  const { body } = await models.create({ ...input, policies: [{ name: 'odd', expression: 'size(operations) == 2' }] })
  modelId = body.id
  await models.publish(modelId)
  await models.createVersion(modelId, draft)
  const { executions } = service.keyless()
  await executions.report(modelId, execution({ id: 'both' }))
  await executions.report(modelId, execution({ id: 'unchecked', operations: [pay], entityId: 'order-2' }))
  await insertLedgerRows(service, [ledgerRow({ id: 'imported', model_id: modelId, model_version: 1 })])
})
afterAll(() => service.close())

const backtest = (version: number, query = {}) =>
  service.keyless('Viewer').twuModels.versions.backtest(modelId, version, query)

describe('200', () => {
  test('what a draft says of executions stands beside what was said, the newest first, with counts and sums', async () => {
    const tested = await backtest(2)
    expect(tested).toMatchObject({ version: 2, found: 2, evaluated: 2, changed: 2, executionsLeftOut: 0 })
    expect(tested.policyStatus).toEqual({
      before: { compliant: 1, non_compliant: 0, review_required: 1 },
      after: { compliant: 1, non_compliant: 1, review_required: 0 },
    })
    const nothing = { count: 0, sum: 0, average: null, minimum: null, maximum: null }
    expect(tested.sums).toEqual([
      {
        name: 'refundCost',
        before: { count: 2, sum: 1.04, average: 0.52, minimum: 0.5, maximum: 0.54 },
        after: { count: 2, sum: 0.52, average: 0.26, minimum: 0.25, maximum: 0.27 },
      },
      { name: 'faulty', before: nothing, after: nothing },
    ])
    const [unchecked, both] = tested.executions
    const { createdAt } = await service.acme('Viewer').workLedger.get('unchecked')
    const fact = { id: 'unchecked', title: 'Refund order 48-1177', createdAt, modelVersion: 1, isChanged: true }
    expect(unchecked).toMatchObject({ ...fact, policyStatus: { before: 'review_required', after: 'non_compliant' } })
    expect(both?.results.map(({ name, before, after }) => [name, before?.value, after?.value])).toEqual([
      ['refundCost', 0.54, 0.27],
      ['humanTouches', 1, undefined],
      ['faulty', undefined, null],
    ])
  })

  test('the version that was executed says the same again, whatever a review decided', async () => {
    await service.keyless('Manager').workLedger.review('unchecked', { policyStatus: 'compliant', reason: 'Asked.' })
    expect(await backtest(1)).toMatchObject({
      evaluated: 2,
      changed: 0,
      policyStatus: { before: { review_required: 1 } },
    })
  })

  test('filters and size choose the executions', async () => {
    const ids = async (query: object) => (await backtest(2, query)).executions.map(({ id }) => id)
    expect(await ids({ size: 1 })).toEqual(['unchecked'])
    expect(await ids({ entityId: 'order-48-1177' })).toEqual(['both'])
    expect(await ids({ review: 'done' })).toEqual(['unchecked'])
    expect(await ids({ costMax: 0.5 })).toEqual(['unchecked'])
    expect(await backtest(2, { modelVersion: 2 })).toMatchObject({
      found: 0,
      evaluated: 0,
      executions: [],
      sums: [{}, {}],
    })
  })

  test('operations that are too many for one reading are read one after the other', async () => {
    const { executions } = service.keyless()
    const attributes = { text: 'x'.repeat(900) }
    const operations = Array.from({ length: 900 }, () => ({ ...check, attributes }))
    const [first, ...more] = ['large-1', 'large-2', 'large-3', 'large-4', 'large-5', 'large-6', 'large-7']
    await executions.report(modelId, execution({ id: first, operations, entityId: 'large' }))
    for (const id of more) {
      await copyRow(service, 'work_ledger_entries', 'id', first, id)
      await copyRow(service, 'executions', 'id', first, id)
    }
    const tested = await backtest(2, { entityId: 'large', size: 6 })
    expect([tested.found, tested.evaluated]).toEqual([6, 6])
    expect(tested.executions.map(({ id }) => id)).toEqual(more.toReversed())
    expect(tested.sums[0]?.after.sum).toBeCloseTo(6 * 900 * 0.02)
  })

  test('a backtest stores nothing and leaves no record', async () => {
    const before = await service.acme('Manager').changes.list({ size: 1 })
    const entry = await service.acme('Viewer').workLedger.get('both')
    await backtest(2)
    expect((await service.acme('Manager').changes.list({ size: 1 })).items).toEqual(before.items)
    expect(await service.acme('Viewer').workLedger.get('both')).toEqual(entry)
  })
})

test('400: a range that is empty, and a size that is too large', async () => {
  expect(faultsOf(await refusal(backtest(2, { costMin: 2, costMax: 1 })))).toEqual(['query /costMin range'])
  expect(faultsOf(await refusal(backtest(2, { size: 201 })))).toEqual(['query /size maximum'])
})
