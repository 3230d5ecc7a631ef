import type { Knex } from 'knex'
import type { Fault, ProblemCode } from '../../contract/types.ts'

export interface IdempotencyKey {
  instanceId: string
  /** Subject of the token. */
  caller: string
  key: string
}

/** What is replayed: everything of an answer but a body that was streamed. */
export interface StoredAnswer {
  status: number
  headers?: Record<string, string>
  body?: unknown
  problem?: { code: ProblemCode; detail: string; errors?: Fault[] }
}

export type Claim =
  | { state: 'claimed' }
  /** By another request; `answer` is null while that one runs. */
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

/** Longer than any request may run, so that a claim outlives only a killed server. */
const leaseSeconds = 60
const keptHours = 24

/**
 * Claims a key for the request with this fingerprint, or says what has it. A claim is committed at once, so that a
 * concurrent request sees it; one whose lease ran out without an answer, or whose answer is older than 24 hours,
 * is taken over.
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
    .merge(fresh)
    .whereRaw(
      `idempotency_keys.created_at < now() - interval '${keptHours} hours'
       or (idempotency_keys.answer is null and idempotency_keys.leased_until < now())`,
    )
    .returning('key')
  if (claimed.length > 0) return { state: 'claimed' }

  const row = await db<IdempotencyKeyRow>('idempotency_keys')
    .where(toColumns(key))
    .first('fingerprint', 'answer')
  // Released between the two statements: the caller's next try will get it.
  return { state: 'taken', fingerprint: row?.fingerprint ?? fingerprint, answer: row?.answer ?? null }
}

/** In the transaction of the operation, so that the change and its answer are on disk together or not at all. */
export async function storeAnswer(db: Knex, key: IdempotencyKey, answer: StoredAnswer): Promise<void> {
  await db('idempotency_keys')
    .where(toColumns(key))
    .update({ answer: db.raw('?::json', [JSON.stringify(answer)]) })
}

/** Gives a claim back when its request did nothing. */
export async function releaseIdempotencyKey(db: Knex, key: IdempotencyKey): Promise<void> {
  await db('idempotency_keys').where(toColumns(key)).whereNull('answer').delete()
}

/** Deletes what is no longer replayed; at most `limit` rows, so that it never holds up anybody. */
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
