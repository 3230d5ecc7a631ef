import { Client } from 'pg'
import { findEmbeddedPostgres } from '../../workshop/postgres/embedded-postgres.ts'
import { fetchDevToken } from '../../workshop/identity-provider/dev-token.ts'
import { readIdentityFile } from '../../workshop/identity-provider/clients.ts'
import { fillLedger } from './fill-ledger.ts'
import type { Server } from './server.ts'

export interface BenchDatabase {
  databaseUrl: string
  issuer: string
  authorization: string
  /** Some of the users of the instance `bench`. */
  userIds: readonly string[]
  /** A connection to the database. */
  client: Client
}

/** Fills the server's database with the instance `bench`: 20,000 users and 20,000 entries in the ledger. */
export async function openBenchDatabase(server: Server): Promise<BenchDatabase> {
  const { dataDir } = server
  await fillLedger(server, 'bench', rowCount)
  const databaseUrl = await findEmbeddedPostgres({ dataDir })
  const identity = await readIdentityFile(dataDir)
  const token = await fetchDevToken({ dataDir, roles: ['Administrator'], instanceId: 'bench' })
  if (databaseUrl === null || !identity || !token.ok) throw new Error('The server has no database or issuer.')
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await insertUsers(client, 'bench', rowCount)
  const { rows: users } = await client.query<{ id: string }>(
    `select id from users where instance_id = 'bench' order by random() limit 1000`,
  )
  return {
    databaseUrl,
    issuer: identity.issuer,
    authorization: `Bearer ${token.token}`,
    userIds: users.map(({ id }) => id),
    client,
  }
}

/** Inserts users `user-1`, `user-2` ... that were updated in random order, and brings PostgreSQL's statistics up to date. */
async function insertUsers(client: Client, instanceId: string, count: number): Promise<void> {
  await client.query(
    `insert into users (instance_id, id, username, email, name, family_name, created_at, updated_at)
     select $1, md5($1 || n)::uuid::text, 'user-' || n, 'user-' || n || '@example.com', 'Ada', 'Lovelace ' || n,
            now() - random() * interval '1000 days', now() - random() * interval '100 days'
       from generate_series(1, $2) as n`,
    [instanceId, count],
  )
  await client.query('vacuum analyze users')
}

const rowCount = 20_000
