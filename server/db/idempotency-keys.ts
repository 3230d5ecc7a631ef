import type { Knex } from 'knex'
import sql from 'sql-template-tag'
import type { Fault, ProblemCode } from '../../contract/types.ts'
import { query } from './query/query.ts'

export interface IdempotencyKey {
  instanceId: string
  /** The subject of the token. */
  caller: string
  key: string
}

/** A claim of this server. Its sealed fingerprint differs from that of every other claim, also of the same request. */
export interface OwnClaim extends IdempotencyKey {
  fingerprint: string
}

/** The part of an answer that is replayed: everything except a streamed body. */
export interface StoredAnswer {
  status: number
  headers?: Record<string, string>
  body?: unknown
  problem?: { code: ProblemCode; detail: string; errors?: Fault[] }
}

export type Claim =
  | { state: 'claimed' }
  /** Another request has the key. `answer` is null while that request runs. */
  | { state: 'taken'; fingerprint: string; answer: StoredAnswer | null }

interface IdempotencyKeyRow {
  instance_id: string
  caller: string
  key: string
  fingerprint: string
  answer: StoredAnswer | null
  leased_until: Date
  created_at: Date
}

/** Longer than any request may run: a claim without an answer expires only after the server was killed. */
export const leaseSeconds = 60
const keptHours = 24

/**
 * Claims a key for the request with this fingerprint, or returns the request that has the key. A claim is committed at once,
 * so that parallel requests see it. A claim is taken over when its lease ended without an answer, or when its answer is
 * older than 24 hours.
 */
export async function claimIdempotencyKey(db: Knex, claim: OwnClaim): Promise<Claim> {
  const { fingerprint } = claim
  const fresh = {
    fingerprint,
    answer: null,
    leased_until: db.raw(`now() + interval '${leaseSeconds} seconds'`),
    created_at: db.fn.now(),
  }
  const claimed = await db('idempotency_keys')
    .insert({ ...toColumns(claim), ...fresh })
    .onConflict(['instance_id', 'caller', 'key'])
    .merge(['fingerprint', 'answer', 'leased_until', 'created_at'])
    // `excluded.created_at` is now. Citus takes no function here whose value may change, such as now() itself.
    .whereRaw(
      `excluded.created_at - idempotency_keys.created_at > interval '${keptHours} hours'
       or (idempotency_keys.answer is null and idempotency_keys.leased_until < excluded.created_at)`,
    )
    .returning('key')
  if (claimed.length > 0) return { state: 'claimed' }

  const row = await db<IdempotencyKeyRow>('idempotency_keys')
    .where(toColumns(claim))
    .first('fingerprint', 'answer')
  // Without a row, the key was released between the two statements. The caller's next attempt gets it.
  return { state: 'taken', fingerprint: row?.fingerprint ?? fingerprint, answer: row?.answer ?? null }
}

/**
 * Stores the answer. Call it in the transaction of the operation, so that the change and the answer are committed together.
 * Throws when the claim is no longer there: its lease ended and another request has the key, or a standby that took over did
 * not have the claim yet. Then the change must not be committed, or it would be made twice.
 */
export async function storeAnswer(db: Knex, claim: OwnClaim, answer: StoredAnswer): Promise<void> {
  const { instanceId, caller, key, fingerprint } = claim
  const stored = await query(
    db,
    sql`update idempotency_keys set answer = ${JSON.stringify(answer)}::json
         where instance_id = ${instanceId} and caller = ${caller} and key = ${key}
           and fingerprint = ${fingerprint}
     returning key`,
  )
  if (stored.length === 0) throw new ClaimLostError('the claim of an Idempotency-Key was lost')
}

/** For `isDatabaseUnavailable`. */
class ClaimLostError extends Error {
  override name = 'ClaimLostError'
}

/** Releases the claim of a request that changed nothing. */
export async function releaseIdempotencyKey(db: Knex, claim: OwnClaim): Promise<void> {
  await db('idempotency_keys')
    .where({ ...toColumns(claim), fingerprint: claim.fingerprint })
    .whereNull('answer')
    .delete()
}

/** Deletes keys that are too old to be replayed, at most `limit`, so that other statements need not wait long. */
export async function deleteExpiredIdempotencyKeys(db: Knex, limit: number): Promise<number> {
  const expired = db('idempotency_keys')
    .select('instance_id', 'caller', 'key')
    .whereRaw(`created_at < now() - interval '${keptHours} hours'`)
    .limit(limit)
  return db('idempotency_keys').whereIn(['instance_id', 'caller', 'key'], expired).delete()
}

function toColumns({ instanceId, caller, key }: IdempotencyKey) {
  return { instance_id: instanceId, caller, key }
}
