import { format, resolveConfig } from 'prettier'
import type { ContractChange, Impact } from './changes.ts'
import { files } from './release.ts'

/** The changelog with a section `Unreleased` that lists exactly these changes. */
export function withUnreleased(changelog: string, changes: readonly ContractChange[]): Promise<string> {
  const { preface, released } = split(changelog)
  return tidy([preface, `## Unreleased\n\n${tell(changes) || 'Nothing.'}`, released])
}

/** The changelog after a release of today: the section `Unreleased` becomes a section with the version and the day. */
export function withRelease(
  changelog: string,
  changes: readonly ContractChange[],
  version: string,
): Promise<string> {
  const { preface, released } = split(changelog)
  const day = new Date().toISOString().slice(0, 10)
  const told = tell(changes) || (released === '' ? 'The first release.' : 'Wording and examples.')
  return tidy([preface, '## Unreleased\n\nNothing.', `## ${version} (${day})\n\n${told}`, released])
}

function split(changelog: string): { preface: string; released: string } {
  const [preface = '', ...sections] = changelog.split(/^(?=## )/m)
  return {
    preface,
    released: sections.filter((section) => !section.startsWith('## Unreleased')).join(''),
  }
}

/** Lists the changes, without those of wording: the changelog is for those who call the API. */
function tell(changes: readonly ContractChange[]): string {
  return headings
    .flatMap(([impact, heading]) => {
      const lines = changes.filter((change) => change.impact === impact).map(({ text }) => `- ${text}`)
      return lines.length > 0 ? [`${heading}:\n\n${lines.join('\n')}`] : []
    })
    .join('\n\n')
}

/** Formats the text with Prettier, so that `npm run check` passes. */
async function tidy(sections: string[]): Promise<string> {
  const text = sections.map((section) => section.trim()).join('\n\n')
  return format(text, { ...(await resolveConfig(files.changelog)), parser: 'markdown' })
}

const headings: [Impact, string][] = [
  ['breaking', 'Breaking'],
  ['additive', 'Additive'],
]
