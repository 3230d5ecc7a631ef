import { ConnectionError } from './errors.ts'

/** A signal that ends with a ConnectionError once time is up. */
export function startTimer(ms: number): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const timer = setTimeout(() => {
    const message = `no answer within ${ms / 1000} s.`
    controller.abort(new ConnectionError(message, { cause: new DOMException(message, 'TimeoutError') }))
  }, ms)
  return { signal: controller.signal, stop: () => clearTimeout(timer) }
}

/** Waits unless the signal ends first: then rejects at once with its reason. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await until(signal, elapsed).finally(() => clearTimeout(timer))
}

/** What is waited for, or at once the reason of the signal. */
export async function until<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  let stop = () => {}
  const ended = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([promise, ended])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
