import type { Delivery, Instance } from '../sdk/src/testing/operation.ts'
import { toSentEvent } from '../sdk/src/testing/deliveries.ts'

/**
 * Really sends what waits in an instance, once, to receivers on this machine: `127.0.0.1` and `localhost`. The mock calls
 * nobody else, and tries nothing again.
 */
export function sendWaiting(instance: Instance): void {
  for (const delivery of instance.deliveries.values())
    if (delivery.item.status === 'pending' && !underWay.has(delivery)) {
      underWay.add(delivery)
      void send(instance, delivery).finally(() => underWay.delete(delivery))
    }
}

const underWay = new WeakSet<Delivery>()

async function send(instance: Instance, delivery: Delivery): Promise<void> {
  const { url, headers, body } = await toSentEvent(instance, delivery)
  const { item } = delivery
  const startedAt = performance.now()
  const isOwn = /^(127\.0\.0\.1|localhost)$/.test(URL.parse(url)?.hostname ?? '')
  const status = isOwn ? await post(url, headers, body) : null
  const isDelivered = status !== null && status >= 200 && status < 300
  const failure = isDelivered ? null : !isOwn ? 'blocked_host' : status === null ? 'network_error' : 'refused'
  delivery.item = {
    ...item,
    status: isDelivered ? 'delivered' : 'failed',
    attempts: item.attempts + 1,
    failure,
    httpStatus: status,
    durationMs: Math.round(performance.now() - startedAt),
    lastAttemptAt: new Date().toISOString(),
    nextAttemptAt: null,
  }
}

/** The status of the answer; null where there is none. */
async function post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number | null> {
  const signal = AbortSignal.timeout(10_000)
  const send = () => fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
  // A connection that was kept may have been closed by the receiver meanwhile.
  const answer = await send()
    .catch(send)
    .catch(() => null)
  await answer?.body?.cancel()
  return answer?.status ?? null
}
