/** In milliseconds. */
export interface Delay {
  least: number
  most: number
}

/** Reads `500` and `200-2000`; null for what is no delay, or longer than a minute. */
export function readDelay(text: string): Delay | null {
  const [, least, most = least] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? []
  const delay = { least: Number(least), most: Number(most) }
  return delay.least <= delay.most && delay.most <= 60_000 ? delay : null
}
