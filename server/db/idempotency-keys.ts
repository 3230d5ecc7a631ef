import type { Knex } from 'knex'
import type { Fault, ProblemCode } from '../../contract/types.ts'

export interface IdempotencyKey {
  instanceId: string
  /** The subject of the token. */
  caller: string
  key: string
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
const leaseSeconds = 60
const keptHours = 24

/**
 * Claims a key for the request with this fingerprint, or returns the request that has the key. A claim is committed at once,
 * so that parallel requests see it. A claim is taken over when its lease ended without an answer, or when its answer is
 * older than 24 hours.
 */
export async function claimIdempotencyKey(
  db: Knex,
  key: IdempotencyKey,
  fingerprint: string,
): Promise<Claim> {
  const fresh = {
    fingerprint,
    answer: null,
    leased_until: db.raw(`now() + interval '${leaseSeconds} seconds'`),
    created_at: db.fn.now(),
  }
  const claimed = await db('idempotency_keys')
    .insert({ ...toColumns(key), ...fresh })
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
    .where(toColumns(key))
    .first('fingerprint', 'answer')
  // Without a row, the key was released between the two statements. The caller's next attempt gets it.
  return { state: 'taken', fingerprint: row?.fingerprint ?? fingerprint, answer: row?.answer ?? null }
}

/**
 * Stores the answer. Call it in the transaction of the operation, so that the change and the answer are committed together.
 */
export async function storeAnswer(db: Knex, key: IdempotencyKey, answer: StoredAnswer): Promise<void> {
  await db('idempotency_keys')
    .where(toColumns(key))
    .update({ answer: db.raw('?::json', [JSON.stringify(answer)]) })
}

/** Releases the claim of a request that changed nothing. */
export async function releaseIdempotencyKey(db: Knex, key: IdempotencyKey): Promise<void> {
  await db('idempotency_keys').where(toColumns(key)).whereNull('answer').delete()
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
