import { once } from 'node:events'
import { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { expectBuiltOnce, untilBuildWaits, useIndexBuilds } from '../helpers/index-builds.ts'
import { spawnAside } from '../helpers/programs/child.ts'
import { createEmptyDatabase } from '../helpers/programs/postgres.ts'
import { environment, run } from '../helpers/programs/server-process.ts'
import { project } from '../walks/copy.ts'

const database = useIndexBuilds()

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

test.each(['server/commands/migrate.ts', 'server/main.ts'])(
  'a database from before the first release is refused, and told what to do: %s',
  async (program) => {
    const empty = await createEmptyDatabase(inject('databaseUrl'))
    const client = new Client({ connectionString: empty.url })
    await client.connect()
    await client.query(
      `create table migrations (name text primary key); insert into migrations values ('0001-initial')`,
    )
    await client.end()
    const { code, stderr } = await run('node', [program], { DATABASE_URL: empty.url })
    expect(code).toBe(1)
    expect(stderr).toContain('Set DATABASE_URL to an empty database')
    await empty.drop()
  },
)
