import { ConnectionError } from './errors.ts'
import { trust } from './trust.ts'

/**
 * Resolves with the result of the work. Rejects as soon as its signal aborts: with the reason of `outer`, or with a
 * ConnectionError after `ms` milliseconds.
 */
export async function within<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  { ms, outer, late, isBackground }: Limits,
): Promise<Value> {
  outer?.throwIfAborted()
  // Not AbortSignal.any: Node holds its signal weakly and may forget it while the network is waiting.
  const controller = new AbortController()
  const { signal } = controller
  const follow = () => controller.abort(outer?.reason)
  const stop = () => controller.abort(new ConnectionError(late, { cause: new DOMException('', 'TimeoutError') }))
  const timeout = setTimeout(stop, Math.min(ms, longestTimeout))
  // In browsers a timer is a number without `unref`.
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

/** A pause is work that never ends by itself. */
export async function pause(ms: number, outer: AbortSignal | undefined): Promise<void> {
  await within(() => new Promise<never>(() => {}), { ms, outer, late: '' }).catch(() => outer?.throwIfAborted())
}

/**
 * Milliseconds to wait: the time that the service asks for, plus a random part of a growing time that spreads the callers.
 */
export function retryDelay(response: Response | undefined, attempt: number): number {
  const value = response?.headers.get('retry-after') ?? ''
  // Every time of HTTP ends in GMT; another one would be read as local time. Two letters are enough, and a byte shorter.
  const asked = Number(value) * 1000 || (/MT/.test(value) && Date.parse(value) - Date.now()) || 0
  return Math.max(0, asked) + Math.random() * Math.min(8000, 125 * 2 ** attempt)
}

/** The longest time of a timer. A timer with a longer time would end at once. */
const longestTimeout = 2 ** 31 - 1

interface Limits {
  ms: number
  outer?: AbortSignal | undefined
  /** The message of the error after `ms` milliseconds. */
  late: string
  /** Whether the timer lets a process exit before it ends. */
  isBackground?: boolean
}
