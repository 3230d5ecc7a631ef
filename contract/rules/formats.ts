/** The checks of the contract's formats, for the validator, the test server of the SDK and imported lines. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  email: (text) => emailAddress.test(text),
  'date-time': (text) => toTimestamp(text) !== null,
  date: (text) => text.length === 10 && isTimestamp(`${text}T00:00:00.000Z`),
}

/** The rule of browsers (HTML, "valid email address"): the domain may be a single label. */
const emailAddress =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i

const timestamp = /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** A time as the contract writes times, on a day that exists. `Date` would read 30 February, and hour 24, as a later day. */
function isTimestamp(text: string): boolean {
  if (!timestamp.test(text)) return false
  const day = Number(text.slice(8, 10))
  // Every month has the first 28 days.
  return day <= 28 || new Date(text).getUTCDate() === day
}

const anyTime = /^(\d{4}-\d\d-\d\dT\d\d:\d\d):(\d\d)(?:\.(\d+))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/**
 * Any time of RFC 3339 as the contract writes times: in UTC, and cut to milliseconds. Null for what is no time, or lies
 * outside the years 1 to 9999. A leap second is the second after it, as in PostgreSQL.
 */
export function toTimestamp(text: string): string | null {
  // Most times have the form already.
  if (isTimestamp(text)) return text
  const [, minute = '', second = '', fraction = '', offset = ''] = anyTime.exec(text.toUpperCase()) ?? []
  const isLeap = second === '60'
  const local = `${minute}:${isLeap ? '59' : second}.${fraction.slice(0, 3).padEnd(3, '0')}`
  if (!isTimestamp(`${local}Z`)) return null
  const written = new Date(Date.parse(local + offset) + (isLeap ? 1000 : 0)).toISOString()
  if (isLeap && !written.includes('T00:00:00.')) return null
  // Years before 1 and after 9999 are written with other digits.
  return isTimestamp(written) ? written : null
}
