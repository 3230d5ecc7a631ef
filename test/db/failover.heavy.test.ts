import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEpoch } from '../../server/db/changes.ts'
import { openDatabase } from '../../server/db/connection/pool.ts'
import { findBinaries } from '../../workshop/postgres/binaries.ts'
import { createCluster } from '../../workshop/postgres/cluster.ts'
import { createHome } from '../../workshop/postgres/home.ts'
import { clusterUrl, startCluster, stopCluster } from '../../workshop/postgres/postmaster.ts'
import { openBehindDeadHosts, startWriting } from '../helpers/failover.ts'
import { startTestIssuer, type TestIssuer } from '../helpers/programs/issuer.ts'
import { createTestDatabase, startTestPostgres } from '../helpers/programs/postgres.ts'
import { until } from '../helpers/until.ts'

let postgres: Awaited<ReturnType<typeof startTestPostgres>>
let admin: Client
let issuer: TestIssuer
beforeAll(async () => {
  postgres = await startTestPostgres()
  admin = new Client({ connectionString: postgres.adminUrl })
  await admin.connect()
  await admin.query('set default_transaction_read_only = off')
  issuer = await startTestIssuer()
})
afterAll(async () => {
  await issuer.close()
  await admin.end()
  await postgres.stop()
})

/** Every session is now as on a standby, also those that are open; or none is. */
async function refuseWrites(isOn = true): Promise<void> {
  await admin.query(`alter system set default_transaction_read_only = ${isOn ? 'on' : 'off'}`)
  await admin.query('select pg_reload_conf()')
}

test('a connection whose host became read-only is not handed out again', async () => {
  const db = openBehindDeadHosts(postgres.adminUrl)
  const pidOf = async () => (await db.raw<{ rows: unknown[] }>('select pg_backend_pid()')).rows
  const before = await pidOf()
  expect(await pidOf()).toEqual(before)
  await refuseWrites()
  await until(() => expect(pidOf()).rejects.toThrow('no host takes writes'))
  await refuseWrites(false)
  await until(async () => expect(await pidOf()).not.toEqual(before))
  await db.destroy()
})

test('a standby that takes over begins another epoch of changes, a restart none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'standby-'))
  chmodSync(folder, 0o755)
  const home = createHome(folder)
  const cluster = await createCluster(home, (await findBinaries(home)) ?? expect.fail(), true)
  let session = await startCluster(cluster)
  const restart = async () => {
    await session.end()
    await stopCluster(cluster)
    session = await startCluster(cluster)
  }
  const readEpochOfCluster = async () => {
    const db = openDatabase({ url: clusterUrl(cluster, 'postgres'), poolSize: 1, ...timeouts })
    const epoch = await readEpoch(db)
    await db.destroy()
    return epoch
  }
  const before = await readEpochOfCluster()
  await restart()
  expect(await readEpochOfCluster()).toBe(before)
  await session.query("copy (select) to program 'touch standby.signal'")
  await restart()
  await session.query('select pg_promote()')
  expect(await readEpochOfCluster()).not.toBe(before)
  await session.end()
  await stopCluster(cluster)
  rmSync(folder, { recursive: true, force: true })
})

const timeouts = { acquireTimeoutMs: 120_000, statementTimeoutMs: 120_000 }

test('while no host takes writes, requests and readiness are 503, and then good again', async () => {
  const database = await createTestDatabase(postgres.adminUrl)
  const { create, isReady, stop } = await startWriting(database.url, issuer)
  expect([await isReady(), (await create('before')).status]).toEqual([200, 201])
  await refuseWrites()
  await until(async () => expect([await isReady(), (await create('meanwhile')).status]).toEqual([503, 503]))
  await refuseWrites(false)
  await until(async () => expect([await isReady(), (await create('later')).status]).toEqual([200, 201]))
  await stop()
})
