import type { Query } from '../types.ts'
import { faultIn } from './faults.ts'
import { invalidInput } from './refusals.ts'
import { inZone } from './twu/cel-times.ts'

/** So many days may be asked for at once, where the sums by day are not stored. */
const mostDays = 400

/** The answer 400 to a time zone that nobody knows. */
export function refuseTimeZone({ timeZone }: { timeZone?: string | undefined }) {
  if (timeZone === undefined || isTimeZone(timeZone)) return null
  const message = 'is no time zone: write it as IANA does, such as Europe/Berlin'
  return invalidInput([faultIn('query', '/timeZone', 'unknown_time_zone', message)])
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The answer 400 to a range of too many days. */
export function refuseManyDays(first: Date, last: Date, pointer: '/from' | '/createdFrom') {
  if (last.getTime() - first.getTime() < mostDays * aDay) return null
  const message = `There are more than ${mostDays} days in the range: ask for a part of it.`
  return invalidInput([{ in: 'query', pointer, code: 'range', message }])
}

/** Whether a summary is by days for which no sums are stored. */
export function hasOtherDays({ groupBy, timeZone = 'UTC' }: Query<'summariseWorkLedger'>): boolean {
  return groupBy === 'day' && timeZone !== 'UTC'
}

/**
 * The days of a summary, and the range that they are in: what was asked for, as far as there are entries. An entry beside the
 * range, which came meanwhile, would be on no day.
 */
export function daysOfSummary(
  { createdFrom, createdTo, timeZone = 'UTC' }: Query<'summariseWorkLedger'>,
  entries: { first: Date; last: Date } | null,
) {
  const { first, last } = entries ?? { first: new Date(0), last: new Date(0) }
  const from = new Date(Math.max(Date.parse(createdFrom ?? first.toISOString()), first.getTime()))
  const to = new Date(Math.min(Date.parse(createdTo ?? last.toISOString()), last.getTime()))
  const range = { createdFrom: from.toISOString(), createdTo: to.toISOString() }
  return refuseManyDays(from, to, '/createdFrom') ?? { range, days: daysBetween(from, to, timeZone) }
}

/** The day of a time by the calendar of a time zone, as `2026-12-24`. */
export function dayOf(time: Date, timeZone: string): string {
  return inZone(time, timeZone).toISOString().slice(0, 10)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * aDay).toISOString().slice(0, 10)
}

/** From each of `starts`, in order, until the next one, it is the day of the same place in `days`. */
export interface Days {
  starts: string[]
  days: string[]
}

/**
 * The days between two times by the clock of a time zone. Such a day may have 23 or 25 hours, and where clocks are set back
 * over midnight, a day begins twice. So that what counts is the clock of this process and not that of the database, which may
 * know other zones, the database gets only times.
 */
export function daysBetween(first: Date, last: Date, timeZone: string): Days {
  const spans = clockSpans(first, last, timeZone)
  const begun = spans.flatMap(({ start, end, offset }) => {
    const midnights = []
    const next = (Math.floor((start + offset) / aDay) + 1) * aDay - offset
    for (let midnight = next; midnight < end; midnight += aDay) midnights.push(midnight)
    return [start, ...midnights].map((time) => [time, time + offset])
  })
  const texts = begun.map((times) => times.map((time) => new Date(time).toISOString()))
  return { starts: texts.map(([start = '']) => start), days: texts.map(([, local = '']) => local.slice(0, 10)) }
}

/** The parts of the range within which clocks are not set: each has one offset from UTC. */
function clockSpans(first: Date, last: Date, timeZone: string): ClockSpan[] {
  const offsetAt = (time: number) => inZone(new Date(time), timeZone).getTime() - time
  const end = last.getTime() + 1
  const spans: ClockSpan[] = []
  let start = first.getTime()
  for (let time = start; time < end; time += aDay) {
    const later = Math.min(time + aDay, end)
    if (offsetAt(time) === offsetAt(later)) continue
    const set = firstTime(time, later, (each) => offsetAt(each) === offsetAt(later))
    spans.push({ start, end: set, offset: offsetAt(time) })
    start = set
  }
  return start < end ? [...spans, { start, end, offset: offsetAt(start) }] : spans
}

interface ClockSpan {
  start: number
  end: number
  offset: number
}

/** The first time at which something holds that holds at `to`, and at `from` does not. */
function firstTime(from: number, to: number, holds: (time: number) => boolean): number {
  if (to - from <= 1) return to
  const middle = Math.floor((from + to) / 2)
  return holds(middle) ? firstTime(from, middle, holds) : firstTime(middle, to, holds)
}

const aDay = 86_400_000
