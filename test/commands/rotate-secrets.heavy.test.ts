import { once } from 'node:events'
import { inject, test } from 'vitest'
import { insertInstance } from '../../server/db/instances.ts'
import { spawnChild } from '../helpers/programs/child.ts'
import { openTestDatabase } from '../helpers/programs/postgres.ts'
import { environment } from '../helpers/programs/server-process.ts'
import { active, proveRotationGoesOn } from '../helpers/sealed-integrations.ts'

test('a rotation that is killed in the middle goes on when it is run again', async () => {
  const database = await openTestDatabase(inject('databaseUrl'))
  for (const id of ['acme', 'other', 'third']) await insertInstance(database.db, { id, name: id })
  await database.db('changes').delete()
  await proveRotationGoesOn(database.db, database.url, async (isStuck) => {
    const env = environment({ DATABASE_URL: database.url, ENCRYPTION_KEYS: active })
    const child = spawnChild(process.execPath, ['server/commands/rotate-secrets.ts'], { env })
    await isStuck()
    child.kill('SIGKILL')
    await once(child, 'close')
  })
  await database.close()
})
