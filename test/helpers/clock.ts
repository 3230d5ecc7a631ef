/** The time of this machine, for what a test sends or stores: no test compares it with another time of this machine. */
export function now(): number {
  return Date.now()
}

/** A time in seconds since 1970, as tokens have it. */
export function secondsFromNow(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds
}
