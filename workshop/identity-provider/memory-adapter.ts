import { LRUCache } from 'lru-cache'
import type { Adapter, AdapterPayload } from 'oidc-provider'

/**
 * Stores the newest 1,000 records of one kind (sessions, grants, codes, ...) in memory. Every kind has its own store: a
 * flood of unfinished sign-ins cannot remove records of another kind, such as refresh tokens.
 */
export function createMemoryAdapter(): Adapter {
  const entries = new LRUCache<string, AdapterPayload>({ max: 1000, perf: Date })

  return {
    async upsert(id, payload, expiresIn) {
      entries.set(id, payload, expiresIn ? { ttl: (expiresIn + clockToleranceSeconds) * 1000 } : {})
    },
    find: async (id) => entries.get(id),
    findByUid: async (uid) => [...entries.values()].find((payload) => payload.uid === uid),
    // Devices get no codes here.
    findByUserCode: async () => undefined,
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

/** The clock tolerance of the provider: records must stay as long as the provider accepts them. */
const clockToleranceSeconds = 15
