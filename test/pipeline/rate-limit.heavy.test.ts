import { expect, test } from 'vitest'
import { audience } from '../helpers/programs/issuer.ts'
import { end, startServer, type RunningServer } from '../helpers/programs/server-process.ts'
import { askAll, askUntilRefused, inOneMinute } from '../helpers/rate-limits.ts'
import { startTestService } from '../helpers/service.ts'

test('of two processes, the other keeps a limit that one has reached', async () => {
  const service = await startTestService()
  const variables = {
    DATABASE_URL: service.databaseUrl,
    OIDC_ISSUER: service.issuer.url,
    OIDC_AUDIENCE: audience,
    RATE_LIMIT_PER_MINUTE: '30',
    CHECK_INTERVAL_MINUTES: '0',
    IDENTITY_DIRECTORY: 'none',
    DATABASE_ACQUIRE_TIMEOUT_MS: '60000',
  }
  const processes: RunningServer[] = []
  let attempt = 0
  try {
    for (let at = 0; at < 2; at += 1) processes.push(await startServer(variables))
    const [first = '', other = ''] = processes.map(({ baseUrl }) => baseUrl)
    await inOneMinute(service.db, async () => {
      const sub = `visitor-${attempt++}`
      const token = await service.token('Administrator', { sub, client_id: sub })
      expect(await askAll(first, token, 60)).toEqual({ 404: 30, 429: 30 })
      expect(await askUntilRefused(service.db, other, token, 30)).toBeLessThan(30)
    })
  } finally {
    await Promise.all(processes.map((started) => end(started, 'SIGTERM')))
    await service.close()
  }
})
