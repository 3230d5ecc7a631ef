import { expect, test } from 'vitest'
import { cutBody, isLarge } from '../../server/contract/large-bodies.ts'
import { preparedOnce } from '../helpers/service.ts'

const { validators } = await preparedOnce()
const faultsOf = (body: unknown) => validators.get('reportExecution')?.().findBodyFaults(body) ?? expect.fail()

const startedAt = '2026-11-02T09:30:00Z'
const operation = () => ({ action: 'refund', actor: 'AI', startedAt })
const many = (count: number, make: () => object) => Array.from({ length: count }, make)
const report = (operations: readonly object[]) => ({
  id: 'many',
  title: 'Many',
  status: 'completed',
  entityId: 'order-1',
  relatedEntity: 'Order 1',
  startedAt,
  operations,
})

test('of a large body, the faults of its beginning are told, and never too many to count', () => {
  expect(isLarge(report(many(700, operation)))).toBe(true)
  expect(faultsOf(report(many(700, operation)))).toEqual([])
  const faults = faultsOf(report(many(100_000, () => ({}))))
  expect(faults.length).toBeGreaterThan(1000)
  expect(faults.length).toBeLessThan(10_000)
})

test('a fault behind that beginning is told alone, wherever it is', () => {
  for (const at of [669, 800, 999]) {
    const operations = many(1000, operation).with(at, { action: 'refund', startedAt })
    expect(faultsOf(report(operations)).map(({ pointer }) => pointer)).toEqual([`/operations/${at}/actor`])
  }
  expect(faultsOf(report(many(1001, operation)))).toMatchObject([{ pointer: '/operations', code: 'maxItems' }])
})

test('what is cut has no list empty that was not', () => {
  const cut = cutBody({ many: Array(5000).fill(1), after: [[1, 2], [3]] })
  expect(cut).toMatchObject({ after: [[1]] })
})
