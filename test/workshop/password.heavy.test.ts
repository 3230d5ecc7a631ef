import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '../../workshop/identity-provider/password.ts'
import { cpuTime } from '../helpers/cpu-time.ts'

test('without a hash the answer takes as long', async () => {
  const phc = await hashPassword('correct horse battery')
  await verifyPassword(undefined, 'warm up')
  const known = await shortestTime(() => verifyPassword(phc, 'wrong'))
  const unknown = await shortestTime(() => verifyPassword(undefined, 'wrong'))
  expect(unknown).toBeGreaterThan(known / 3)
  expect(unknown).toBeLessThan(known * 3)
})

/** The shortest of several: what else this process does meanwhile only adds. */
async function shortestTime(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 7; run += 1) times.push(await cpuTime(work))
  return Math.min(...times)
}
