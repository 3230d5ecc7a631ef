import type { ExecutionReport, WorkOperation } from '../../../sdk/src/index.ts'

const startedAt = '2026-11-21T09:30:00.000Z'

export const check: WorkOperation = { action: 'checkPolicy', actor: 'AI', startedAt, activeTime: 12, cost: 0.04 }
export const pay: WorkOperation = { action: 'payRefund', actor: 'HUMAN', startedAt, activeTime: 30.5, cost: 0.5 }

/** What was done by the model of `completeInput`. */
export function execution(given: Partial<ExecutionReport> & { id: string }): ExecutionReport {
  return {
    title: 'Refund order 48-1177',
    status: 'completed',
    entityId: 'order-48-1177',
    relatedEntity: 'Order 48-1177',
    startedAt,
    operations: [check, pay],
    ...given,
  }
}
