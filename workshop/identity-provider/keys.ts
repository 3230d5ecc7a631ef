import { generateKeyPair, randomBytes, type JsonWebKey } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isObject } from '../../contract/json.ts'
import { readJsonFile, writePrivateJsonFile } from '../private-file.ts'

/**
 * The keys that sign tokens and cookies. They are created at the first start and kept in `<dataDir>/identity-keys.json`, so
 * that signatures stay valid after a restart.
 */
export async function loadKeys(dataDir: string): Promise<IdentityKeys> {
  const path = join(dataDir, 'identity-keys.json')
  const stored = await readJsonFile(path)
  if (isIdentityKeys(stored)) return stored
  if (stored !== undefined) throw new Error(`${path} holds no keys. Delete it, and new ones are made.`)

  const keys = await generateKeys()
  await writePrivateJsonFile(path, keys)
  return keys
}

async function generateKeys(): Promise<IdentityKeys> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const signingKey = { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }
  return { signingKey, cookieKey: randomBytes(32).toString('base64url') }
}

function isIdentityKeys(value: unknown): value is IdentityKeys {
  return isObject(value) && isObject(value['signingKey']) && typeof value['cookieKey'] === 'string'
}

export interface IdentityKeys {
  signingKey: JsonWebKey
  cookieKey: string
}
