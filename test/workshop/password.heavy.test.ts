import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '../../workshop/identity-provider/password.ts'
import { leastCpuTime } from '../helpers/cpu-time.ts'

test('without a hash the answer takes as long', async () => {
  const phc = await hashPassword('correct horse battery')
  await verifyPassword(undefined, 'warm up')
  const known = await leastCpuTime(() => verifyPassword(phc, 'wrong'))
  const unknown = await leastCpuTime(() => verifyPassword(undefined, 'wrong'))
  expect(unknown).toBeGreaterThan(known / 3)
  expect(unknown).toBeLessThan(known * 3)
})
