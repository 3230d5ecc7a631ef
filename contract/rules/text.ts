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
