import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'

/**
 * For answers that take a millisecond or more and need no token. In each turn of the event loop one of them begins, so that
 * other requests are answered in between, however many ask for these.
 */
export function createTurns(): <Result>(run: () => Result | Promise<Result>) => Promise<Result> {
  const oneAtATime = pLimit(1)
  return (run) =>
    oneAtATime(async () => {
      await setImmediate()
      return run()
    })
}
