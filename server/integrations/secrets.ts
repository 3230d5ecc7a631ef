import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'

const version = 'v1'
const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32
const keyIdPattern = /^[A-Za-z0-9_-]{1,32}$/
const envelopePattern =
  /^v1\.(?<keyId>[A-Za-z0-9_-]{1,32})\.(?<nonce>[A-Za-z0-9_-]{16})\.(?<sealed>[A-Za-z0-9_-]{22,})$/

/**
 * Seals secrets with AES-256-GCM under the active key, and opens secrets of every given key. To rotate: add the new key,
 * make it the active one, seal again every secret for which `needsReseal` is true, remove the old key. An envelope is bound
 * to its context: copied to another place, such as another instance or field, it does not open. Nonces are random, so change
 * the key before it has sealed 2^32 texts. Throws when the active key is missing.
 */
export function createSecretBox({ keys, activeKeyId }: EncryptionKeys): SecretBox {
  const activeKey = keys.get(activeKeyId)
  if (!activeKey) throw new Error(`The active encryption key ${activeKeyId} is not among the keys.`)
  return {
    seal: (plaintext, context) => seal(plaintext, context, activeKeyId, activeKey),
    open: (envelope, context) => open(envelope, context, keys),
    needsReseal: (envelope) => envelopePattern.exec(envelope)?.groups?.['keyId'] !== activeKeyId,
  }
}

/**
 * Reads keys from a setting: `keyId:base64`, separated by commas or white space, the active key first. A key id has 1 to 32
 * letters, digits, `_` or `-`; a key is 32 random bytes (`openssl rand -base64 32`). Problems never contain a key.
 */
export function parseEncryptionKeys(text: string): ParsedEncryptionKeys {
  const keys = new Map<string, KeyObject>()
  const problems: string[] = []
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '')
  for (const [index, entry] of entries.entries()) {
    const parsed = parseKey(entry)
    if ('problem' in parsed) problems.push(`Key ${index + 1} ${parsed.problem}.`)
    else if (keys.has(parsed.keyId)) problems.push(`Key ${index + 1} has the id of another one: ${parsed.keyId}.`)
    else keys.set(parsed.keyId, parsed.key)
  }
  const [activeKeyId] = keys.keys()
  if (entries.length === 0) problems.push('There is no key. Write keyId:base64, with a key of 32 random bytes.')
  if (problems.length > 0 || activeKeyId === undefined) return { ok: false, problems }
  return { ok: true, keys, activeKeyId }
}

function seal(plaintext: string, context: SecretContext, keyId: string, key: KeyObject): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(boundTo(context, keyId))
  const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [version, keyId, nonce.toString('base64url'), sealed.toString('base64url')].join('.')
}

function open(envelope: string, context: SecretContext, keys: EncryptionKeys['keys']): OpenedSecret {
  const { keyId = '', nonce = '', sealed = '' } = envelopePattern.exec(envelope)?.groups ?? {}
  const bytes = Buffer.from(sealed, 'base64url')
  // Base64 has unused bits at its end. Without this check several envelopes would open as one.
  if (keyId === '' || bytes.toString('base64url') !== sealed) return { ok: false, reason: 'tampered' }
  const key = keys.get(keyId)
  if (!key) return { ok: false, reason: 'unknown_key', keyId }

  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(boundTo(context, keyId))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  try {
    const plaintext = Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()])
    return { ok: true, plaintext: plaintext.toString('utf8') }
  } catch {
    return { ok: false, reason: 'tampered' }
  }
}

/** JSON keeps the parts apart, whatever they contain. With a separator, two different contexts could become one text. */
function boundTo(context: SecretContext, keyId: string): Buffer {
  return Buffer.from(JSON.stringify([version, keyId, ...context]), 'utf8')
}

function parseKey(entry: string): { keyId: string; key: KeyObject } | { problem: string } {
  const [keyId, material, ...rest] = entry.split(':')
  if (keyId === undefined || material === undefined || rest.length > 0) return { problem: 'is not keyId:base64' }
  if (!keyIdPattern.test(keyId)) return { problem: 'needs an id of 1 to 32 letters, digits, _ or - before the colon' }
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(material)) return { problem: `(${keyId}) is not base64` }
  const bytes = Buffer.from(material, 'base64')
  if (bytes.length !== keyBytes) return { problem: `(${keyId}) has ${bytes.length} bytes instead of ${keyBytes}` }
  if (new Set(bytes).size < 8) return { problem: `(${keyId}) is not random` }
  return { keyId, key: createSecretKey(bytes) }
}

export interface SecretBox {
  /** Returns `v1.<key id>.<nonce>.<ciphertext and tag>`, with nonce and ciphertext in base64url. */
  seal(plaintext: string, context: SecretContext): string
  open(envelope: string, context: SecretContext): OpenedSecret
  /** True for an envelope that another key than the active one sealed, and for a text that is no envelope. */
  needsReseal(envelope: string): boolean
}

/** The place of an envelope, from the outside in: instance, integration, field. */
export type SecretContext = readonly string[]

/** `tampered` also covers an envelope of another context and a text that is no envelope. */
export type OpenedSecret =
  | { ok: true; plaintext: string }
  | { ok: false; reason: 'unknown_key'; keyId: string }
  | { ok: false; reason: 'tampered' }

/** Key objects instead of bytes: printing or serialising one by mistake reveals nothing. */
export interface EncryptionKeys {
  keys: ReadonlyMap<string, KeyObject>
  activeKeyId: string
}

export type ParsedEncryptionKeys = ({ ok: true } & EncryptionKeys) | { ok: false; problems: string[] }
