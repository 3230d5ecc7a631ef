import { ConnectionError } from './errors.ts'
import type { Exchange } from './exchange.ts'
import { pause, startTimer, until } from './wait.ts'

export interface SendSettings {
  exchange: Exchange
  timeoutMs: number
  attemptTimeoutMs: number
  maxRetries: number
  /** Hands over the body of a good answer as it comes. Otherwise it is read within the attempt. */
  isStream: boolean
}

/**
 * Sends a request, again where that is safe. Answers with any response; throws ConnectionError when there is none,
 * and the reason of the request's signal when that has ended it.
 */
export async function send(request: Request, settings: SendSettings): Promise<Response> {
  const timer = startTimer(settings.timeoutMs)
  const signal = AbortSignal.any([request.signal, timer.signal])
  const deadline = Date.now() + settings.timeoutMs
  try {
    return await sendRepeatedly(new Request(request, { signal }), signal, settings, deadline)
  } finally {
    timer.stop()
  }
}

async function sendRepeatedly(
  request: Request,
  signal: AbortSignal,
  settings: SendSettings,
  deadline: number,
): Promise<Response> {
  for (let retries = 0; ; retries += 1) {
    const outcome = await attempt(request, signal, settings)
    const delay = retryDelay(outcome, retries)
    const isRetried =
      retries < settings.maxRetries &&
      Date.now() + delay < deadline &&
      (await isSafe(request, outcome, retries))
    if (isRetried) await pause(delay, signal)
    else if (outcome instanceof Response) return outcome
    else throw outcome
  }
}

async function attempt(
  request: Request,
  overall: AbortSignal,
  { exchange, attemptTimeoutMs, isStream }: SendSettings,
): Promise<Response | ConnectionError> {
  const timer = startTimer(attemptTimeoutMs)
  const signal = AbortSignal.any([overall, timer.signal])
  try {
    overall.throwIfAborted()
    const response = await until(signal, exchange(new Request(request.clone(), { signal })))
    return isStream && response.ok ? response : await until(signal, readWhole(response))
  } catch (error) {
    overall.throwIfAborted()
    if (error instanceof ConnectionError) return error
    throw error
  } finally {
    timer.stop()
  }
}

/** A body may break or stall as well as a connection. */
async function readWhole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response
  try {
    const body = await response.arrayBuffer()
    return new Response(body.byteLength > 0 ? body : null, { status, statusText, headers })
  } catch (cause) {
    throw new ConnectionError('the answer broke off.', { cause })
  }
}

/** Milliseconds: what the service asks for and, so that callers spread, a random part of an ever longer time. */
function retryDelay(outcome: Response | ConnectionError, retries: number): number {
  const backoff = Math.random() * Math.min(8000, 250 * 2 ** retries)
  return outcome instanceof Response ? retryAfter(outcome) + backoff : backoff
}

function retryAfter({ headers }: Response): number {
  const value = headers.get('retry-after') ?? '0'
  const seconds = Number(value)
  const milliseconds = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000
  return Math.max(0, milliseconds || 0)
}

async function isSafe(
  { method, headers }: Request,
  outcome: Response | ConnectionError,
  retries: number,
): Promise<boolean> {
  const isKeyed = headers.has('Idempotency-Key')
  if (outcome instanceof Response) {
    // The try before this one reached the service after all and is still running there.
    if (outcome.status === 409)
      return retries > 0 && isKeyed && (await outcome.clone().text()).includes(keyInUse)
    return (outcome.status === 429 || outcome.status === 503) && (method !== 'POST' || isKeyed)
  }
  // After a lost answer the first try may have worked: a second DELETE would find nothing, a second If-Match a change.
  return method === 'GET' || (method === 'PUT' && !headers.has('If-Match')) || isKeyed
}

const keyInUse = '"idempotency_key_in_use"'
