import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asObject, asString } from '../../contract/json.ts'
import { compareContracts, type ContractChange } from './changes.ts'

/** The contract in a folder, beside the one that was released last (null before the first release). */
export async function readRelease(folder: string): Promise<Release> {
  const current = join(folder, 'openapi.gen.json')
  const released = join(folder, 'released', 'openapi.gen.json')
  const changelog = join(folder, 'CHANGELOG.md')
  const isFirst = !existsSync(released)
  return {
    files: { current, released, changelog },
    version: await readVersion(current),
    releasedVersion: isFirst ? null : await readVersion(released),
    changes: isFirst ? [] : await compareContracts(released, current),
    changelog: await readFile(changelog, 'utf8'),
  }
}

async function readVersion(file: string): Promise<string> {
  return asString(asObject(asObject(JSON.parse(await readFile(file, 'utf8')))['info'])['version'])
}

export interface Release {
  files: { current: string; released: string; changelog: string }
  version: string
  releasedVersion: string | null
  changes: ContractChange[]
  changelog: string
}
