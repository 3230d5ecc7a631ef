import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { inTransactionOf, openQueue, type Jobs } from '../db/connection/jobs.ts'
import { serviceOrigin } from '../db/query/recorded.ts'
import { findPending, giveUp, recordAttempt } from '../db/webhook-deliveries.ts'
import type { Attempt, NextAttempt, PendingDelivery } from '../db/webhook-deliveries.ts'
import { disableWebhook, setHealth } from '../db/webhooks.ts'
import type { OutboundRules } from '../integrations/outbound/guard.ts'
import type { SecretBox } from '../integrations/secrets.ts'
import { openSecrets } from '../integrations/stored-secrets.ts'
import { currentSpan } from '../telemetry/span.ts'
import type { DeliveryQueue } from './enqueue.ts'
import { startFanOut } from './fan-out.ts'
import { waitAfter } from './retries.ts'
import { sendEvent } from './send.ts'
import { startWorkers, type DeliveryJob } from './workers.ts'

/**
 * Starts what sends events to webhooks. Webhooks that hang have a queue and places of their own, so that they hold up none but
 * each other.
 */
export async function startDeliveries(jobs: Jobs, context: DeliveryContext): Promise<DeliveryQueue> {
  const { boss } = jobs
  const limits = { expireInSeconds: jobs.pace.leaseSeconds, retryLimit: 20_000, retryDelay: 5 }
  await openQueue(boss, firstQueue, 'standard', limits)
  await openQueue(boss, hangingQueue, 'standard', limits)
  const enqueue: Enqueue = async (transaction, queue, attempts, startAfter = 0) => {
    const trace = currentSpan()?.headers()
    const rows = attempts.map(({ attempts, ...job }) => {
      const group = { id: job.webhookId }
      return { id: idOfJob(job.deliveryId, attempts), data: { ...job, trace }, startAfter, group }
    })
    await remove(transaction, queue, attempts)
    await boss.insert(queue, rows, { db: inTransactionOf(transaction) })
  }
  const remove = async (transaction: Database, queue: string, attempts: readonly NextAttempt[]) => {
    const ids = attempts.map(({ deliveryId, attempts }) => idOfJob(deliveryId, attempts))
    if (ids.length > 0) await boss.deleteJob(queue, ids, { db: inTransactionOf(transaction) })
  }
  const deliveryQueue: DeliveryQueue = {
    async add(transaction, instanceId, attempts) {
      const first = attempts.map((attempt) => ({ instanceId, ...attempt, tries: 0 }))
      if (first.length > 0) await enqueue(transaction, firstQueue, first)
    },
    async remove(transaction, attempts) {
      for (const queue of [firstQueue, hangingQueue]) await remove(transaction, queue, attempts)
    },
  }
  const work = (queue: string, places: number, perWebhook: number) =>
    startWorkers(jobs, { queue, places, perWebhook }, (job, signal) => deliver(job, queue, enqueue, context, signal))
  const fetchSoon = work(firstQueue, 512, 5)
  work(hangingQueue, 64, 1)
  startFanOut(jobs, context.db, deliveryQueue, fetchSoon)
  return deliveryQueue
}

/** Does one job: an attempt, unless the delivery is done or the webhook is disabled. */
async function deliver(
  job: DeliveryJob,
  queue: string,
  enqueue: Enqueue,
  context: DeliveryContext,
  signal: AbortSignal,
): Promise<void> {
  const { db, secretBox, log, rules, metrics } = context
  const { instanceId, webhookId, deliveryId: id, tries } = job
  const pending = await findPending(db, job, tries)
  if (!pending) return
  if (!pending.enabled) return giveUp(db, job)
  if (queue === firstQueue && pending.hangs)
    return db.transaction((transaction) => enqueue(transaction, hangingQueue, [{ ...job, attempts: pending.attempts }]))
  const opened = openSecrets(secretBox, { instanceId, ownerId: webhookId }, pending.secrets)
  if (!opened) log.error({ webhookId }, 'the secret of a webhook cannot be decrypted')
  const { current, previous } = opened ?? {}
  if (current === undefined) throw new Error('A webhook without a secret that opens cannot be called.')
  const secrets = pending.previous_signs && previous !== undefined ? [current, previous] : [current]
  const { retryAfter, ...attempt } = await sendEvent(
    { id, url: pending.url, body: pending.body, secrets },
    rules,
    signal,
  )
  metrics.countDelivery(attempt.failure ?? 'delivered')
  log.debug({ webhookId, deliveryId: id, ...attempt }, 'sent to a webhook')
  await record(job, pending, attempt, attempt.failure === null ? null : waitAfter(tries, retryAfter), enqueue, context)
}

/** The row of the webhook is locked before that of the delivery, as when a webhook is deleted. */
async function record(
  job: DeliveryJob,
  pending: PendingDelivery,
  attempt: Attempt,
  waitMs: number | null,
  enqueue: Enqueue,
  { db, log }: DeliveryContext,
): Promise<void> {
  const { instanceId, webhookId, tries } = job
  const reason = reasonToDisable(pending, attempt)
  const retryMs = reason === null ? waitMs : null
  const health = { isFailing: attempt.failure !== null, hangs: attempt.failure === 'timeout' }
  const isAsBefore = health.isFailing === pending.is_failing && health.hangs === pending.hangs
  if (isAsBefore && reason === null && retryMs === null) {
    await recordAttempt(db, job, tries, attempt, null)
    return
  }
  await db.transaction(async (transaction) => {
    if (reason !== null || !isAsBefore) await setHealth(transaction, instanceId, webhookId, health)
    const attempts = await recordAttempt(transaction, job, tries, attempt, retryMs)
    if (attempts === null) return
    if (retryMs !== null)
      await enqueue(transaction, firstQueue, [{ ...job, tries: tries + 1, attempts }], retryMs / 1000)
    if (reason !== null)
      await disableWebhook(transaction, serviceOrigin(instanceId, 'deliver-webhook'), webhookId, reason)
  })
  if (reason !== null) log.warn({ instanceId, webhookId, reason }, 'a webhook was disabled')
}

function reasonToDisable({ has_failed_long: hasFailedLong }: PendingDelivery, { failure, httpStatus }: Attempt) {
  if (httpStatus === 410) return 'gone'
  return failure !== null && hasFailedLong ? 'failing' : null
}

const firstQueue = 'webhook-deliveries'
const hangingQueue = 'webhook-deliveries-hanging'

/** Each attempt has one job at most: never do more jobs wait than deliveries, however often these are sent again. */
function idOfJob(deliveryId: string, attempts: number): string {
  return hash('sha256', `${deliveryId} ${attempts}`).slice(0, 32)
}

/** Enqueues jobs, in the trace of the caller, which are done once `transaction` commits, `startAfter` seconds later. */
type Enqueue = (
  transaction: Database,
  queue: string,
  attempts: readonly (DeliveryJob & NextAttempt)[],
  startAfter?: number,
) => Promise<void>

export interface DeliveryContext {
  db: Database
  secretBox: SecretBox
  rules: Omit<OutboundRules, 'hosts'>
  metrics: DeliveryMetrics
  log: Logger
}

/** Counts the attempts by what came of them. */
export interface DeliveryMetrics {
  countDelivery(outcome: NonNullable<Attempt['failure']> | 'delivered'): void
}
