import { ConnectionError } from './errors.ts'
import { trust } from './trust.ts'

/**
 * What the work gives, or at once the end of the signal that it works under: the reason of `outer`, or a
 * ConnectionError when time is up.
 */
export async function within<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  { ms, outer, late, isBackground }: Limits,
): Promise<Value> {
  outer?.throwIfAborted()
  // Not AbortSignal.any: what it gives is only weakly held, and forgotten while the network is waited for.
  const controller = new AbortController()
  const { signal } = controller
  const follow = () => controller.abort(outer?.reason)
  const timeout = setTimeout(() => controller.abort(outOfTime(late)), Math.min(ms, longestTimeout))
  // Browsers have numbers for timers.
  if (isBackground) trust<{ unref?: () => void }>(timeout).unref?.()
  outer?.addEventListener('abort', follow)
  const ended = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  try {
    return await Promise.race([ended, work(signal)])
  } finally {
    clearTimeout(timeout)
    outer?.removeEventListener('abort', follow)
  }
}

/** A wait is work that never ends by itself. */
export async function pause(ms: number, outer: AbortSignal): Promise<void> {
  const forever = () => new Promise<never>(() => {})
  await within(forever, { ms, outer, late: '' }).catch(() => outer.throwIfAborted())
}

function outOfTime(message: string): ConnectionError {
  return new ConnectionError(message, { cause: new DOMException('', 'TimeoutError') })
}

/** What timers hold; a longer one would be over at once. */
const longestTimeout = 2 ** 31 - 1

interface Limits {
  ms: number
  outer?: AbortSignal
  /** The message when time is up. */
  late: string
  /** Whether a process may end before. */
  isBackground?: boolean
}
