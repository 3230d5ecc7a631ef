import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject } from 'vitest'
import { createClient } from '../../../sdk/src/index.ts'
import { insertInstance } from '../../../server/db/instances.ts'
import { startTestIssuer } from './issuer.ts'
import { openTestDatabase } from './postgres.ts'
import { end, startServer, type RunningServer, type Variables } from './server-process.ts'

/** Two servers on one database, which has the instance `acme`. */
export async function openTwoServers(variables: Variables = {}) {
  const database = await openTestDatabase(inject('databaseUrl'))
  await insertInstance(database.db, { id: 'acme', name: 'Acme' })
  const issuer = await startTestIssuer()
  const claims = { sub: 'tester', client_id: 'tester', instances: ['acme'], roles: ['Administrator'] }
  const token = await issuer.sign(claims)
  const keys = `test:${randomBytes(32).toString('base64')}`
  const start = () =>
    startServer({
      DATABASE_URL: database.url,
      OIDC_ISSUER: issuer.url,
      ENCRYPTION_KEYS: keys,
      RATE_LIMIT_PER_MINUTE: '1000000',
      IDENTITY_DIRECTORY: 'none',
      ...variables,
    })
  const servers: RunningServer[] = [await start(), await start()]
  const serverOf = (at: number) => servers[at % 2] ?? expect.fail('There are two servers.')
  return {
    token,
    db: database.db,
    baseUrl: (at: number) => serverOf(at).baseUrl,
    client: (at: number) => createClient({ baseUrl: serverOf(at).baseUrl, token, maxRetries: 0 }).instance('acme'),
    /** Kills one of them and starts it again, so often, and each time only after ten more were acknowledged. */
    async killRepeatedly(rounds: number, acknowledged: readonly unknown[]) {
      for (let round = 0; round < rounds; round += 1) {
        const before = acknowledged.length
        await sleep(Math.random() * 1000)
        while (acknowledged.length < before + 10) await sleep(20)
        const at = Math.random() < 0.5 ? 0 : 1
        await end(serverOf(at), 'SIGKILL')
        servers[at] = await start()
      }
    },
    async [Symbol.asyncDispose]() {
      for (const server of servers) await end(server, 'SIGKILL')
      await issuer.close()
      await database.close()
    },
  }
}
