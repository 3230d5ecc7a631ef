import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { nginxPath } from '../helpers/programs/nginx.ts'
import { createEmptyDatabase } from '../helpers/programs/postgres.ts'
import { thisRelease } from './rolling/release.ts'
import { replaceUnderLoad } from './rolling/replace.ts'

test.runIf(process.env['CI'])('CI has the balancer', () => {
  expect(nginxPath, 'Install nginx: apt-get install nginx-light').not.toBeNull()
})

/** The short form of `npm run walk -- rolling`, which begins with servers of the commit before the newest migration. */
describe.skipIf(nginxPath === null)('behind nginx as documented (skipped where nginx is missing)', () => {
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>
  beforeAll(async () => {
    database = await createEmptyDatabase(inject('databaseUrl'))
  })
  afterAll(() => database.drop())

  test('no request fails while two servers are replaced one by one', async () => {
    const phases = replaceUnderLoad({
      nginxPath: nginxPath ?? '',
      databaseUrl: database.url,
      servers: 2,
      callers: 8,
      releases: [thisRelease, thisRelease],
    })
    for await (const { seen } of phases) {
      expect(seen.failures).toEqual([])
      expect(seen.requests).toBeGreaterThan(100)
    }
  })
})
