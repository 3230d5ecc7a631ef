import { format, resolveConfig } from 'prettier'
import type { ContractChange, Impact } from './changes.ts'

/** The changelog with a section `Unreleased` that tells of these changes, and of nothing else. */
export function withUnreleased(
  changelog: string,
  changes: readonly ContractChange[],
  file: string,
): Promise<string> {
  const { preface, released } = split(changelog)
  return tidy([preface, `## Unreleased\n\n${tell(changes) || 'Nothing.'}`, released], file)
}

/** The changelog after a release: what was `Unreleased` has a version and a day. */
export function withRelease(
  changelog: string,
  changes: readonly ContractChange[],
  release: { version: string; day: string },
  file: string,
): Promise<string> {
  const { preface, released } = split(changelog)
  const told = tell(changes) || (released === '' ? 'The first release.' : 'Wording and examples.')
  return tidy(
    [preface, '## Unreleased\n\nNothing.', `## ${release.version} (${release.day})\n\n${told}`, released],
    file,
  )
}

function split(changelog: string): { preface: string; released: string } {
  const [preface = '', ...sections] = changelog.split(/^(?=## )/m)
  return {
    preface,
    released: sections.filter((section) => !section.startsWith('## Unreleased')).join(''),
  }
}

/** Wording is left out: the changelog is for those who call the API. */
function tell(changes: readonly ContractChange[]): string {
  return headings
    .flatMap(([impact, heading]) => {
      const lines = changes.filter((change) => change.impact === impact).map(({ text }) => `- ${text}`)
      return lines.length > 0 ? [`${heading}:\n\n${lines.join('\n')}`] : []
    })
    .join('\n\n')
}

/** As `npm run check` wants it. */
async function tidy(sections: string[], file: string): Promise<string> {
  const text = sections.map((section) => section.trim()).join('\n\n')
  return await format(text, { ...(await resolveConfig(file)), parser: 'markdown' })
}

const headings: [Impact, string][] = [
  ['breaking', 'Breaking'],
  ['additive', 'Additive'],
]
