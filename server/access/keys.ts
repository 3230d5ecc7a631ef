import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import { LRUCache } from 'lru-cache'
import { isObject } from '../../contract/json.ts'
import type { Outage } from '../lib/outage.ts'

/**
 * Discovery is repeated every ten minutes, after a failure every second, as long as tokens are verified; what it said last
 * counts until then. So old are the keys, too, at most.
 */
export function discoverKeys(issuer: string, provider: Outage): () => Promise<JWTVerifyGetKey | null> {
  let found: { uri: string; keys: JWTVerifyGetKey } | null = null
  let reading: Promise<void> | null = null
  let dueAt = 0
  const read = async () => {
    const uri = await readDiscovery(issuer).catch((error: unknown) => {
      provider.failed({ err: error })
      return null
    })
    if (uri !== null && uri !== found?.uri) found = { uri, keys: readKeys(uri) }
    dueAt = Date.now() + (uri === null ? 1000 : 600_000)
    reading = null
  }
  return async function findKeys() {
    if (Date.now() >= dueAt) reading ??= read()
    // A caller waits only while there are no keys at all.
    if (!found) await reading
    return found?.keys ?? null
  }
}

/**
 * The keys are read again when a token names one that is unknown, but at most every two seconds, because any caller can send
 * such tokens. Rejects with KeysTooOldError when the keys have not been read since the name was first seen: the key may be new.
 */
function readKeys(uri: string): JWTVerifyGetKey {
  let readAt = 0
  const keys = createRemoteJWKSet(new URL(uri), {
    timeoutDuration: 5000,
    cooldownDuration: 2000,
    [customFetch]: (url, options) => {
      readAt = performance.now()
      return fetch(url, options)
    },
  })
  const firstSeenAt = new LRUCache<string, number>({ max: 1000 })
  return async (header, token) => {
    const askedAt = performance.now()
    try {
      return await keys(header, token)
    } catch (error) {
      const { kid = '' } = header
      if (!(error instanceof errors.JWKSNoMatchingKey) || kid.length > longestName) throw error
      const seenAt = firstSeenAt.get(kid) ?? askedAt
      firstSeenAt.set(kid, seenAt)
      throw readAt >= seenAt ? error : new KeysTooOldError()
    }
  }
}

export class KeysTooOldError extends Error {
  override message = 'The keys of the identity provider were read just before a token named one that is not among them.'
}

const longestName = 255

/** The URL of the issuer's keys. Rejects with what an operator has to know when the issuer does not say it. */
async function readDiscovery(issuer: string): Promise<string> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await fetch(url, { signal: AbortSignal.timeout(5000), redirect: 'error' })
  const discovered: unknown = await response.json()
  if (!response.ok || !isObject(discovered)) throw new Error(`${url} answered ${response.status}.`)
  const { issuer: named, jwks_uri: uri } = discovered
  if (named !== issuer) throw new Error(`${url} is of another issuer than OIDC_ISSUER: ${String(named)}.`)
  if (typeof uri !== 'string' || !URL.canParse(uri)) throw new Error(`${url} names no jwks_uri.`)
  return uri
}
