import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Something that the service needs, such as the database, and that may be away for a while. */
export interface Outage {
  /** An attempt failed; `details` say why. */
  failed(details: object): void
  /** An attempt was successful. */
  worked(): void
}

/**
 * Tells the log when attempts begin to fail, and when one is successful again: not of every attempt, and of an outage at
 * most every ten seconds, so that neither an outage nor single failures flood the log.
 */
export function watchOutage(log: Logger, { begins, ends }: { begins: string; ends: string }): Outage {
  let isOut = false
  let toldAt = -Infinity
  return {
    failed(details) {
      if (isOut || performance.now() - toldAt < 10_000) return
      isOut = true
      toldAt = performance.now()
      log.warn(details, begins)
    },
    worked() {
      if (!isOut) return
      isOut = false
      log.info(ends)
    },
  }
}

/** Does something again and again, `everyMs` after it was done, until `signal` aborts. What fails is done again, too. */
export async function repeat(run: () => Promise<void>, everyMs: number, outage: Outage, signal: AbortSignal) {
  while (!signal.aborted) {
    try {
      await sleep(everyMs, undefined, { signal, ref: false })
      await run()
      outage.worked()
    } catch (error) {
      if (!signal.aborted) outage.failed({ err: error })
    }
  }
}
