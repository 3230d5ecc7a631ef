/**
 * Lower case as PostgreSQL's C.UTF-8 knows it: letter by letter, one for one. JavaScript looks at the letters around
 * a Σ, and makes two of İ, the only letter whose lower case is longer.
 */
export function foldCase(text: string): string {
  return Array.from(text.replaceAll('İ', 'i'), (letter) => letter.toLowerCase()).join('')
}

/** Whether a text contains another one, whatever the case. */
export function contains(text: string | null, wanted: string): boolean {
  return text !== null && foldCase(text).includes(foldCase(wanted))
}
