import { ConnectionError } from './errors.ts'

/**
 * What the work gives, or at once the end of the signal that it works under: the reason of `outer`, or a
 * ConnectionError when time is up.
 */
export async function within<Value>(
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const timer = new AbortController()
  const signal = AbortSignal.any([outer, timer.signal])
  const timeout = setTimeout(() => timer.abort(outOfTime(ms)), Math.min(ms, longestTimeout))
  let stop = () => {}
  const ended = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop)
  })
  try {
    signal.throwIfAborted()
    return await Promise.race([ended, work(signal)])
  } finally {
    clearTimeout(timeout)
    signal.removeEventListener('abort', stop)
  }
}

/** A wait is work that never ends by itself. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await within(ms, signal, () => new Promise<never>(() => {})).catch(() => signal.throwIfAborted())
}

function outOfTime(ms: number): ConnectionError {
  return new ConnectionError(`no answer within ${ms / 1000} s.`, {
    cause: new DOMException('', 'TimeoutError'),
  })
}

/** What timers hold; a longer one would be over at once. */
const longestTimeout = 2 ** 31 - 1
