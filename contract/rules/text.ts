/**
 * Lower case as in PostgreSQL's C.UTF-8: one letter for one letter. JavaScript's `toLowerCase` looks at the letters around a
 * Σ, and makes two letters of İ, the only letter with a longer lower case.
 */
export function foldCase(text: string): string {
  return Array.from(text.replaceAll('İ', 'i'), (letter) => letter.toLowerCase()).join('')
}

/** The form in which texts are searched: NFKC, which unifies different encodings of one text, whatever the case. */
function fold(text: string): string {
  // By way of upper case, as ς and σ are one letter there.
  return foldCase(Array.from(text.normalize('NFKC'), toUpperLetter).join(''))
}

/** One letter for one letter, as in PostgreSQL: ß stays. */
function toUpperLetter(letter: string): string {
  const upper = letter.toUpperCase()
  return Array.from(upper).length === 1 ? upper : letter
}

/** Tells whether a text contains another text, whatever the case and the Unicode form. */
export function contains(text: string | null, wanted: string): boolean {
  return text !== null && fold(text).includes(fold(wanted))
}

/** The number of characters, as the limits of the contract count them, and PostgreSQL: not that of UTF-16 units. */
export function lengthOf(text: string): number {
  return text.length - (text.match(/[\u{10000}-\u{10FFFF}]/gu)?.length ?? 0)
}

/** The first characters of a text, each of them whole. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const characters = Array.from(text.slice(0, 2 * most))
  return characters.slice(0, most).join('')
}

/** Orders by code points, as PostgreSQL's collation "C". JavaScript's `<` looks at UTF-16 units, and has 😀 before ～. */
export function compareTexts(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1)
}

/** Whether a password is blank, or one of the names with which the user signs in. */
export function isGuessable(password: string | undefined, { username, email }: { username: string; email: string }) {
  if (password === undefined) return false
  const guessed = comparable(password).trim()
  return guessed === '' || [username, email].some((name) => comparable(name) === guessed)
}

/**
 * The form in which the names to sign in with are compared: folded, and without invisible characters. PostgreSQL has a
 * function of the same name.
 */
export function comparable(name: string): string {
  return fold(name.replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\uE000-\uF8FF\uFFF9-\uFFFC]/gu, ''))
}
