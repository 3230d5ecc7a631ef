import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'

/**
 * The lists that are known to have more rows than are counted. A list whose rows are never deleted stays long, so it is
 * counted once an hour at most (an operator may delete by SQL): counting takes longer than reading its first page. Remembers
 * the last 10,000 lists of a database, by name.
 */
export function longListsOf(db: Knex): LRUCache<string, true> {
  const known = longLists.get(db)
  if (known) return known
  const lists = new LRUCache<string, true>({ max: 10_000, ttl: 3_600_000 })
  longLists.set(db, lists)
  return lists
}

const longLists = new WeakMap<Knex, LRUCache<string, true>>()
