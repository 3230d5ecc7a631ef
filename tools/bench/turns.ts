export interface Latencies {
  /** Milliseconds. */
  p50: number
  p95: number
}

/** Runs each call so many times, in turns, so that whatever else the machine does hits all alike. */
export async function measureInTurns(
  calls: readonly (() => Promise<void>)[],
  times: number,
): Promise<Latencies[]> {
  const measured = calls.map((call) => ({ call, latencies: new Array<number>() }))
  // The first calls fill caches: they do not count.
  for (const { call } of measured) for (let turn = 0; turn < WARM_UP; turn++) await call()
  for (let turn = 0; turn < times; turn++) {
    for (const { call, latencies } of measured) {
      const startedAt = performance.now()
      await call()
      latencies.push(performance.now() - startedAt)
    }
  }
  return measured.map(({ latencies }) => {
    const sorted = latencies.toSorted((a, b) => a - b)
    return { p50: at(sorted, 0.5), p95: at(sorted, 0.95) }
  })
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

const WARM_UP = 3
