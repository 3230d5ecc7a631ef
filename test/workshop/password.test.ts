import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, PasswordQueueFullError, verifyPassword } from '../../workshop/identity-provider/password.ts'

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

test('without a hash the answer is no', async () => {
  expect(await verifyPassword(undefined, 'the password of nobody')).toBe(false)
})

test('a flood waits in line, two at a time, and is refused beyond 200, also for nobody', async () => {
  const password = 'correct horse battery'
  const cheap = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  const flood = Array.from({ length: 230 }, (_, at) => verifyPassword(at < 210 ? cheap : undefined, 'wrong'))
  const results = await Promise.allSettled(flood)
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(28)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(PasswordQueueFullError)
  expect(results.slice(202)).toEqual(refused)
  expect(await verifyPassword(cheap, password)).toBe(true)
})
