import { toTimestamp } from '../formats.ts'
import { Duration, Fault } from './cel-values.ts'

/** A time of RFC 3339 with its zone, cut to milliseconds. Null for all else. */
export function parseTime(text: string): Date | null {
  const written = toTimestamp(text)
  return written === null ? null : new Date(written)
}

/** The time so many milliseconds after 1970. */
export function toTime(ms: number): Date {
  if (ms >= firstTime && ms <= lastTime) return new Date(ms)
  throw new Fault('a time is in the years 1 to 9999')
}

const [firstTime, lastTime] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

export function shiftTime(time: Date, nanos: bigint): Date {
  if (nanos % 1_000_000n !== 0n) throw new Fault('a time has whole milliseconds')
  return toTime(time.getTime() + Number(nanos / 1_000_000n))
}

export function formatTime(time: Date): string {
  return time.toISOString().replace(/\.?0*Z$/, 'Z')
}

export function parseDuration(text: string): Duration {
  // What is longer is no duration, and would take long to read.
  const [, sign, parts = ''] = /^([+-]?)((?:(?:\d+\.?\d*|\.\d+)(?:h|ms?|s|us|µs|ns))+)$/.exec(text.slice(0, 100)) ?? []
  if (parts === '' || text.length > 100) throw new Fault(`"${text}" is no duration, such as "1h30m" or "1.5s"`)
  let nanos = 0n
  for (const [, whole = '', fraction = '', unit = ''] of parts.matchAll(/(\d*)\.?(\d*)(h|ms?|s|us|µs|ns)/g)) {
    nanos += (BigInt(whole + fraction) * (units.get(unit) ?? 0n)) / 10n ** BigInt(fraction.length)
  }
  return new Duration(sign === '-' ? -nanos : nanos)
}

const second = 1_000_000_000n
const units = new Map([
  ['h', 3600n * second],
  ['m', 60n * second],
  ['s', second],
  ['ms', 1_000_000n],
  ['us', 1000n],
  ['µs', 1000n],
  ['ns', 1n],
])

export function formatDuration({ nanos }: Duration): string {
  const size = nanos < 0n ? -nanos : nanos
  const fraction = `.${String(size % second).padStart(9, '0')}`.replace(/\.?0*$/, '')
  return `${nanos < 0n ? '-' : ''}${size / second}${fraction}s`
}

/** What is read of durations. The milliseconds are those beside the seconds. */
export const partsOfDurations = {
  getHours: (nanos: bigint) => nanos / (3600n * second),
  getMinutes: (nanos: bigint) => nanos / (60n * second),
  getSeconds: (nanos: bigint) => nanos / second,
  getMilliseconds: (nanos: bigint) => (nanos / 1_000_000n) % 1000n,
}

/** What is read of times: of the calendar and clock of UTC. Days of months and years begin with 0, and `getDate` with 1. */
export const partsOfTimes = {
  getFullYear: (time: Date) => time.getUTCFullYear(),
  getMonth: (time: Date) => time.getUTCMonth(),
  getDate: (time: Date) => time.getUTCDate(),
  getDayOfMonth: (time: Date) => time.getUTCDate() - 1,
  getDayOfWeek: (time: Date) => time.getUTCDay(),
  getDayOfYear: (time: Date) => Math.floor((time.getTime() - new Date(time).setUTCMonth(0, 1)) / 86_400_000),
  getHours: (time: Date) => time.getUTCHours(),
  getMinutes: (time: Date) => time.getUTCMinutes(),
  getSeconds: (time: Date) => time.getUTCSeconds(),
  getMilliseconds: (time: Date) => time.getUTCMilliseconds(),
}

/** The time whose calendar and clock of UTC are those of the time in a zone: `+02:00`, `02:00` or `Europe/Berlin`. */
export function inZone(time: Date, zone: string): Date {
  const offset = offsetFormat.exec(/^\d/.test(zone) ? `+${zone}` : zone) ?? offsetFormat.exec(offsetOf(time, zone))
  const [, sign, hours = 0, minutes = 0, seconds = 0] = offset ?? []
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return new Date(time.getTime() + (sign === '-' ? -size : size) * 1000)
}

const offsetFormat = /^([+-])(\d\d):(\d\d)(?::(\d\d))?$/

/** The offset of a zone with a name. A format takes long to make, and names differ in nothing but the case of letters. */
function offsetOf(time: Date, zone: string): string {
  const known = formats.get(zone) ?? makeFormat(zone)
  if (formats.size > 1000) formats.clear()
  formats.set(zone, known)
  return /GMT(.*)$/.exec(known.format(time))?.[1] ?? ''
}

const formats = new Map<string, Intl.DateTimeFormat>()

function makeFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  } catch {
    throw new Fault(`"${timeZone}" is no time zone`)
  }
}
