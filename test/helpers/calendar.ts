import { onTestFinished, vi } from 'vitest'
import { now } from './clock.ts'

/** Modules that were loaded before hold this one. */
const calendar = Date

/** Until the end of the test it is this moment, or so many milliseconds later. `performance.now()` and timers go on. */
export function stopCalendar(laterMs = 0): void {
  const at = now() + laterMs
  const clock = vi.spyOn(calendar, 'now').mockReturnValue(at)
  vi.setSystemTime(at)
  onTestFinished(() => {
    clock.mockRestore()
    vi.useRealTimers()
  })
}
