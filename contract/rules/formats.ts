/** The checks of the contract's formats, for the validator, the test server of the SDK and imported lines. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  email: (text) => emailAddress.test(text),
  'date-time': isInstant,
}

/** The rule of browsers (HTML, "valid email address"): the domain may be a single label. */
const emailAddress =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i

const instant = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?Z$/

/** A time in UTC on a day that exists. `Date` would read 30 February, and hour 24, as a later day. */
export function isInstant(text: string): boolean {
  if (!instant.test(text)) return false
  const day = Number(text.slice(8, 10))
  // Every month has the first 28 days.
  return day <= 28 || new Date(text).getUTCDate() === day
}
