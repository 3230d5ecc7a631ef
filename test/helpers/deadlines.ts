import { afterAll, beforeAll, vi } from 'vitest'
import { until } from './until.ts'

/**
 * In this test file no deadline of the process passes by itself, however slow the machine is: `performance.now()` stands
 * still, and no signal of `AbortSignal.timeout()` aborts.
 */
export function stopDeadlines() {
  const signals = new Set<AbortController>()
  // Later than all that was before.
  let time = 1e9
  let spies: { mockRestore(): unknown }[]
  beforeAll(() => {
    const openSignal = () => {
      const controller = new AbortController()
      signals.add(controller)
      return controller.signal
    }
    spies = [
      vi.spyOn(performance, 'now').mockImplementation(() => time),
      vi.spyOn(AbortSignal, 'timeout').mockImplementation(openSignal),
    ]
  })
  afterAll(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return {
    /** It is so many milliseconds later, and the deadline of every signal has passed. */
    pass(ms: number) {
      time += ms
      for (const signal of signals) signal.abort(new DOMException('The deadline has passed.', 'TimeoutError'))
      signals.clear()
    },
    /** It gets later and later until the call ends. No signal aborts. */
    async passUntil<Result>(call: Promise<Result>): Promise<Result> {
      let hasEnded = false
      const end = () => void (hasEnded = true)
      call.then(end, end)
      await until(() => {
        time += 1000
        if (!hasEnded) throw new Error('The call has not ended.')
      })
      return call
    },
  }
}
