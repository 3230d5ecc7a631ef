import { toEvent, type Event } from '../../../contract/rules/webhooks.ts'
import type { Change, Webhook, WebhookDelivery } from '../../../spec/gen/openapi.gen.ts'
import { trust } from '../trust.ts'
import { signWebhook, type WebhookEvent } from '../webhooks.ts'
import type { Context, Delivery, Instance } from './operation.ts'

/** False where the webhook does not ask for this change. What was sent before is sent again under its id. */
export function sendChange(context: Context, { id: webhookId, events }: Webhook, change: Change): boolean {
  const { id, log } = context.instance
  const event = toEvent({ instanceId: id, epoch: log.epoch }, change, events)
  if (event) addDelivery(context, webhookId, { ...event, sequence: change.sequence })
  return event !== null
}

export function addDelivery(
  { instance, newId, now }: Context,
  webhookId: string,
  { type, body, sequence }: Event & { sequence: number | null },
): WebhookDelivery {
  const earlier = deliveriesOf(instance, webhookId).find(({ item }) => sequence !== null && item.sequence === sequence)
  const createdAt = now()
  if (earlier && isDue(earlier, createdAt)) return earlier.item
  const unsent = { attempts: 0, failure: null, httpStatus: null, durationMs: null, createdAt, lastAttemptAt: null }
  const begun = earlier?.item ?? { id: newId(), sequence, ...unsent }
  const item: WebhookDelivery = { ...begun, type, status: 'pending', nextAttemptAt: createdAt }
  instance.deliveries.set(item.id, { webhookId, body, item })
  return item
}

/** What is about to be sent is not sent once more. */
export function isDue({ item }: Delivery, now: string): boolean {
  return item.status === 'pending' && item.nextAttemptAt !== null && item.nextAttemptAt <= now
}

export function deliveriesOf({ deliveries }: Instance, webhookId: string): Delivery[] {
  return [...deliveries.values()].filter((delivery) => delivery.webhookId === webhookId)
}

/** What the service would send. The test server sends nothing. */
export async function toSentEvents(instance: Instance): Promise<SentEvent[]> {
  return Promise.all([...instance.deliveries.values()].map((delivery) => toSentEvent(instance, delivery)))
}

export async function toSentEvent(instance: Instance, { webhookId, body, item }: Delivery): Promise<SentEvent> {
  const secrets = instance.webhookSecrets.get(webhookId) ?? []
  const headers = await signWebhook(item.id, body, secrets, Date.now())
  const url = instance.webhooks.get(webhookId)?.item.url ?? ''
  return { webhookId, url, headers, body, event: trust<WebhookEvent>(JSON.parse(body)) }
}

/** A request to a webhook, as the service would send it now. */
export interface SentEvent {
  webhookId: string
  url: string
  /** With the signature. */
  headers: Readonly<Record<string, string>>
  body: string
  /** The parsed body. */
  event: WebhookEvent
}
