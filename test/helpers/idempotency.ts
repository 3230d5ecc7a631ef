import { expect } from 'vitest'
import type { Answer } from '../../sdk/src/index.ts'
import type { TestService } from './service.ts'

/** `true` when the service repeated its first answer, else null. */
export function replayed({ response }: Answer<unknown>): string | null {
  return response.headers.get('idempotency-replayed')
}

/**
 * Locks a table so that `send` cannot finish, waits until its request has claimed `key`, and runs `meanwhile`. Returns the
 * answer to `send`, which finishes after the lock is released.
 */
export async function whileRunning<Answer>(
  service: TestService,
  table: string,
  key: string,
  send: () => Promise<Answer>,
  meanwhile: () => Promise<void>,
): Promise<Answer> {
  const transaction = await service.db.transaction()
  await transaction.raw('lock table ?? in access exclusive mode', [table])
  const first = send()
  try {
    await waitForClaim(service, key)
    await meanwhile()
  } finally {
    await transaction.rollback()
  }
  return first
}

async function waitForClaim({ db }: TestService, key: string): Promise<void> {
  await expect.poll(() => db('idempotency_keys').where({ key }).select('key')).not.toEqual([])
}
