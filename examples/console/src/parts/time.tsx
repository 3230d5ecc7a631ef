import { texts } from '../texts.ts'

/** A time of the service in the zone and the manner of the reader. */
export function Time({ at }: { at: string | null }) {
  if (at === null) return texts.never
  return <time dateTime={at}>{format.format(new Date(at))}</time>
}

const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
