import { integer, string, type Arbitrary } from 'fast-check'

/** Texts of any code points, halves of surrogate pairs too. fast-check's own `binary` lists all of them first: a second. */
export function anyCodePoints(maxLength?: number): Arbitrary<string> {
  const codePoint = integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
  return string({ unit: codePoint, ...(maxLength !== undefined && { maxLength }) })
}
