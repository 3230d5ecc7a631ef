import { expect, inject, test } from 'vitest'
import { openTestDatabase } from '../helpers/programs/postgres.ts'
import { commandOf, run } from '../helpers/programs/server-process.ts'

test('of commands that run at once each succeeds, with one user', async () => {
  const database = await openTestDatabase(inject('databaseUrl'))
  const args = [...commandOf('instances'), 'create', 'many', '--administrator', 'eve@example.com']
  const grant = () => run(process.execPath, args, { DATABASE_URL: database.url })
  const ran = await Promise.all([grant(), grant(), grant(), grant()])
  expect(ran.map(({ code, stderr }) => [code, stderr])).toEqual(ran.map(() => [0, '']))
  expect(await database.db('users').where({ instance_id: 'many' })).toHaveLength(1)
  await database.close()
})
