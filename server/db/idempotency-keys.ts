import type { Database } from './database.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { AnyAnswer } from '../../contract/types.ts'
import { accountIdOf, type UserRow } from './users.ts'
import { query, queryPrepared } from './query/query.ts'

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
export interface StoredAnswer extends Omit<AnyAnswer, 'stream'> {
  /** In the place of a body with a secret. */
  sealedBody?: string
}

export type Claim =
  | { state: 'claimed' }
  /** Another request has the key. `answer` is null while that request runs. */
  | { state: 'taken'; fingerprint: string; answer: StoredAnswer | null }

/** Longer than any request may run: a claim without an answer expires only after the server was killed. */
export const leaseSeconds = 60
const leaseTime = `interval '${leaseSeconds} seconds'`
const kept = `interval '24 hours'`

/**
 * Claims a key for the request with this fingerprint, or returns the request that has the key. A claim is committed at once,
 * so that parallel requests see it. A claim is taken over when its lease ended without an answer, or when its answer is
 * older than 24 hours.
 */
export async function claimIdempotencyKey(db: Database, claim: OwnClaim): Promise<Claim> {
  const { instanceId, caller, key, fingerprint } = claim
  // `excluded.created_at` is now. Citus takes no function here whose value may change, such as now() itself.
  const claimed = await queryPrepared(
    db,
    sql`insert into idempotency_keys as known (instance_id, caller, key, fingerprint, leased_until)
        values (${instanceId}, ${caller}, ${key}, ${fingerprint}, now() + ${raw(leaseTime)})
        on conflict (instance_id, caller, key) do update
           set fingerprint = excluded.fingerprint, answer = null,
               leased_until = excluded.leased_until, created_at = excluded.created_at
         where excluded.created_at - known.created_at > ${raw(kept)}
            or (known.answer is null and known.leased_until < excluded.created_at)
        returning key`,
  )
  if (claimed.length > 0) return { state: 'claimed' }

  const found = sql`select fingerprint, answer from idempotency_keys where ${whereKey(claim)}`
  const [row] = await queryPrepared<{ fingerprint: string; answer: StoredAnswer | null }>(db, found)
  // Without a row, the key was released between the two statements. The caller's next attempt gets it.
  return { state: 'taken', fingerprint: row?.fingerprint ?? fingerprint, answer: row?.answer ?? null }
}

/**
 * Stores the answer. Call it in the transaction of the operation, so that the change and the answer are committed together.
 * Throws when the claim is no longer there: its lease ended and another request has the key, or a standby that took over did
 * not have the claim yet. Then the change must not be committed, or it would be made twice.
 */
export async function storeAnswer(db: Database, claim: OwnClaim, answer: StoredAnswer): Promise<void> {
  const stored = await queryPrepared(
    db,
    sql`update idempotency_keys set answer = ${JSON.stringify(answer)}::json
         where ${whereKey(claim)} and fingerprint = ${claim.fingerprint} returning key`,
  )
  if (stored.length === 0) throw new ClaimLostError('the claim of an Idempotency-Key was lost')
}

/** For `isDatabaseUnavailable`. */
class ClaimLostError extends Error {
  override name = 'ClaimLostError'
}

/** Releases the claim of a request that changed nothing. */
export async function releaseIdempotencyKey(db: Database, claim: OwnClaim): Promise<void> {
  await queryPrepared(
    db,
    sql`delete from idempotency_keys
         where ${whereKey(claim)} and fingerprint = ${claim.fingerprint} and answer is null`,
  )
}

/**
 * Takes a deleted user out of the answers: a repeat of the request that created the user is answered by `instead`. The keys
 * that the user sent go, too. A key is claimed up to a minute before its user is written.
 */
export async function forgetUser(
  transaction: Database,
  instanceId: string,
  user: Pick<UserRow, 'id' | 'account_id' | 'created_at'>,
  instead: StoredAnswer,
): Promise<void> {
  const createdAt = sql`${user.created_at}::timestamptz`
  const answer = sql`${JSON.stringify(instead)}::json`
  await queryPrepared(
    transaction,
    sql`update idempotency_keys set answer = ${answer}
         where instance_id = ${instanceId} and answer -> 'body' ->> 'id' = ${user.id}
           and created_at between ${createdAt} - interval '2 minutes' and ${createdAt}`,
  )
  const sent = sql`delete from idempotency_keys where instance_id = ${instanceId} and caller = ${accountIdOf(user)}`
  await queryPrepared(transaction, sent)
}

/** Deletes keys that are too old to be replayed, at most `limit`, so that other statements need not wait long. */
export async function deleteExpiredIdempotencyKeys(db: Database, limit: number): Promise<number> {
  const expired = sql`select instance_id, caller, key from idempotency_keys
    where created_at < now() - ${raw(kept)} limit ${limit}`
  const deleted = sql`delete from idempotency_keys where (instance_id, caller, key) in (${expired}) returning key`
  return (await query(db, deleted)).length
}

function whereKey({ instanceId, caller, key }: IdempotencyKey): Sql {
  return sql`instance_id = ${instanceId} and caller = ${caller} and key = ${key}`
}
