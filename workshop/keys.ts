import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readJsonFile, writePrivateJsonFile } from './private-file.ts'
import { parseEncryptionKeys, type EncryptionKeys } from '../server/integrations/secrets.ts'

/**
 * The keys that seal secrets on a development machine. They are created at the first start and kept in
 * `<dataDir>/encryption-keys.json`, which only its owner can read. In production keys come from the configuration.
 */
export async function loadDevelopmentKeys(dataDir: string): Promise<EncryptionKeys> {
  const path = pathIn(dataDir)
  const stored = await readJsonFile(path)
  const text = typeof stored === 'string' ? stored : newKey('development')
  const parsed = parseEncryptionKeys(text)
  if (!parsed.ok) throw new Error(`${path} holds no keys: ${parsed.problems.join(' ')} Restore it from a backup.`)
  if (stored === undefined) {
    await mkdir(dataDir, { recursive: true })
    await writePrivateJsonFile(path, text)
  }
  return parsed
}

/** Adds a new key before the stored ones, so that the new key is active after a restart. Returns its id. */
export async function addDevelopmentKey(dataDir: string): Promise<string> {
  await loadDevelopmentKeys(dataDir)
  const path = pathIn(dataDir)
  const stored = await readJsonFile(path)
  const keyId = `${new Date().toISOString().slice(0, 10)}-${randomBytes(3).toString('hex')}`
  await writePrivateJsonFile(path, `${newKey(keyId)},${String(stored)}`)
  return keyId
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'encryption-keys.json')
}

function newKey(keyId: string): string {
  return `${keyId}:${randomBytes(32).toString('base64')}`
}
