import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { onTestFinished, vi } from 'vitest'

/** Until the end of the test, who sleeps for so many milliseconds in this process sleeps until the returned function is called. */
export function holdSleep(heldMs: number): () => void {
  const { setTimeout: sleep } = timers
  const { promise, resolve } = Promise.withResolvers<void>()
  const spy = vi.spyOn(timers, 'setTimeout')
  spy.mockImplementation((ms, value, options) =>
    ms === heldMs ? promise.then(() => sleep(0, value, options)) : sleep(ms, value, options),
  )
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
  return resolve
}
