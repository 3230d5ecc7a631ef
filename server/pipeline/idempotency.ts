import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { AnyAnswer } from '../../contract/types.ts'
import { claimIdempotencyKey, storeAnswer, type IdempotencyKey, type StoredAnswer } from '../db/idempotency-keys.ts'
import { describeValue, hideSecret, isStored, replay } from '../../contract/rules/payload.ts'
import { idempotencyKeyInUse, idempotencyKeyReused } from '../../contract/rules/refusals.ts'
import { inTransaction, wasNeverSent } from '../db/connection/pool.ts'
import type { SecretBox } from '../integrations/secrets.ts'
import { isSecretCurrent } from '../webhooks/secrets.ts'
import { createReleaseClaim } from './release-claims.ts'

export interface OnceRequest {
  key: IdempotencyKey
  method: string
  /** The path of the request, with its ids. */
  path: string
  body: unknown
  /** The operation calls an external system, so no transaction is held open during it. */
  callsOut: boolean
  /** The body of the answer is kept sealed. */
  hasSecretAnswer: boolean
  check: CheckAnswer
}

/** Runs a request at most once for its Idempotency-Key. Later ones get the first answer, or the refusal of the key. */
export type AnswerOnce = (request: OnceRequest, run: Run) => Promise<AnyAnswer>

/** Runs the operation on the database, or in the transaction, that it is given. */
export type Run = (db: Database, commit: CommitAnswer) => Promise<AnyAnswer>

/** Commits what `write` does together with its answer. */
type CommitAnswer = <Answer extends AnyAnswer>(write: (transaction: Database) => Promise<Answer>) => Promise<Answer>

/**
 * Keeps answers in the database. The change and its answer are committed together, so that a server killed in between leaves
 * neither. The fingerprint is sealed because payloads contain passwords and secrets: from a bare hash in a database dump they
 * could be guessed.
 */
export function answerOnceIn(db: Database, secretBox: SecretBox): AnswerOnce {
  const release = createReleaseClaim(db)
  return async function answerOnce(request, run) {
    const { key } = request
    const context = [key.instanceId, 'idempotency-key', key.caller, key.key]
    const fingerprint = fingerprintOf(request)
    const own = { ...key, fingerprint: secretBox.seal(fingerprint, context) }
    const claim = await claimIdempotencyKey(db, own).catch(async (error: unknown) => {
      // A lost connection may have claimed the key before.
      if (!wasNeverSent(error)) await release(own)
      throw error
    })
    if (claim.state === 'taken') {
      const opened = secretBox.open(claim.fingerprint, context)
      if (!opened.ok || opened.plaintext !== fingerprint) return idempotencyKeyReused
      if (!claim.answer) return idempotencyKeyInUse
      const answer = unseal(secretBox, key, claim.answer)
      const isHidden = request.hasSecretAnswer && !(await isSecretCurrent(db, secretBox, key.instanceId, answer.body))
      return replay(isHidden ? hideSecret(answer) : answer)
    }
    const store: Store = (db, answer) =>
      storeAnswer(db, own, request.hasSecretAnswer ? sealAnswer(secretBox, key, answer) : answer)
    try {
      const answer = await runAndStore(db, store, request, run)
      if (!isStored(answer)) await release(own)
      return answer
    } catch (error) {
      await release(own)
      throw error
    }
  }
}

/** Keeps an answer for its key. */
type Store = (db: Database, answer: AnyAnswer) => Promise<void>

function sealAnswer(secretBox: SecretBox, key: IdempotencyKey, { body, ...answer }: AnyAnswer): StoredAnswer {
  if (body === undefined) return answer
  return { ...answer, sealedBody: secretBox.seal(JSON.stringify(body), contextOfAnswer(key)) }
}

/** Throws when the key of encryption is gone: after a rotation, the old one stays for a day (E-18). */
function unseal(secretBox: SecretBox, key: IdempotencyKey, { sealedBody, ...answer }: StoredAnswer): AnyAnswer {
  if (sealedBody === undefined) return answer
  const opened = secretBox.open(sealedBody, contextOfAnswer(key))
  if (!opened.ok) throw new Error('The answer for an Idempotency-Key cannot be decrypted.')
  const body: unknown = JSON.parse(opened.plaintext)
  return { ...answer, body }
}

function contextOfAnswer({ instanceId, caller, key }: IdempotencyKey): string[] {
  return [instanceId, 'idempotency-answer', caller, key]
}

/**
 * Stores the answer with the change, also where the operation commits that itself. Where it has changed something else
 * before, its answer is stored even if it breaks the contract: the operation never runs again for the key.
 */
async function runAndStore(db: Database, store: Store, { callsOut, check }: OnceRequest, run: Run): Promise<AnyAnswer> {
  let isCommitted = false
  const commit: CommitAnswer = async (write) => {
    const answer = await commitChecked(db, check, write, store)
    isCommitted = true
    return answer
  }
  if (!callsOut) return commit((transaction) => run(transaction, (write) => write(transaction)))
  const answer = await run(db, commit)
  if (!isCommitted && isStored(answer)) await store(db, answer)
  return answer
}

/** Throws for an answer that breaks the contract. */
type CheckAnswer = (answer: AnyAnswer) => void

/** Commits nothing when the answer breaks the contract, so that nothing was changed then. */
export async function commitChecked<Answer extends AnyAnswer>(
  db: Database,
  check: CheckAnswer,
  write: (transaction: Database) => Promise<Answer>,
  store?: Store,
): Promise<Answer> {
  return inTransaction(db, async (transaction) => {
    const answer = await write(transaction)
    check(answer)
    if (isStored(answer)) await store?.(transaction, answer)
    return answer
  })
}

function fingerprintOf({ method, path, body }: OnceRequest): string {
  return createHash('sha256')
    .update(describeValue([method, path, body]))
    .digest('base64url')
}
