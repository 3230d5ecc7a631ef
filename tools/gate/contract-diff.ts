import { writeFile } from 'node:fs/promises'
import { fail } from '../../server/commands/fail.ts'
import { subcommand } from '../../server/commands/run-command.ts'
import { withoutSentence, withUnreleased } from './changelog.ts'
import type { ContractChange } from './changes.ts'
import { files, readRelease } from './release.ts'
import { isAtLeast, nextVersion } from './version.ts'

const usage = `Compares the bundled contract with the last released contract, and writes the section Unreleased of spec/CHANGELOG.md.
Prints what breaks callers, and what has no sentence for callers in that section yet.
Fails on a breaking change, unless info.version has a higher major version than the released contract.

  npm run contract -- diff [--check]

  --check  writes nothing and fails when the changelog is not up to date
  --help   this text`

export const contractDiff = subcommand(main, { usage, options: { check: { type: 'boolean', default: false } } })

async function main({ check }: { check: boolean }): Promise<number> {
  const { version, releasedVersion, changes, needless, changelog } = await readRelease()
  if (releasedVersion === null) return fail('No contract was released yet: npm run contract -- release')

  const breaking = changes.filter(({ impact }) => impact === 'breaking')
  print(changes, withoutSentence(changelog, changes), releasedVersion)
  const wanted = nextVersion(releasedVersion, ['breaking'])
  if (breaking.length > 0 && !isAtLeast(version, wanted)) return fail(refusal(breaking.length, wanted))
  if (needless.length > 0)
    return fail(`${files.accepted} lists what is no breaking difference: take it out.\n  ${needless.join('\n  ')}`)

  const text = await withUnreleased(changelog, changes)
  if (text === changelog) return 0
  if (check) return fail(`${files.changelog} is not up to date: run "npm run contract -- diff".`)
  await writeFile(files.changelog, text)
  console.log(`${files.changelog} is up to date now.`)
  return 0
}

function print(changes: ContractChange[], untold: ContractChange[], releasedVersion: string): void {
  for (const change of changes)
    if (change.impact === 'breaking' || untold.includes(change))
      console.log(`${change.impact.padEnd(8)}  ${change.text}`)
  const forCallers = changes.filter(({ impact }) => impact !== 'wording').length
  const wording = count(changes.length - forCallers)
  const told = `${untold.length} without a sentence in ${files.changelog}`
  console.log(
    `Since ${releasedVersion}: ${count(forCallers)} for callers (${told}), ${wording} of wording and examples.`,
  )
}

function refusal(breaking: number, version: string): string {
  return [
    `Callers would break on ${count(breaking)}. Either`,
    '  - keep what was released and add the new beside it (what must go says so with Deprecation and Sunset first), or',
    `  - say in ${files.accepted} why a difference breaks no caller, which is reviewed, or`,
    `  - say that it breaks: info.version: ${version} in spec/openapi.yaml, then npm run generate.`,
  ].join('\n')
}

function count(changes: number): string {
  return changes === 1 ? '1 change' : `${changes} changes`
}
