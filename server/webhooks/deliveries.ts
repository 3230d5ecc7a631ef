import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { inTransactionOf, openQueue, type Jobs } from '../db/connection/jobs.ts'
import { serviceOrigin } from '../db/query/recorded.ts'
import { findPending, giveUp, recordAttempt, type Attempt, type PendingDelivery } from '../db/webhook-deliveries.ts'
import { disableWebhook, setHealth } from '../db/webhooks.ts'
import type { OutboundRules } from '../integrations/outbound/guard.ts'
import type { SecretBox } from '../integrations/secrets.ts'
import { openSecrets } from '../integrations/stored-secrets.ts'
import { currentSpan } from '../telemetry/span.ts'
import type { EnqueueDeliveries } from './enqueue.ts'
import { startFanOut } from './fan-out.ts'
import { waitAfter } from './retries.ts'
import { sendEvent } from './send.ts'
import { startWorkers, type DeliveryJob } from './workers.ts'

/**
 * Starts what sends events to webhooks. Those that hang have a queue and places of their own, so that they hold up nobody but
 * each other.
 */
export async function startDeliveries(jobs: Jobs, context: DeliveryContext): Promise<EnqueueDeliveries> {
  const limits = { expireInSeconds: jobs.pace.leaseSeconds, retryLimit: 20_000, retryDelay: 5 }
  await openQueue(jobs.boss, firstQueue, 'standard', limits)
  await openQueue(jobs.boss, hangingQueue, 'standard', limits)
  const enqueue: Enqueue = async (transaction, queue, deliveries, startAfter = 0) => {
    const trace = currentSpan()?.headers()
    const rows = deliveries.map((data) => ({ data: { ...data, trace }, startAfter, group: { id: data.webhookId } }))
    await jobs.boss.insert(queue, rows, { db: inTransactionOf(transaction) })
  }
  const enqueueNew: EnqueueDeliveries = async (transaction, deliveries) => {
    const first = deliveries.map((key) => ({ ...key, tries: 0 }))
    if (first.length > 0) await enqueue(transaction, firstQueue, first)
  }
  const work = (queue: string, places: number, perWebhook: number) =>
    startWorkers(jobs, { queue, places, perWebhook }, (job, signal) => deliver(job, queue, enqueue, context, signal))
  const fetchSoon = work(firstQueue, 512, 5)
  work(hangingQueue, 64, 1)
  startFanOut(jobs, context.db, enqueueNew, fetchSoon)
  return enqueueNew
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
    return db.transaction((transaction) => enqueue(transaction, hangingQueue, [job]))
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

/** The row of the webhook is locked before that of the delivery, as by those who delete a webhook. */
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
    if (!(await recordAttempt(transaction, job, tries, attempt, retryMs))) return
    if (retryMs !== null) await enqueue(transaction, firstQueue, [{ ...job, tries: tries + 1 }], retryMs / 1000)
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

/** Enqueues jobs, in the trace of the caller, which are done once `transaction` commits, `startAfter` seconds later. */
type Enqueue = (
  transaction: Database,
  queue: string,
  deliveries: readonly DeliveryJob[],
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
