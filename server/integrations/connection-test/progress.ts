import { listSteps, stepNames, type StepName } from '../../../contract/rules/connection-test.ts'
import type { ConnectionTestStep } from '../../../spec/gen/openapi.gen.ts'

/** How far a test has come. */
export interface Progress {
  /** The step has passed, and all before it. What has passed already keeps its duration. */
  pass(step: StepName): void
  /** The steps at the end of the test. `message` tells why it failed, if it did. */
  end(message: string): ConnectionTestStep[]
}

export function createProgress(needed: readonly StepName[]): Progress {
  const durations = new Map<StepName, number>()
  let since = performance.now()
  const takeDuration = () => {
    const before = since
    since = performance.now()
    return Math.round(since - before)
  }
  return {
    pass(step) {
      for (const passed of stepNames.slice(0, stepNames.indexOf(step) + 1)) {
        if (needed.includes(passed) && !durations.has(passed)) durations.set(passed, takeDuration())
      }
    },
    end: (message) => listSteps(durations, needed, { message, durationMs: takeDuration() }),
  }
}
