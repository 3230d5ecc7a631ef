import type { Knex } from 'knex'
import { Client } from 'pg'
import { expect } from 'vitest'
import { openDatabase } from '../../server/db/connection/pool.ts'
import { insertInstance } from '../../server/db/instances.ts'
import { startService } from '../../server/service.ts'
import { summariser } from './data/agents.ts'
import { countPlainLockWaits } from './lock-waits.ts'
import type { TestIssuer } from './programs/issuer.ts'
import { ofTest } from './programs/postgres.ts'
import { development, preparedOnce, testConfig } from './service.ts'
import { until } from './until.ts'

/** The URL with two hosts before its own: on one nobody listens, the other has no address. */
export function behindDeadHosts(url: string): string {
  return url.replace('@', '@127.0.0.1:1,nowhere.invalid:5432,')
}

export function openBehindDeadHosts(url: string): Knex {
  const timeouts = { acquireTimeoutMs: 120_000, statementTimeoutMs: 120_000 }
  return openDatabase({ url: behindDeadHosts(url), name: ofTest, poolSize: 1, ...timeouts })
}

export async function startBehindDeadHosts(url: string, issuer: TestIssuer) {
  const config = { ...testConfig(behindDeadHosts(url), issuer.url), databasePoolSize: 4 }
  return startService(config, { development, prepared: await preparedOnce() })
}

/** A service on an empty database, and an instance. */
export async function startWriting(url: string, issuer: TestIssuer) {
  const db = openDatabase({ url, name: ofTest, poolSize: 2, acquireTimeoutMs: 120_000, statementTimeoutMs: 120_000 })
  await insertInstance(db, { id: 'acme', name: 'Acme' })
  const service = await startBehindDeadHosts(url, issuer)
  if (!service.ok) throw new Error(service.message)
  const sub = 'tester'
  const token = await issuer.sign({ sub, client_id: sub, instances: ['acme'], roles: ['Editor'] })
  const create = async (key: string) =>
    fetch(`${service.baseUrl}/instances/acme/agents`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(summariser),
    })
  const isReady = async () => (await fetch(`${service.managementUrl}/readyz`)).status
  /** A request that has its key, and waits for a lock that is held until `then` ends. */
  const whileWaiting = async (key: string, then: () => Promise<unknown>) => {
    const holder = new Client({ connectionString: url })
    await holder.connect()
    await holder.query('begin; lock table agents')
    const answer = create(key)
    // Not asked by the holder: its transaction sees one state of the sessions for as long as it lasts.
    await until(async () => expect(await countPlainLockWaits(db)).toBe(1))
    await then()
    await holder.query('rollback')
    await holder.end()
    return answer
  }
  const stop = async () => {
    await service.stop()
    await db.destroy()
  }
  return { db, create, isReady, whileWaiting, stop }
}
