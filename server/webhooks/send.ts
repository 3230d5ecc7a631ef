import type { Attempt } from '../db/webhook-deliveries.ts'
import { sendRequest } from '../integrations/connection-test/request.ts'
import { serviceName } from '../integrations/connection-test/template.ts'
import { guard, type OutboundRules } from '../integrations/outbound/guard.ts'
import { sign } from './secrets.ts'

/**
 * Sends an event to a webhook, through the outbound guard: to any public host, and to the hosts that the operator opens.
 * Follows no redirect, does not read the body of the answer, and waits at most 10 s for its status. Rejects only when `signal`
 * aborts, with its reason.
 */
export async function sendEvent(
  { id, url, body, secrets }: SignedEvent,
  rules: Omit<OutboundRules, 'hosts'>,
  signal: AbortSignal,
): Promise<Attempt & { retryAfter: string | undefined }> {
  const started = performance.now()
  const answer = await sendRequest(
    { method: 'POST', url: new URL(url), headers: headersOf(id, body, secrets), body, readsAnswer: false },
    {
      progress: { pass: () => {} },
      rules: { ...rules, hosts: ['*'] },
      signal: AbortSignal.any([AbortSignal.timeout(10_000), signal]),
    },
  )
  signal.throwIfAborted()
  const durationMs = Math.round(performance.now() - started)
  if ('failure' in answer) return { failure: answer.failure, httpStatus: null, durationMs, retryAfter: undefined }
  const httpStatus = Number(answer.status)
  const failure = httpStatus >= 200 && httpStatus < 300 ? null : 'refused'
  return { failure, httpStatus, durationMs, retryAfter: answer.headers['retry-after'] }
}

/** Whether events may be sent to a URL, as far as it tells by itself: a name is looked up only when something is sent. */
export async function isCallable(url: string, rules: Omit<OutboundRules, 'hosts'>): Promise<boolean> {
  const target = URL.parse(url)
  const checked = target && (await guard(target, { ...rules, hosts: ['*'], lookup: async () => [] }))
  return checked !== null && !('failure' in checked && checked.failure === 'blocked_host')
}

function headersOf(id: string, body: string, secrets: readonly string[]): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000)
  return {
    'content-type': 'application/json',
    'user-agent': serviceName,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': sign(id, timestamp, body, secrets),
  }
}

export interface SignedEvent {
  /** Of the delivery. */
  id: string
  url: string
  body: string
  /** The newest first. */
  secrets: readonly string[]
}
