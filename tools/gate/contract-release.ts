import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fail } from '../../server/commands/fail.ts'
import { subcommand } from '../../server/commands/run-command.ts'
import { withRelease } from './changelog.ts'
import { files, readRelease, type Release } from './release.ts'
import { isAtLeast, nextVersion } from './version.ts'

const usage = `Releases the bundled contract: later changes are compared with it, and the section Unreleased of spec/CHANGELOG.md becomes
the section of its version. First set info.version in spec/openapi.yaml and run npm run generate: a breaking change needs a
new major version, an additive change a new minor version, any other change a new patch version.

  npm run contract -- release

  --help  this text`

export const contractRelease = subcommand(main, { usage, options: {} })

async function main(): Promise<number> {
  const release = await readRelease()
  const refused = refusal(release)
  if (refused !== null) return fail(refused)

  const { version, changes, changelog } = release
  const text = await withRelease(changelog, changes, version)
  await mkdir(dirname(files.released), { recursive: true })
  await copyFile(files.current, files.released)
  await rm(files.accepted, { force: true })
  await writeFile(files.changelog, text)
  console.log(`Released ${version}: commit ${files.released} and ${files.changelog}.`)
  return 0
}

function refusal({ version, releasedVersion, changes }: Release): string | null {
  if (releasedVersion === null) return null
  if (changes.length === 0 && version === releasedVersion) return `Nothing has changed since ${releasedVersion}.`
  const impacts = changes.map(({ impact }) => impact)
  const lowest = nextVersion(releasedVersion, impacts)
  if (isAtLeast(version, lowest)) return null
  const reason = impacts.includes('breaking')
    ? 'it breaks callers'
    : impacts.includes('additive')
      ? 'it adds to the contract'
      : 'its wording or examples changed'
  return `info.version is ${version}, but after ${releasedVersion} it must be ${lowest} or higher, since ${reason}: set it in spec/openapi.yaml, then npm run generate.`
}
