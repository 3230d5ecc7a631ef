import { readdirSync, readFileSync } from 'node:fs'

/** The decisions that a caller of the API can notice (D-nn), as the pages in docs/decisions/ have them. */
export function describeDecisions(pages = readPages()): string {
  return [
    'What the functional description leaves open, and how it was settled. A badge with a number leads here.',
    ...pages.map((page) => unwrap(page.replace(/^# /, '### '))),
  ].join('\n\n')
}

function readPages(): string[] {
  const folder = new URL('../../docs/decisions/', import.meta.url)
  const files = readdirSync(folder).filter((file) => /^D-\d\d-/.test(file))
  return files.sort().map((file) => readFileSync(new URL(file, folder), 'utf8'))
}

/** Puts each paragraph, list item and row of a table on one line: Redoc's search joins lines without a space. */
function unwrap(page: string): string {
  return page.trim().replaceAll(/(?<!\n)\n(?!\n| *- |\|) */g, ' ')
}
