import { isPublicUrl } from '../contract/rules/webhook-url.ts'
import type { Context, Delivery } from '../sdk/src/testing/operation.ts'
import { toSentEvent } from '../sdk/src/testing/deliveries.ts'
import { recorded } from '../sdk/src/testing/record.ts'
import * as rows from '../sdk/src/testing/rows.ts'

/**
 * Really sends what waits in an instance to receivers on this machine: `127.0.0.1` and `localhost`. The mock calls no other
 * host. What fails is tried once more, after five seconds.
 */
export function sendWaiting(context: Context): void {
  for (const delivery of context.instance.deliveries.values())
    if (delivery.item.status === 'pending' && !underWay.has(delivery)) {
      underWay.add(delivery)
      void send(context, delivery)
    }
}

/** Until the second attempt. What waits is not told by its times: the clock of a world is ahead, as no two of them are the same. */
const underWay = new WeakSet<Delivery>()
const retryAfterMs = 5000

async function send(context: Context, delivery: Delivery): Promise<void> {
  const { url, headers, body } = await toSentEvent(context.instance, delivery)
  const { item } = delivery
  const startedAt = performance.now()
  const isOwn = isOnThisMachine(url)
  const answer = isOwn ? await post(url, headers, body) : 'blocked_host'
  const status = typeof answer === 'number' ? answer : null
  const isDelivered = status !== null && status >= 200 && status < 300
  const failure = isDelivered ? null : typeof answer === 'number' ? 'refused' : answer
  const isTriedAgain = !isDelivered && isOwn && status !== 410 && item.failure === null
  delivery.item = {
    ...item,
    status: isDelivered ? 'delivered' : isTriedAgain ? 'pending' : 'failed',
    attempts: item.attempts + 1,
    failure,
    httpStatus: status,
    durationMs: Math.round(performance.now() - startedAt),
    lastAttemptAt: new Date().toISOString(),
    nextAttemptAt: isTriedAgain ? new Date(Date.now() + retryAfterMs).toISOString() : null,
  }
  const end = () => {
    underWay.delete(delivery)
    sendWaiting(context)
  }
  setTimeout(end, isTriedAgain ? retryAfterMs : 0).unref()
  if (status === 410) disable(context, delivery.webhookId)
}

/** As if the operator had opened this machine. */
export function isCallable(url: string): boolean {
  return isOnThisMachine(url) || isPublicUrl(url)
}

function isOnThisMachine(url: string): boolean {
  return /^(127\.0\.0\.1|localhost)$/.test(URL.parse(url)?.hostname ?? '')
}

/** The service does so, too, when a receiver answers that it wants no more. */
function disable(context: Context, webhookId: string): void {
  const { webhooks } = context.instance
  const current = webhooks.get(webhookId)?.item
  if (!current) return
  const run = recorded((_input, { now }) => {
    rows.revise(webhooks, webhookId, { ...current, enabled: false, disabledReason: 'gone', updatedAt: now() })
    return { status: 204 }
  })
  run({ path: {}, query: {}, headers: {}, body: current }, { ...context, origin: ofService('deliver-webhook') })
}

/** The origin of what the service does by itself. */
export function ofService(operation: string): Context['origin'] {
  return { operation, actor: { type: 'service', id: null, name: null }, requestId: null }
}

/** The status of the answer, which decides as soon as it is there, or why there is none. */
async function post(url: string, headers: Readonly<Record<string, string>>, body: string) {
  const signal = AbortSignal.timeout(10_000)
  const send = () => fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
  try {
    // A connection that was kept may have been closed by the receiver meanwhile.
    const answer = await send().catch(send)
    // It may have broken off already.
    answer.body?.cancel().catch(() => {})
    return answer.status
  } catch {
    return signal.aborted ? 'timeout' : 'network_error'
  }
}
