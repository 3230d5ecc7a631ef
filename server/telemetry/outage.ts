import type { Logger } from 'pino'
import { errorType } from './error-type.ts'

/** Tells the log when the collector begins to fail, and when it takes everything again; not of every attempt. */
export function watchExports(log: Logger): (signal: string, failure: Error | null) => void {
  const failing = new Set<string>()
  return (signal, failure) => {
    const failed = failing.size > 0
    if (failure) failing.add(signal)
    else failing.delete(signal)
    if (failure && !failed)
      log.warn({ signal, reason: reasonOf(failure) }, 'the collector takes no telemetry: it is dropped')
    if (failed && failing.size === 0) log.info('the collector takes telemetry again')
  }
}

/** The status of the answer, or the code of the failure. */
function reasonOf(failure: Error): string | number {
  return 'code' in failure && typeof failure.code === 'number' ? failure.code : errorType(failure)
}
