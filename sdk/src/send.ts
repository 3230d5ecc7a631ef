import type { CallOptions } from './calls.ts'
import { ConnectionError } from './errors.ts'
import { createExchange, type ExchangeSettings } from './exchange.ts'
import { pause, within } from './wait.ts'

export type SendSettings = ExchangeSettings &
  Pick<CallOptions, 'timeoutMs' | 'attemptTimeoutMs' | 'maxRetries'>

/**
 * Sends a request, again where that is safe. Answers with any response; throws ConnectionError when there is none,
 * and the reason of the request's signal when that has ended it.
 */
export async function send(
  request: Request,
  settings: SendSettings,
  options: CallOptions,
  isStream: boolean,
): Promise<Response> {
  const attemptTimeoutMs = options.attemptTimeoutMs ?? settings.attemptTimeoutMs ?? 30_000
  const maxRetries = options.maxRetries ?? settings.maxRetries ?? 2
  const deadline = Date.now() + (options.timeoutMs ?? settings.timeoutMs ?? 60_000)
  for (let attempt = 1; ; attempt += 1) {
    const exchange = createExchange(settings, { attempt }, isStream)
    const outcome = await within(
      Math.min(attemptTimeoutMs, deadline - Date.now()),
      request.signal,
      (signal) => exchange(new Request(request.clone(), { signal })),
    ).catch((error: unknown) => error)
    const delay = retryDelay(outcome, attempt)
    const isRetried =
      attempt <= maxRetries && Date.now() + delay < deadline && (await isSafe(request, outcome, attempt))
    if (isRetried) await pause(delay, request.signal)
    else if (outcome instanceof Response) return outcome
    else throw outcome
  }
}

/** Milliseconds: what the service asks for and, so that callers spread, a random part of an ever longer time. */
function retryDelay(outcome: unknown, attempt: number): number {
  const value = (outcome instanceof Response && outcome.headers.get('retry-after')) || ''
  const asked = Number(value) * 1000 || Date.parse(value) - Date.now() || 0
  return Math.max(0, asked) + Math.random() * Math.min(8000, 125 * 2 ** attempt)
}

async function isSafe({ method, headers }: Request, outcome: unknown, attempt: number): Promise<boolean> {
  const isKeyed = headers.has('Idempotency-Key')
  if (outcome instanceof Response) {
    const { status } = outcome
    if (status === 429 || status === 503) return isKeyed || method !== 'POST'
    // The try before this one reached the service after all and is still running there.
    return status === 409 && attempt > 1 && isKeyed && (await outcome.clone().text()).includes(keyInUse)
  }
  // After a lost answer the first try may have worked: a second DELETE would find nothing, a second If-Match a change.
  const isRepeatable = isKeyed || method === 'GET' || (method === 'PUT' && !headers.has('If-Match'))
  return isRepeatable && outcome instanceof ConnectionError
}

const keyInUse = '"idempotency_key_in_use"'
