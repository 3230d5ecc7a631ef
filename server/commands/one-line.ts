/** Without what a terminal obeys: line breaks, tabs and other control characters, and what turns the direction of a text. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, ' ')
}
