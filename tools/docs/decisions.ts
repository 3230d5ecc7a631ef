import { readFileSync } from 'node:fs'

/** The decisions that a caller of the API can notice (D-nn), as docs/decisions.md has them. */
export function describeDecisions(
  text = readFileSync(new URL('../../docs/decisions.md', import.meta.url), 'utf8'),
): string {
  const decisions = text.split(/^(?=##+ )/m).filter((section) => /^### D-\d+ /.test(section))
  return [
    'What the functional description leaves open, and how it was settled. A badge with a number leads here.',
    ...decisions.map(unwrap),
  ].join('\n\n')
}

/** Puts each paragraph and each list item on one line: Redoc's search joins lines without a space. */
function unwrap(section: string): string {
  return section.trim().replaceAll(/(?<!\n)\n(?!\n| *- ) */g, ' ')
}
