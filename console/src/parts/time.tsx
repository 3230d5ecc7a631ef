import { language, texts } from '../texts.ts'
import classes from './time.module.css'

/**
 * How long ago a time of the service is. Under the pointer, and beside the focus, it is exact, in the zone of the reader; in
 * full, it is exact at once.
 */
export function Time({ at, isFull = false }: { at: string | null; isFull?: boolean }) {
  if (at === null) return texts.never
  const time = new Date(at)
  const ago = sayAgo(time)
  if (isFull) return <time dateTime={at}>{exactTime(time) + (ago === day.format(time) ? '' : ` (${ago})`)}</time>
  return (
    <time dateTime={at} title={exactTime(time)} className={classes.time}>
      <span className={classes.relative}>{ago}</span>
      <span className={classes.exact}>{exactTime(time)}</span>
    </time>
  )
}

/** A day of the service, which is the same in every zone. */
export function Day({ on }: { on: string | null }) {
  return on === null ? texts.none : <time dateTime={on}>{sayDay(on)}</time>
}

export function sayDay(day: string): string {
  return utcDay.format(new Date(day))
}

export function exactTime(time: Date): string {
  return exact.format(time)
}

/** How many days something has waited. */
export function sayWait(since: string): string {
  const days = Math.floor((Date.now() - Date.parse(since)) / (dayLength * 1000))
  return texts.waits(days)
}

/** In the largest unit of which there is one; a time that is long gone as its day. */
function sayAgo(time: Date): string {
  const seconds = (time.getTime() - Date.now()) / 1000
  for (const [unit, length, most] of units) {
    if (Math.abs(seconds) < most) return relative.format(Math.trunc(seconds / length), unit)
  }
  return day.format(time)
}

const [minute, hour, dayLength] = [60, 3600, 86_400]
const units = [
  ['second', 1, minute],
  ['minute', minute, hour],
  ['hour', hour, dayLength],
  ['day', dayLength, 30 * dayLength],
] as const

const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
const exact = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
const utcDay = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
