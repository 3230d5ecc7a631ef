import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createClient, type Hook, type Resources } from '../../sdk/src/index.ts'
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

  test('no request fails while two servers are replaced one by one, and a follower is told each change once', async () => {
    const told: number[] = []
    let streams = 0
    let acme: Resources | undefined
    let following: Promise<void> | undefined
    const leaving = new AbortController()
    const count: Hook = (request, next) => {
      if (request.url.includes('/changes/stream')) streams += 1
      return next(request)
    }
    const follow = async ({ changes }: Resources) => {
      for await (const event of changes.watch({ after: 0, signal: leaving.signal }))
        told.push(Number.parseInt(event.after))
    }
    const phases = replaceUnderLoad({
      nginxPath: nginxPath ?? '',
      databaseUrl: database.url,
      servers: 2,
      callers: 8,
      releases: [thisRelease, thisRelease],
      follow(connection) {
        acme = createClient({ ...connection, use: [count] }).instance('acme')
        following = follow(acme)
      },
    })
    for await (const { seen } of phases) {
      expect(seen.failures).toEqual([])
      expect(seen.requests).toBeGreaterThan(100)
      const [last] = (await acme?.changes.list({ size: 1 }))?.items ?? []
      await expect.poll(() => told.at(-1), { timeout: 120_000 }).toBeGreaterThanOrEqual(last?.sequence ?? Infinity)
      expect(told).toEqual(told.map((_, at) => at + 1))
      expect(streams).toBeGreaterThan(1)
    }
    leaving.abort()
    await following
  })
})
