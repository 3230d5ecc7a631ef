import { vi } from 'vitest'

/**
 * Asks the check again, every 20 ms, until it throws no more, and returns what it then returns. It has as much time as the
 * whole test, so that a slow machine fails nothing.
 */
export function until<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: 240_000, interval: 20 })
}
