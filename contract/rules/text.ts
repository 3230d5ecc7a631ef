/**
 * Lower case as PostgreSQL's C.UTF-8 knows it: letter by letter, one for one. JavaScript looks at the letters around
 * a Σ, and makes two of İ, the only letter whose lower case is longer.
 */
export function foldCase(text: string): string {
  return Array.from(text.replaceAll('İ', 'i'), (letter) => letter.toLowerCase()).join('')
}

/** As texts are searched: two ways to write one text are one (Unicode's NFKC), whatever the case. */
function fold(text: string): string {
  return foldCase(text.normalize('NFKC'))
}

/** Whether a text contains another one, however both are written. */
export function contains(text: string | null, wanted: string): boolean {
  return text !== null && fold(text).includes(fold(wanted))
}

/** As names to sign in with are compared: without what cannot be seen, too. PostgreSQL's function has the same name. */
export function comparable(name: string): string {
  return fold(name.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''))
}
