import { LRUCache } from 'lru-cache'
import type { Adapter, AdapterPayload } from 'oidc-provider'

/**
 * Keeps one kind of what the provider remembers (sessions, grants, codes, ...) in memory, the newest 1,000: a flood of
 * sign-ins that nobody finishes cannot push out another kind, such as the refresh tokens of those who are signed in.
 */
export function createMemoryAdapter(): Adapter {
  const entries = new LRUCache<string, AdapterPayload>({ max: 1000, perf: Date })
  const findWhere = async (name: 'uid' | 'userCode', value: string) =>
    [...entries.values()].find((payload) => payload[name] === value)

  return {
    async upsert(id, payload, expiresIn) {
      entries.set(id, payload, expiresIn ? { ttl: (expiresIn + clockToleranceSeconds) * 1000 } : {})
    },
    find: async (id) => entries.get(id),
    findByUid: (uid) => findWhere('uid', uid),
    findByUserCode: (userCode) => findWhere('userCode', userCode),
    async consume(id) {
      const payload = entries.get(id)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      entries.delete(id)
    },
    async revokeByGrantId(grantId) {
      for (const [id, payload] of entries.entries()) if (payload.grantId === grantId) entries.delete(id)
    },
  }
}

/** What the provider itself tolerates: it must still find what it would accept. */
const clockToleranceSeconds = 15
