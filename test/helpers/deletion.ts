import { expect } from 'vitest'
import type { Knex } from 'knex'
import { listDeletedInstances } from '../../server/db/deleted-instances.ts'
import { insertInstance } from '../../server/db/instances.ts'
import { listInstanceTables } from '../../server/db/schema/instance-tables.ts'
import { countLockWaits } from './lock-waits.ts'
import { runCommandHere } from './programs/command.ts'
import { until } from './until.ts'

/** A deletion of the instance `large` that is cut off in the middle is finished by the next one. */
export async function proveDeletionGoesOn(
  db: Knex,
  databaseUrl: string,
  /** Begins the deletion, and cuts it off once `isStuck` resolves. */
  cutOff: (isStuck: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await insertInstance(db, { id: 'large', name: 'The large' })
  // More than a batch, of which the last waits until the end of the transaction.
  await db.raw(`insert into agents (instance_id, id, name, type, active, capabilities, metadata)
    select 'large', 'agent-' || n, 'Many', 'HUMAN', true, '{}', '{}' from generate_series(1, 1100) n`)
  const last = await db.transaction()
  await last('agents').where({ instance_id: 'large', id: 'agent-999' }).forUpdate().select('id')
  const before = sum(await countRows(db, 'large'))
  await cutOff(() => until(async () => expect(await countLockWaits(db)).toBeGreaterThan(0)))
  await last.rollback()
  const cut = await readRecord(db, 'large')
  expect(cut.deleted_at).toBeNull()
  expect(cut.rows).toBeGreaterThan(0)
  const left = sum(await countRows(db, 'large'))
  expect(left).toBeGreaterThan(0)
  expect(left + cut.rows).toBe(before)

  const variables = { DATABASE_URL: databaseUrl }
  expect(await runCommandHere('instances', ['create', 'large'], variables)).toMatchObject({ code: 1 })
  expect(await runCommandHere('instances', ['delete', 'large'], variables, 'large\n')).toMatchObject({ code: 0 })
  expect(sum(await countRows(db, 'large'))).toBe(0)
  expect((await readRecord(db, 'large')).rows).toBe(before)
  expect(await db('instances').where({ id: 'large' })).toEqual([])
}

/** How many rows of the instance each table has. */
export async function countRows(db: Knex, id: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of await listInstanceTables(db)) {
    const counted = await db(name).where({ instance_id: id }).count<{ count: string }[]>()
    counts[name] = Number(counted[0]?.count)
  }
  return counts
}

export function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0)
}

/** What is left of a deleted instance: when it was deleted, and how many rows went. */
export async function readRecord(db: Knex, id: string) {
  const record = (await listDeletedInstances(db)).find((row) => row.id === id)
  return { deleted_at: record?.deleted_at ?? null, rows: sum(record?.row_counts ?? {}) }
}
