import type { Database } from './database.ts'
import type { AnyAnswer } from '../../contract/types.ts'
import { accountIdOf, type UserRow } from './users.ts'
import { prepared, preparedRow } from './query/query.ts'

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
const kept = `interval '24 hours'`

/**
 * Claims a key for the request with this fingerprint, or returns the request that has the key. A claim is committed at once,
 * so that parallel requests see it. A claim is taken over when its lease ended without an answer, or when its answer is
 * older than 24 hours.
 */
export async function claimIdempotencyKey(db: Database, claim: OwnClaim): Promise<Claim> {
  const { fingerprint } = claim
  // The new row has no answer, and was created now. Citus takes no function here whose value may change, such as now() itself.
  const isFree = `excluded.created_at - idempotency_keys.created_at > ${kept}
    or (idempotency_keys.answer is null and idempotency_keys.leased_until < excluded.created_at)`
  const claimed = db('idempotency_keys')
    .insert({ ...columnsOf(claim), fingerprint, leased_until: db.raw(`now() + interval '${leaseSeconds} seconds'`) })
    .onConflict(['instance_id', 'caller', 'key'])
    .merge(['fingerprint', 'answer', 'leased_until', 'created_at'])
    .whereRaw(isFree)
    .returning('key')
  if (await preparedRow(db, claimed)) return { state: 'claimed' }

  const known = db('idempotency_keys').select('fingerprint', 'answer').where(columnsOf(claim))
  const row = await preparedRow<{ fingerprint: string; answer: StoredAnswer | null }>(db, known)
  // Without a row, the key was released between the two statements. The caller's next attempt gets it.
  return { state: 'taken', fingerprint: row?.fingerprint ?? fingerprint, answer: row?.answer ?? null }
}

/**
 * Stores the answer. Call it in the transaction of the operation, so that the change and the answer are committed together.
 * Throws when the claim is no longer there: its lease ended and another request has the key, or a standby that took over did
 * not have the claim yet. Then the change must not be committed, or it would be made twice.
 */
export async function storeAnswer(db: Database, claim: OwnClaim, answer: StoredAnswer): Promise<void> {
  const stored = db('idempotency_keys')
    .where({ ...columnsOf(claim), fingerprint: claim.fingerprint })
    .update({ answer: JSON.stringify(answer) })
    .returning('key')
  if (!(await preparedRow(db, stored))) throw new ClaimLostError('the claim of an Idempotency-Key was lost')
}

/** For `isDatabaseUnavailable`. */
class ClaimLostError extends Error {
  override name = 'ClaimLostError'
}

/** Releases the claim of a request that changed nothing. */
export async function releaseIdempotencyKey(db: Database, claim: OwnClaim): Promise<void> {
  const unanswered = { ...columnsOf(claim), fingerprint: claim.fingerprint, answer: null }
  await prepared(db, db('idempotency_keys').where(unanswered).delete())
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
  const keys = () => transaction('idempotency_keys').where({ instance_id: instanceId })
  await keys()
    .whereRaw(`answer -> 'body' ->> 'id' = ?`, [user.id])
    .whereRaw(`created_at between :at::timestamptz - interval '2 minutes' and :at`, { at: user.created_at })
    .update({ answer: JSON.stringify(instead) })
  await keys()
    .where({ caller: accountIdOf(user) })
    .delete()
}

/** Deletes keys that are too old to be replayed, at most `limit`, so that other statements need not wait long. */
export async function deleteExpiredIdempotencyKeys(db: Database, limit: number): Promise<number> {
  const expired = db('idempotency_keys')
    .select('instance_id', 'caller', 'key')
    .whereRaw(`created_at < now() - ${kept}`)
    .limit(limit)
  return db('idempotency_keys').whereIn(['instance_id', 'caller', 'key'], expired).delete()
}

function columnsOf({ instanceId, caller, key }: IdempotencyKey) {
  return { instance_id: instanceId, caller, key }
}
