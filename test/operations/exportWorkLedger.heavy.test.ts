import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertLedgerRows, ledgerRow } from '../helpers/data/work-ledger-entries.ts'
import { beginExport, countExports, usedConnections } from '../helpers/exports.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const many = 6000

let service: TestService
beforeAll(async () => {
  service = await startTestService({ databasePoolSize: 2 })
  await insertMany()
})
afterAll(() => service.close())

test('the server reads no further than a client on a connection, and holds no lock and no connection', async () => {
  const answer = await beginExport(service)
  await untilQuiet()
  await until(async () => expect(await usedConnections(service)).toBe(0))
  await service.db.transaction(async (transaction) => {
    await transaction.raw('lock table work_ledger_entries in access exclusive mode')
  })
  const body = await text(answer)
  expect(body.match(/\n/g)).toHaveLength(many)
})

test('one that goes away while entries are read stops it', async () => {
  const before = await countExports(service, 499)
  const answer = await beginExport(service)
  answer.resume()
  await once(answer, 'data')
  answer.destroy()
  await until(async () => expect(await countExports(service, 499)).toBe(before + 1))
  await untilQuiet()
  await until(async () => expect(await usedConnections(service)).toBe(0))
})

test('a database that fails in the middle breaks the transfer off', async () => {
  const answer = await beginExport(service)
  await untilQuiet()
  await service.db.schema.renameTable('work_ledger_entries', 'mislaid')
  try {
    await expect(text(answer)).rejects.toThrow(/aborted|hang up|reset/)
  } finally {
    await service.db.schema.renameTable('mislaid', 'work_ledger_entries')
  }
  expect((await service.acme('Viewer').workLedger.list()).items).toHaveLength(20)
})

/** Until the service has asked its database nothing for a while. */
async function untilQuiet(): Promise<void> {
  let before
  for (let now = await lastQuery(); now !== before; now = await lastQuery()) {
    before = now
    await sleep(1000)
  }
}

async function lastQuery(): Promise<string> {
  const { rows } = await service.db.raw<{ rows: { at: string | null }[] }>(
    `select max(query_start) as at from pg_stat_activity
      where datname = current_database() and query like '%work_ledger_%' and pid <> pg_backend_pid()`,
  )
  return String(rows[0]?.at)
}

/** Some 24 MB: more than sockets hold. */
async function insertMany(): Promise<void> {
  const rows = Array.from({ length: many }, (_, at) =>
    ledgerRow({
      id: `many-${at}`,
      description: 'x'.repeat(4000),
      created_at: new Date(Date.UTC(2026, 0, 1) - at * 1000).toISOString(),
    }),
  )
  for (let at = 0; at < many; at += 500) await insertLedgerRows(service, rows.slice(at, at + 500))
}
