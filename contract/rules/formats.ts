/** The checks of the contract's formats, for the validator, the test server of the SDK and imported lines. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  email: (text) => emailAddress.test(text),
  'date-time': isInstant,
}

/** The rule of browsers (HTML, "valid email address"): the domain may be a single label. */
const emailAddress =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i

/** A time in UTC on a day that exists. `Date` would read 30 February, and hour 24, as a later day. */
export function isInstant(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text)) return false
  return new Date(text).getUTCDate() === Number(text.slice(8, 10))
}
