import pLimit from 'p-limit'

export interface Measured {
  /** Latencies in milliseconds: `p50` is the median, `p95` the 95th percentile. */
  p50: number
  p95: number
  perSecond: number
}

/**
 * Runs all calls in turns, so that other load on the machine hits all calls alike. Each turn runs each call `perTurn` times,
 * `concurrency` of them at once.
 */
export async function measureInTurns(
  calls: readonly (() => Promise<void>)[],
  turns: number,
  { perTurn = 1, concurrency = 1 } = {},
): Promise<Measured[]> {
  const limit = pLimit(concurrency)
  const measured = calls.map((call) => ({ call, latencies: new Array<number>(), busyMs: 0 }))
  for (let turn = -WARM_UP; turn < turns; turn++) {
    for (const one of measured) {
      const startedAt = performance.now()
      const latencies = await limit.map(
        Array.from({ length: perTurn }, () => one.call),
        timeOf,
      )
      if (turn < 0) continue
      one.busyMs += performance.now() - startedAt
      one.latencies.push(...latencies)
    }
  }
  return measured.map(({ latencies, busyMs }) => {
    const sorted = latencies.toSorted((a, b) => a - b)
    return { p50: at(sorted, 0.5), p95: at(sorted, 0.95), perSecond: (latencies.length / busyMs) * 1000 }
  })
}

async function timeOf(call: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await call()
  return performance.now() - startedAt
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

/** The first turns compile code and fill caches, so they are not measured. */
const WARM_UP = 3
