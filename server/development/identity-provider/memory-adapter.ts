import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import { setBounded } from './bounded-map.ts'

/**
 * Keeps sessions, grants and codes in memory, 1,000 of each kind: a flood of sign-ins that nobody finishes cannot
 * push out another kind, such as the refresh tokens of those who are signed in.
 */
export function createMemoryAdapter(now: () => number = Date.now): AdapterFactory {
  const kinds = new Map<string, Map<string, Entry>>()

  return (kind) => {
    const entries = kinds.get(kind) ?? new Map<string, Entry>()
    kinds.set(kind, entries)
    return createAdapter(entries, now)
  }
}

function createAdapter(entries: Map<string, Entry>, now: () => number): Adapter {
  const live = (entry: Entry | undefined) => (entry && entry.expiresAt > now() ? entry.payload : undefined)
  const findWhere = async (matches: (payload: AdapterPayload) => boolean) => {
    for (const entry of entries.values()) if (matches(entry.payload)) return live(entry)
    return undefined
  }

  return {
    async upsert(id, payload, expiresIn) {
      const expiresAt =
        expiresIn === undefined ? Infinity : now() + (expiresIn + clockToleranceSeconds) * 1000
      setBounded(entries, id, { payload, expiresAt }, maxEntries)
    },
    async find(id) {
      return live(entries.get(id))
    },
    findByUid: (uid) => findWhere((payload) => payload.uid === uid),
    findByUserCode: (userCode) => findWhere((payload) => payload.userCode === userCode),
    async consume(id) {
      const entry = entries.get(id)
      if (entry) entry.payload.consumed = Math.floor(now() / 1000)
    },
    async destroy(id) {
      entries.delete(id)
    },
    async revokeByGrantId(grantId) {
      for (const [id, entry] of entries) if (entry.payload.grantId === grantId) entries.delete(id)
    },
  }
}

const maxEntries = 1000
/** What the provider itself tolerates: it must still find what it would accept. */
const clockToleranceSeconds = 15

type Entry = { payload: AdapterPayload; expiresAt: number }
