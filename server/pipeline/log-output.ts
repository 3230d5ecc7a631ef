import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'

export type LogOutput = ReturnType<typeof pino.destination>

/** Standard output. Whoever reads it too slowly loses lines beyond 1 MiB, and does not hold the service up. */
export function openLogOutput(): LogOutput {
  return pino.destination({ dest: 1, maxLength: 1024 * 1024 })
}

/**
 * Waits a second for what is left to be read. Without it, the destination would try again at the exit, for as long
 * as it takes: for ever, where the reader has gone (sonic-boom retries whatever the error).
 */
export async function closeLogOutput(output: LogOutput): Promise<void> {
  const flushed = new Promise<void>((resolve) => output.flush(() => resolve()))
  await Promise.race([flushed, sleep(1000, undefined, { ref: false })])
  output.flushSync = () => {}
}
