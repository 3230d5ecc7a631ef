import { format, resolveConfig } from 'prettier'
import type { ContractChange, Impact } from './changes.ts'
import { files } from './release.ts'

/**
 * The changelog with a section `Unreleased` that tells exactly these changes. A sentence that somebody wrote there for callers
 * stays, with a comment below it that lists the changes it tells of; every other change is a line of its own.
 */
export function withUnreleased(changelog: string, changes: readonly ContractChange[]): Promise<string> {
  const { preface, unreleased, released } = split(changelog)
  return tidy([preface, `## Unreleased\n\n${list(changes, unreleased) || 'Nothing.'}`, released])
}

/** The changes of which no sentence of the section `Unreleased` tells, without those of wording, which need none. */
export function withoutSentence(changelog: string, changes: readonly ContractChange[]): ContractChange[] {
  const covered = readWritten(split(changelog).unreleased).flatMap(({ covers }) => covers)
  return changes.filter(({ impact, text }) => impact !== 'wording' && !covered.includes(text))
}

/** The changelog after a release of today: the section `Unreleased` becomes a section with the version and the day. */
export function withRelease(changelog: string, changes: readonly ContractChange[], version: string): Promise<string> {
  const { preface, unreleased, released } = split(changelog)
  const day = new Date().toISOString().slice(0, 10)
  const listed = list(changes, unreleased).replaceAll(new RegExp(comment, 'g'), '')
  const text = listed || (released === '' ? 'The first release.' : 'Wording and examples.')
  return tidy([preface, '## Unreleased\n\nNothing.', `## ${version} (${day})\n\n${text}`, released])
}

function split(changelog: string): { preface: string; unreleased: string; released: string } {
  const [preface = '', ...sections] = changelog.split(/^(?=## )/m)
  const [unreleased = [], released = []] = [true, false].map((isWanted) =>
    sections.filter((section) => section.startsWith('## Unreleased') === isWanted),
  )
  return { preface, unreleased: unreleased.join(''), released: released.join('') }
}

/** Lists the changes, without those of wording: the changelog is for those who call the API. */
function list(changes: readonly ContractChange[], unreleased: string): string {
  const written = readWritten(unreleased)
  return headings
    .flatMap(([impact, heading]) => {
      const texts = changes.filter((change) => change.impact === impact).map(({ text }) => text)
      const sentences = written.flatMap(({ sentence, covers }) => {
        const covered = texts.filter((text) => covers.includes(text))
        return covered.length > 0 ? [`${sentence}\n  <!--\n  ${covered.join('\n  ')}\n  -->`] : []
      })
      const others = texts.filter((text) => !written.some(({ covers }) => covers.includes(text)))
      const lines = [...sentences, ...others].map((text) => `- ${text}`)
      return lines.length > 0 ? [`${heading}:\n\n${lines.join('\n')}`] : []
    })
    .join('\n\n')
}

/** The sentences that have a comment, with the changes that it lists, one a line. */
function readWritten(unreleased: string): { sentence: string; covers: string[] }[] {
  return unreleased.split(/^- /m).flatMap((item) => {
    const [found = '', listed] = comment.exec(item) ?? []
    if (listed === undefined) return []
    return [{ sentence: item.slice(0, item.indexOf(found)), covers: listed.split('\n').map((line) => line.trim()) }]
  })
}

const comment = /\s*<!--([^]*?)-->/

/** Formats the text with Prettier, so that `npm run check` passes. */
async function tidy(sections: string[]): Promise<string> {
  const text = sections.map((section) => section.trim()).join('\n\n')
  return format(text, { ...(await resolveConfig(files.changelog)), parser: 'markdown' })
}

const headings: [Impact, string][] = [
  ['breaking', 'Breaking'],
  ['additive', 'Additive'],
]
