import { guard } from './body.ts'
import type { CallOptions } from './calls.ts'
import { ConnectionError } from './errors.ts'
import { createExchange, isStreamed, type ExchangeSettings } from './exchange.ts'
import { pause, retryDelay, within } from './wait.ts'

export type SendSettings = ExchangeSettings & Pick<CallOptions, 'timeoutMs' | 'attemptTimeoutMs' | 'maxRetries'>

/**
 * Sends a request, and repeats it where that is safe. Resolves with any response. Throws ConnectionError when no response
 * came, and the reason of the signal of `options` after an abort; that of the request is not looked at. Either error can
 * also end the body of a streamed response.
 */
export async function send(
  request: Request,
  settings: SendSettings,
  options: CallOptions,
  { isStream, isRepeatable }: { isStream: boolean; isRepeatable: boolean },
): Promise<Response> {
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs ?? 60_000
  const attemptTimeoutMs = options.attemptTimeoutMs ?? settings.attemptTimeoutMs ?? 30_000
  const maxRetries = options.maxRetries ?? settings.maxRetries ?? 2
  const deadline = Date.now() + timeoutMs
  for (let attempt = 1; ; attempt += 1) {
    const ms = Math.min(attemptTimeoutMs, deadline - Date.now())
    const outcome = await within<Outcome>(
      async (signal) => {
        const exchange = createExchange(settings, { attempt }, isStream, signal)
        return { response: await exchange(new Request(request.clone(), { signal })) }
      },
      {
        ms,
        outer: options.signal,
        late: `no answer within ${(ms < attemptTimeoutMs ? timeoutMs : ms) / 1000} s.`,
      },
    ).catch((error: unknown): Outcome => ({ error }))
    const delay = retryDelay(outcome.response, attempt)
    const isRetried =
      attempt <= maxRetries && Date.now() + delay < deadline && (await isSafe(request, isRepeatable, outcome, attempt))
    if (isRetried) {
      await pause(delay, options.signal)
      continue
    }
    const { response } = outcome
    if (!response) throw outcome.error
    if (!isStreamed(response, isStream) || !response.body) return response
    return new Response(guard(response.body, options, attemptTimeoutMs), response)
  }
}

async function isSafe(
  { method, headers }: Request,
  isRepeatable: boolean,
  outcome: Outcome,
  attempt: number,
): Promise<boolean> {
  const isKeyed = headers.has('Idempotency-Key')
  if (outcome.response) {
    const { status } = outcome.response
    if (status === 429 || status === 503) return isKeyed || isRepeatable || method !== 'POST'
    // The previous attempt reached the service after all, and the service is still working on it.
    return status === 409 && attempt > 1 && isKeyed && (await outcome.response.clone().text()).includes(keyInUse)
  }
  // The first attempt may have succeeded although its answer was lost. A second DELETE would then be answered 404, and a
  // second If-Match 412.
  const hasOneEffect = isKeyed || isRepeatable || (method === 'PUT' && !headers.has('If-Match'))
  return hasOneEffect && outcome.error instanceof ConnectionError
}

const keyInUse = '"idempotency_key_in_use"'

type Outcome = { response: Response } | { response?: undefined; error: unknown }
