import { asObject } from '../../../contract/json.ts'
import { etagOf } from '../../../contract/rules/etag.ts'
import { answerList, type Filters } from '../../../contract/rules/list-in-memory.ts'
import { hideSecret } from '../../../contract/rules/payload.ts'
import * as refusals from '../../../contract/rules/refusals.ts'
import { mostReplayed, mostWebhooks, toTestEvent } from '../../../contract/rules/webhooks.ts'
import type { WebhookDelivery } from '../../../spec/gen/openapi.gen.ts'
import { addDelivery, deliveriesOf, isDue, sendChange } from './deliveries.ts'
import type { Instance, Operation } from './operation.ts'
import * as rows from './rows.ts'

export const listWebhooks: Operation<'listWebhooks'> = ({ path, query }, { instance }) => {
  return answerList({ scope: ['webhooks', path.instanceId], items: rows.itemsOf(instance.webhooks) }, query)
}

export const createWebhook: Operation<'createWebhook'> = ({ path, body }, context) => {
  const { instance, newId, now, isCallable } = context
  if (!isCallable(body.url)) return refusals.webhookUrlBlocked
  if (instance.webhooks.size >= mostWebhooks) return refusals.tooManyWebhooks
  const [id, createdAt, secret] = [newId(), now(), createSecret(newId)]
  const { url, events, description = null, enabled } = body
  const times = { createdAt, updatedAt: createdAt }
  const webhook = { id, etag: rows.firstTag, url, events, description, enabled, disabledReason: null, ...times }
  const row = rows.write(instance.webhooks, id, webhook)
  instance.webhookSecrets.set(id, [secret])
  const { headers } = rows.answerCreated(row, `/instances/${path.instanceId}/webhooks/${id}`)
  return { status: 201, headers, body: { ...row.item, secret } }
}

export const getWebhook: Operation<'getWebhook'> = ({ path, headers }, { instance }) =>
  rows.read(instance.webhooks, path.webhookId, headers, refusals.webhookNotFound)

export const updateWebhook: Operation<'updateWebhook'> = ({ path, headers, body }, context) => {
  const { instance, now, isCallable } = context
  const { url, events, description = null, enabled } = body
  if (enabled && !isCallable(url)) return refusals.webhookUrlBlocked
  const row = rows.find(instance.webhooks, path.webhookId, headers, refusals.webhookNotFound)
  if ('problem' in row) return row
  const disabledReason = enabled ? null : row.item.disabledReason
  const webhook = { ...row.item, url, events, description, enabled, disabledReason, updatedAt: now() }
  return rows.answerState(rows.revise(instance.webhooks, path.webhookId, webhook))
}

export const deleteWebhook: Operation<'deleteWebhook'> = ({ path, headers }, { instance }) => {
  const answer = rows.remove(instance.webhooks, path.webhookId, headers, refusals.webhookNotFound)
  if ('problem' in answer) return answer
  for (const { item } of deliveriesOf(instance, path.webhookId)) instance.deliveries.delete(item.id)
  hideSecrets(instance, path.webhookId)
  return answer
}

export const rotateWebhookSecret: Operation<'rotateWebhookSecret'> = ({ path, headers }, context) => {
  const { instance, newId, now } = context
  const row = rows.find(instance.webhooks, path.webhookId, headers, refusals.webhookNotFound)
  if ('problem' in row) return row
  const secret = createSecret(newId)
  const [previous] = instance.webhookSecrets.get(path.webhookId) ?? []
  instance.webhookSecrets.set(path.webhookId, [secret, ...(previous === undefined ? [] : [previous])])
  hideSecrets(instance, path.webhookId)
  const { item } = rows.write(instance.webhooks, path.webhookId, { ...row.item, updatedAt: now() })
  return { status: 200, headers: { ETag: item.etag }, body: { ...item, secret } }
}

export const testWebhook: Operation<'testWebhook'> = ({ path: { instanceId, webhookId } }, context) => {
  const row = context.instance.webhooks.get(webhookId)
  if (!row) return refusals.webhookNotFound
  if (!row.item.enabled) return refusals.webhookDisabled
  const resource = { type: 'webhook', id: webhookId }
  const { changes, epoch } = context.instance.log
  const changed = { sequence: changes.length, epoch, resource, version: null, etag: etagOf(row.revision) }
  const event = toTestEvent(context.now(), { instanceId, ...changed })
  return { status: 200, body: addDelivery(context, webhookId, { ...event, sequence: null }) }
}

export const replayWebhook: Operation<'replayWebhook'> = ({ path: { webhookId }, body: { from, to } }, context) => {
  const { instance } = context
  const row = instance.webhooks.get(webhookId)
  if (!row) return refusals.webhookNotFound
  if (!row.item.enabled) return refusals.webhookDisabled
  const last = from - 1 + mostReplayed
  const changes = instance.log.changes.slice(from - 1, Math.min(to, last))
  const sent = changes.filter((change) => sendChange(context, row.item, change))
  const isDone = last >= to || last > instance.log.changes.length
  return { status: 200, body: { deliveries: sent.length, next: isDone ? null : last + 1 } }
}

export const listWebhookDeliveries: Operation<'listWebhookDeliveries'> = ({ path, query }, { instance }) => {
  if (!instance.webhooks.has(path.webhookId)) return refusals.webhookNotFound
  const items = deliveriesOf(instance, path.webhookId).map(({ item }) => item)
  const scope = ['deliveries', path.instanceId, path.webhookId]
  return answerList({ scope, items, filters }, query)
}

const filters: Filters<'listWebhookDeliveries', WebhookDelivery> = {
  status: (delivery, wanted) => delivery.status === wanted,
}

export const redeliverWebhook: Operation<'redeliverWebhook'> = ({ path }, { instance, now }) => {
  const row = instance.webhooks.get(path.webhookId)
  if (!row) return refusals.webhookNotFound
  const delivery = instance.deliveries.get(path.deliveryId)
  if (delivery?.webhookId !== path.webhookId) return refusals.webhookDeliveryNotFound
  if (!row.item.enabled) return refusals.webhookDisabled
  const nextAttemptAt = now()
  if (!isDue(delivery, nextAttemptAt)) delivery.item = { ...delivery.item, status: 'pending', nextAttemptAt }
  return { status: 200, body: delivery.item }
}

/** Repeats of the requests that showed a secret of the webhook show it no more. */
function hideSecrets({ answered }: Instance, webhookId: string): void {
  for (const first of answered.values()) {
    const { id, secret } = asObject(first.answer.body ?? {})
    if (id === webhookId && secret !== undefined) first.answer = hideSecret(first.answer)
  }
}

function createSecret(newId: () => string): string {
  return `whsec_${btoa(`secret ${newId()}`)}`
}
