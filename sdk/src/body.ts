import { ConnectionError } from './errors.ts'
import { within } from './wait.ts'

/**
 * Returns the body as a stream that fails when `owner.signal` aborts (with its reason), when the body breaks off, or when no
 * part of it arrives for `idleMs` milliseconds (both with a ConnectionError). A failure closes the connection. The stream
 * refers to the owner because Node forgets the signal of a request that nothing refers to.
 */
export function guard(
  body: ReadableStream<Uint8Array>,
  owner: { signal?: AbortSignal | undefined },
  idleMs: number,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let fail = (_reason: unknown) => {}
  const stop = () => fail(owner.signal?.reason)
  const leave = () => owner.signal?.removeEventListener('abort', stop)
  return new ReadableStream<Uint8Array>({
    start(controller) {
      fail = (reason) => {
        leave()
        controller.error(reason)
        reader.cancel(reason).catch(() => {})
      }
      owner.signal?.addEventListener('abort', stop)
      if (owner.signal?.aborted) stop()
    },
    async pull(controller) {
      const read = () =>
        reader.read().catch((cause: unknown) => {
          throw new ConnectionError('the answer broke off.', { cause })
        })
      try {
        const late = `nothing more of the answer came within ${idleMs / 1000} s.`
        const { done, value } = await within(read, { ms: idleMs, outer: owner.signal, late })
        if (!done) return controller.enqueue(value)
        leave()
        controller.close()
      } catch (error) {
        fail(error)
      }
    },
    cancel(reason) {
      leave()
      return reader.cancel(reason)
    },
  })
}
