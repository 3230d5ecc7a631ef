import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** What a hash costs: KiB of memory, passes over it, and lanes. */
export interface PasswordCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

/**
 * Hashes a password with argon2id, by default at the cost that OWASP recommends (19 MiB, 2 passes, 1 lane). Returns a PHC
 * string, which contains salt and cost. Throws PasswordQueueFullError.
 */
export async function hashPassword(plain: string, cost = recommendedCost): Promise<string> {
  return limited(() => hash(canonical(plain), cost))
}

/**
 * True when `plain` is the password behind `phc`. An undefined `phc` (no account has the name) takes as long as a hash and
 * returns false, so that the time does not reveal which names exist. Throws PasswordQueueFullError.
 */
export async function verifyPassword(phc: string | undefined, plain: string): Promise<boolean> {
  if (phc !== undefined) return limited(() => verify(phc, canonical(plain)))
  await hashPassword(plain)
  return false
}

/** More than 200 hashes are waiting, as in a flood of sign-ins. Answer 503; the caller can try again later. */
export class PasswordQueueFullError extends Error {
  override readonly name = 'PasswordQueueFullError'

  constructor() {
    super('Too many passwords are waiting to be checked. Try again in a few seconds.')
  }
}

/** Two keyboards may send the same visible password in different Unicode forms. */
function canonical(plain: string): string {
  return plain.normalize('NFC')
}

/** Limits parallel hashes: each takes 19 MiB and a thread of the pool that file access uses, too. */
async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (semaphore.pendingCount >= maxWaiting) throw new PasswordQueueFullError()
  return semaphore(work)
}

const recommendedCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const semaphore = pLimit(2)
const maxWaiting = 200
