import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { takeDueIntegrations, type IntegrationRow } from '../../db/integrations.ts'
import type { CheckJob, CheckQueue } from './queue.ts'

/**
 * Every `everyMs`, enqueues the integrations whose check is due, up to 500. Any number of servers may sweep: each
 * takes others. It is also the net under `enqueue`: a check that got lost is due again after `intervalMs`.
 */
export function startSweep({
  db,
  queue,
  toJob,
  intervalMs,
  everyMs,
  log,
}: SweepOptions): () => Promise<void> {
  const stopping = new AbortController()
  const sweeping = sweepOn()
  return async () => {
    stopping.abort()
    await sweeping
  }

  async function sweepOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sweep().catch((error: unknown) => log.warn({ err: error }, 'due checks were not enqueued'))
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function sweep(): Promise<void> {
    await db.transaction(async (transaction) => {
      const due = await takeDueIntegrations(transaction, BATCH, intervalMs)
      await queue.enqueueDue(transaction, due.map(toJob))
    })
  }
}

const BATCH = 500

export interface SweepOptions {
  db: Knex
  queue: CheckQueue
  toJob: (row: IntegrationRow) => CheckJob
  intervalMs: number
  everyMs: number
  log: Logger
}
