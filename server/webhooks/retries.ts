const [second, minute, hour] = [1000, 60_000, 3_600_000]

/** Between the attempts of a delivery, which together take three days. */
const waits = [5 * second, 5 * minute, 0.5 * hour, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 20 * hour]

/**
 * How long to wait after a failed attempt, `tries` of which came before: up to a tenth more or less at random, so that what
 * failed together does not return together, and at least as long as `Retry-After` asks, up to a day. Null when the delivery is
 * given up.
 */
export function waitAfter(tries: number, retryAfter: string | undefined, now = Date.now()): number | null {
  const wait = waits[tries]
  if (wait === undefined) return null
  return Math.max(wait * (0.9 + 0.2 * Math.random()), Math.min(readRetryAfter(retryAfter, now), 24 * hour))
}

/** Seconds or a date, in milliseconds from now; 0 for what is neither. */
function readRetryAfter(text = '', now: number): number {
  if (/^\d{1,9}$/.test(text)) return Number(text) * second
  // One of the three forms of a date in HTTP does not name its zone, which is GMT.
  const time = Date.parse(`${text.replace(/ GMT$/, '')} GMT`)
  return Number.isNaN(time) ? 0 : Math.max(0, time - now)
}
