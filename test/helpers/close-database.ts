import { Client } from 'pg'
import { inject } from 'vitest'
import { asArray, asObject, asString } from '../../contract/json.ts'
import type { TestService } from './service.ts'

/** Ends all connections to the service's database and refuses new ones. The returned function opens the database again. */
export async function closeDatabase({ db }: Pick<TestService, 'db'>): Promise<() => Promise<void>> {
  const [row] = asArray(await db.select(db.raw('current_database() as name')))
  const name = asString(asObject(row)['name'])
  const admin = new Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  await admin.query(`alter database ${name} allow_connections false`)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  return async () => {
    await admin.query(`alter database ${name} allow_connections true`)
    await admin.end()
  }
}
