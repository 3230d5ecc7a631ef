import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { citusUrl } from '../helpers/programs/citus.ts'
import { createTestDatabase } from '../helpers/programs/postgres.ts'
import { findRoutingFault } from '../helpers/routing/faults.ts'

// Every file of tests looks with this at what its services sent, so a look that finds nothing would go unnoticed.
let client: Client
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await createTestDatabase(inject('databaseUrl'))
  drop = database.drop
  client = new Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await drop()
})

const faultOf = (text: string, ...values: unknown[]) => findRoutingFault(client, { text, values, workers: new Set() })

test.each([
  ['reads all instances', 'select id from users where id = $1', 'a'],
  [
    'joins two instances',
    'select 1 from users a join users b using (id) where a.instance_id = $1 and b.instance_id = $2',
    'a',
    'b',
  ],
  [
    'knows the instance only by a join',
    'select 1 from instances i join users u on u.instance_id = i.id where i.name = $1',
    'a',
  ],
  ['changes all instances', 'update agents set active = $1', true],
  ['deletes by another key', 'delete from agents where id = $1', 'a'],
  [
    'inserts for one instance what is of another',
    `insert into user_sign_in_names select 'other', name, user_id from user_sign_in_names where instance_id = $1`,
    'acme',
  ],
  [
    'calls a function in a conflict',
    `insert into work_ledger_imports values ($1, 's', 0, 0, 0, 0, 0, 0) on conflict (instance_id, source) do update set updated_at = now()`,
    'a',
  ],
  ['joins jobs', 'select 1 from pgboss.job join agents on agents.id = job.id where instance_id = $1', 'a'],
  ['is no statement', 'select nothing from nowhere'],
])('a statement that %s is found', async (_what, text, ...values) => {
  expect(await faultOf(text, ...values)).not.toBeNull()
})

// Citus finds out only when it runs the statement.
test.skipIf(citusUrl !== undefined)('a statement that inserts what it read elsewhere is found', async () => {
  const text = `insert into user_sign_in_names select id, $1, 'a' from instances`
  expect(await faultOf(text, 'a')).not.toBeNull()
})

test.each([
  ['select id from users where instance_id = $1 and id = $2', 'acme', 'a'],
  [`with w as (delete from agents where instance_id = $1 returning id) select * from w`, "it's"],
  ['select id from users where instance_id = $1 and exists (select from agents where instance_id = $2)', 'a', 'a'],
  ['select name from instances where id = $1', 'acme'],
  [`insert into user_sign_in_names (instance_id, name, user_id) values ($1, 'a', 'b')`, 'acme'],
  ['select 1 from pgboss.job where id = $1', 'a'],
])('no fault is found in %s', async (text, ...values) => {
  expect(await faultOf(text, ...values)).toBeNull()
})

test('no table has a trigger, which Citus refuses', async () => {
  // Citus has one of its own on each distributed table.
  const { rows } = await client.query(
    `select relname, tgname from pg_trigger join pg_class on pg_class.oid = tgrelid
      where relnamespace = current_schema()::regnamespace and not tgisinternal and tgname not like 'truncate_trigger_%'`,
  )
  expect(rows).toEqual([])
})

test('every unique rule of a distributed table begins with the instance', async () => {
  const { rows } = await client.query(
    `select indexrelid::regclass::text as name from pg_index join pg_attribute on attrelid = indrelid and attname = 'instance_id'
      where indisunique and indrelid::regclass::text not like 'pg_%' and indkey[0] <> attnum
        and exists (select from pg_class where oid = indrelid and relnamespace = current_schema()::regnamespace)`,
  )
  expect(rows).toEqual([])
})
