import type { Logger } from 'pino'
import { toEvent } from '../../contract/rules/webhooks.ts'
import type { Change } from '../../spec/gen/openapi.gen.ts'
import { findHead, listChangesAfter, readEpoch, toChange } from '../db/changes.ts'
import type { Database } from '../db/database.ts'
import type { Jobs } from '../db/connection/jobs.ts'
import { advanceWebhooks, listInstancesBehind, lockWebhooksBehind, type WebhookRow } from '../db/webhooks.ts'
import { forEachInstance } from '../lib/for-each-instance.ts'
import { repeat, watchOutage } from '../lib/outage.ts'
import { sendLater, type DeliveryQueue } from './enqueue.ts'

/** Makes deliveries of the records of changes, twice a second, until the jobs stop. */
export function startFanOut(
  { log, pace, stopping }: Jobs,
  db: Database,
  deliveryQueue: DeliveryQueue,
  fetchSoon: () => void,
): void {
  const outage = watchOutage(log, { begins: 'changes do not reach webhooks', ends: 'changes reach webhooks again' })
  const run = async (instanceId: string) => {
    await db.transaction((transaction) => fanOut(transaction, instanceId, deliveryQueue, log))
    fetchSoon()
  }
  const options = { signal: stopping, message: 'The changes of some instances did not reach webhooks.' }
  const runAll = async () => forEachInstance(await listInstancesBehind(db), run, options)
  void repeat(runAll, pace.pollSeconds * 500, outage, stopping)
}

/**
 * Turns the next records of an instance into deliveries to each webhook that asks for them. The positions of the webhooks, the
 * deliveries and their jobs are committed together, so that nothing is lost or made twice when a server is killed.
 */
async function fanOut(
  transaction: Database,
  instanceId: string,
  deliveryQueue: DeliveryQueue,
  log: Logger,
): Promise<void> {
  const { sequence: head } = await findHead(transaction, instanceId)
  const webhooks = await lockWebhooksBehind(transaction, instanceId, head, mostPending)
  for (const [position, behind] of Map.groupBy(webhooks, (webhook) => webhook.position)) {
    const { changes, last, epoch } = await readChangesAfter(transaction, instanceId, position, changesAtOnce, log)
    const events = behind.flatMap((webhook) => eventsOf({ instanceId, epoch }, changes, webhook))
    await sendLater(transaction, deliveryQueue, instanceId, events)
    const ids = behind.map(({ id }) => id)
    // What is missing before the head is no longer kept.
    await advanceWebhooks(transaction, instanceId, ids, last ?? head)
  }
}

/** The next changes that can be read, the number of the last record, and whether it is the last one of all. */
export async function readChangesAfter(
  db: Database,
  instanceId: string,
  after: number,
  limit: number,
  log: Logger,
): Promise<{ changes: Change[]; last: number | undefined; isEnd: boolean; epoch: string }> {
  const rows = await listChangesAfter(db, instanceId, after, limit)
  const changes = rows.flatMap((row) => {
    try {
      return [toChange(row)]
    } catch (error) {
      const { sequence } = row
      log.error(
        { err: error, instanceId, sequence },
        'a record of a change cannot be read; webhooks are not told of it',
      )
      return []
    }
  })
  return { changes, last: rows.at(-1)?.sequence, isEnd: rows.length < limit, epoch: await readEpoch(db) }
}

/** The events of these changes for a webhook. */
export function eventsOf(
  place: Parameters<typeof toEvent>[0],
  changes: readonly Change[],
  { id: webhookId, events }: Pick<WebhookRow, 'id' | 'events'>,
) {
  return changes.flatMap((change) => {
    const event = toEvent(place, change, events)
    return event ? [{ ...event, webhookId, sequence: change.sequence }] : []
  })
}

/** A webhook with as many open deliveries gets no more until some are done. */
export const mostPending = 10_000

const changesAtOnce = 500
