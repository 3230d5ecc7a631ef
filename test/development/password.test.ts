import { expect, test } from 'vitest'
import {
  hashPassword,
  PasswordQueueFullError,
  verifyPassword,
} from '../../server/development/identity-provider/password.ts'
import { cpuTime } from '../helpers/cpu-time.ts'

test('a hash is argon2id at the cost that OWASP recommends, and no two are equal', async () => {
  const hashes = await Promise.all([hashPassword('correct horse battery'), hashPassword('correct horse battery')])
  for (const phc of hashes) expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(hashes[0]).not.toBe(hashes[1])
})

test('a password matches its own hash and no other', async () => {
  const phc = await hashPassword('correct horse battery')
  expect(await verifyPassword(phc, 'correct horse battery')).toBe(true)
  expect(await verifyPassword(phc, 'Correct horse battery')).toBe(false)
  expect(await verifyPassword(phc, '')).toBe(false)
})

test('one visible password in two encodings is one password', async () => {
  const phc = await hashPassword('caf\u00e9 au lait, merci')
  expect(await verifyPassword(phc, 'cafe\u0301 au lait, merci')).toBe(true)
})

test('without a hash the answer is no, and takes as long', async () => {
  const phc = await hashPassword('correct horse battery')
  await verifyPassword(undefined, 'warm up')
  const known = await shortestTime(() => verifyPassword(phc, 'wrong'))
  const unknown = await shortestTime(() => verifyPassword(undefined, 'wrong'))
  expect(await verifyPassword(undefined, 'the password of nobody')).toBe(false)
  expect(unknown).toBeGreaterThan(known / 3)
  expect(unknown).toBeLessThan(known * 3)
})

test('a flood waits in line, two at a time, and is refused beyond 200', async () => {
  const phc = await hashPassword('correct horse battery')
  const results = await Promise.allSettled(Array.from({ length: 230 }, () => verifyPassword(phc, 'wrong')))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(28)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(PasswordQueueFullError)
  expect(await verifyPassword(phc, 'correct horse battery')).toBe(true)
})

/** The shortest of several: what else this process does meanwhile only adds. */
async function shortestTime(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 7; run += 1) times.push(await cpuTime(work))
  return Math.min(...times)
}
