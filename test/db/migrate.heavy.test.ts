import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '../../server/db/connection/pool.ts'
import { migrate } from '../../server/db/schema/migrate.ts'
import { expectBuiltOnce, untilBuildWaits, useIndexBuilds } from '../helpers/index-builds.ts'
import { spawnAside } from '../helpers/programs/child.ts'
import { createEmptyDatabase } from '../helpers/programs/postgres.ts'
import { environment, run, type Variables } from '../helpers/programs/server-process.ts'
import { project } from '../walks/copy.ts'

const database = useIndexBuilds()
const files = await readdir(join(project, 'server/db/schema/migrations'))

test('a build that PostgreSQL goes on with after a kill is waited for, not done twice', async () => {
  const other = await database.withoutAnIndex()
  const writer = await database.beginWriting()
  const script = `import { migrate } from './server/db/schema/migrate.ts'; await migrate({ url: ${JSON.stringify(database.url)} })`
  const killed = spawnAside(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: project,
    env: environment({}),
  })
  await untilBuildWaits(other)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  await expectBuiltOnce(database, other, writer)
})

test.each(['server/commands/migrate.ts', 'workshop/main.ts'])(
  'a database from before the first release is refused, and told what to do: %s',
  async (program) => {
    const empty = await createEmptyDatabase(inject('databaseUrl'))
    const db = openDatabase({ url: empty.url, poolSize: 1, acquireTimeoutMs: 60_000, statementTimeoutMs: 60_000 })
    await db.schema.createTable('migrations', (table) => table.text('name').primary())
    await db.destroy()
    const ports = { PORT: '0', MANAGEMENT_PORT: '0', IDENTITY_PORT: '0' }
    const { code, stderr } = await run('node', [program], { DATABASE_URL: empty.url, ...ports })
    expect(code).toBe(1)
    expect(stderr).toContain('Set DATABASE_URL to an empty database')
    await empty.drop()
  },
)

test('the command of Knex lists what ran and what is left, and leaves it to npm run migrate to run it', async () => {
  expect((await knex('migrate:status', { DATABASE_URL: database.url })).stdout).toContain(`${files.length} Completed`)
  const empty = await createEmptyDatabase(inject('databaseUrl'))
  expect((await knex('migrate:status', { DATABASE_URL: empty.url })).stdout).toContain(`${files.length} Pending`)
  const refused = await knex('migrate:latest', { DATABASE_URL: empty.url })
  expect(refused).toMatchObject({ code: 1, stderr: 'Migrations only go forward, and npm run migrate runs them.\n' })
  expect(await migrate(empty)).toHaveLength(files.length)
  await empty.drop()
})

test('without a database the command of Knex says how to have one', async () => {
  const { code, stderr } = await knex('migrate:status', { DATA_DIR: join(tmpdir(), 'no-data-here') })
  expect(code).toBe(1)
  expect(stderr).toBe('The embedded database does not run. Start the server first (npm start), or set DATABASE_URL.\n')
})

function knex(command: string, variables: Variables) {
  return run('node', ['node_modules/knex/bin/cli.js', command], variables)
}
