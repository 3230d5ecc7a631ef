import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { proveDeletionGoesOn } from '../helpers/deletion.ts'
import { spawnChild } from '../helpers/programs/child.ts'
import { openTestDatabase } from '../helpers/programs/postgres.ts'
import { environment, run } from '../helpers/programs/server-process.ts'

const command = 'node server/commands/instances.ts'

test('a deletion goes on after a kill', async () => {
  const database = await openTestDatabase(inject('databaseUrl'))
  const folder = mkdtempSync(join(tmpdir(), 'typed-'))
  const typed = join(folder, 'typed')
  writeFileSync(typed, 'large\n')
  await proveDeletionGoesOn(database.db, database.url, async (isStuck) => {
    const env = environment({ DATABASE_URL: database.url })
    const child = spawnChild('sh', ['-c', `exec ${command} delete large < ${typed}`], { env })
    await isStuck()
    child.kill('SIGKILL')
    await once(child, 'close')
  })
  rmSync(folder, { recursive: true })
  await database.close()
})

test('the command is one of a shell, with a name of several words in quotes', async () => {
  const database = await openTestDatabase(inject('databaseUrl'))
  await database.db('instances').insert({ id: 'other', name: 'Other' })
  const renamed = await run('sh', ['-c', `${command} rename other 'Others of old'`], { DATABASE_URL: database.url })
  expect(renamed).toEqual({ code: 0, stdout: 'other is called Others of old.\n', stderr: '' })
  await database.close()
})
