import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { BaseLogger } from 'pino'
import { listRetentions } from '../db/instances.ts'
import { pruneWorkLedger } from './prune.ts'

/**
 * Deletes, every night, the entries that are older than the retention of their instance. Several servers may do so at once:
 * they take turns, batch by batch. The returned function stops the deletion after the current batch.
 */
export function startRetention({ db, log, waitForNight = sleepUntilNight }: Options): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const repeat = async () => {
    while (!signal.aborted) {
      await waitForNight(signal)
      await applyRetention(db, log, new Date(), signal)
    }
  }
  const ended = repeat().catch((error: unknown) => {
    if (!signal.aborted) log.error({ err: error }, 'old ledger entries are no longer deleted')
  })
  return async () => {
    stopping.abort()
    await ended
  }
}

async function applyRetention(db: Knex, log: Log, now: Date, signal: AbortSignal): Promise<void> {
  try {
    for (const { id, ledger_retention_days: days } of await listRetentions(db)) {
      const before = new Date(Math.floor(now.getTime() / DAY_MS - days) * DAY_MS)
      const deleted = await pruneWorkLedger(db, id, before, { signal })
      if (deleted > 0) log.info({ instanceId: id, before, deleted }, 'deleted old ledger entries')
    }
  } catch (error) {
    // The next night tries again.
    log.warn({ err: error }, 'old ledger entries were kept')
  }
}

/** Sleeps until 03:00 UTC. */
async function sleepUntilNight(signal: AbortSignal): Promise<void> {
  const sinceNight = (Date.now() - NIGHT_MS) % DAY_MS
  await sleep(DAY_MS - sinceNight, undefined, { signal, ref: false })
}

const DAY_MS = 86_400_000
const NIGHT_MS = 3 * 3_600_000

type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>

interface Options {
  db: Knex
  log: Log
  /** Replaced in tests. */
  waitForNight?: (signal: AbortSignal) => Promise<void>
}
