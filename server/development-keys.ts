import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readJsonFile, writePrivateJsonFile } from './identity/private-file.ts'
import { parseEncryptionKeys, type EncryptionKeys } from './integrations/secrets.ts'

/**
 * The key that seals secrets on a development machine, made at the first start and kept in
 * `<dataDir>/encryption-keys.json`, readable by its owner only. In production keys come from the configuration.
 */
export async function loadDevelopmentKeys(dataDir: string): Promise<EncryptionKeys> {
  const path = join(dataDir, 'encryption-keys.json')
  const stored = await readJsonFile(path)
  const text = typeof stored === 'string' ? stored : `development:${randomBytes(32).toString('base64')}`
  const parsed = parseEncryptionKeys(text)
  if (!parsed.ok)
    throw new Error(`${path} holds no keys: ${parsed.problems.join(' ')} Restore it from a backup.`)
  if (stored === undefined) {
    await mkdir(dataDir, { recursive: true })
    await writePrivateJsonFile(path, text)
  }
  return parsed
}
