import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { asObject, asString } from '../../contract/json.ts'
import { accept, findNeedless, readAccepted } from './accepted.ts'
import { compareContracts, type ContractChange } from './changes.ts'

/** The current contract's version, the last released one's (null before the first release), and the changes between them. */
export async function readRelease(): Promise<Release> {
  const isFirst = !existsSync(files.released)
  const found = isFirst ? [] : await compareContracts(resolve(files.released), resolve(files.current))
  const accepted = await readAccepted(files.accepted)
  return {
    version: await readVersion(files.current),
    releasedVersion: isFirst ? null : await readVersion(files.released),
    changes: accept(found, accepted),
    needless: findNeedless(found, accepted),
    changelog: await readFile(files.changelog, 'utf8'),
  }
}

export const files = {
  current: 'spec/gen/openapi.gen.json',
  released: 'spec/released/openapi.gen.json',
  accepted: 'spec/released/accepted.yaml',
  changelog: 'spec/CHANGELOG.md',
}

async function readVersion(file: string): Promise<string> {
  return asString(asObject(asObject(JSON.parse(await readFile(file, 'utf8')))['info'])['version'])
}

export interface Release {
  version: string
  releasedVersion: string | null
  changes: ContractChange[]
  /** What the list of accepted differences has to lose. */
  needless: string[]
  changelog: string
}
