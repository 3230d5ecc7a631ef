import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { afterAll, beforeAll, vi } from 'vitest'

/** In this test file the service and its commands, in this process, sleep a twentieth of their time. */
export function shortenSleeps(): void {
  let restore: () => void
  beforeAll(() => {
    const { setTimeout: sleep } = timers
    const spy = vi.spyOn(timers, 'setTimeout')
    spy.mockImplementation((ms = 0, value, options) => sleep(ms / 20, value, options))
    syncBuiltinESMExports()
    restore = () => {
      spy.mockRestore()
      syncBuiltinESMExports()
    }
  })
  afterAll(() => restore())
}
