import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { asObject, asString } from '../../contract/json.ts'
import { compareContracts, type ContractChange } from './changes.ts'

/** The current contract's version, the last released one's (null before the first release), and the changes between them. */
export async function readRelease(): Promise<Release> {
  const isFirst = !existsSync(files.released)
  return {
    version: await readVersion(files.current),
    releasedVersion: isFirst ? null : await readVersion(files.released),
    changes: isFirst ? [] : await compareContracts(resolve(files.released), resolve(files.current)),
    changelog: await readFile(files.changelog, 'utf8'),
  }
}

export const files = {
  current: 'spec/openapi.gen.json',
  released: 'spec/released/openapi.gen.json',
  changelog: 'spec/CHANGELOG.md',
}

async function readVersion(file: string): Promise<string> {
  return asString(asObject(asObject(JSON.parse(await readFile(file, 'utf8')))['info'])['version'])
}

export interface Release {
  version: string
  releasedVersion: string | null
  changes: ContractChange[]
  changelog: string
}
