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
