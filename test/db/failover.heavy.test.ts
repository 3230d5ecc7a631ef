import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
