import { readConfig } from './server/config/config.ts'
import { parseDatabaseUrl } from './server/db/connection/hosts.ts'
import { followPrimary } from './server/db/connection/primary.ts'
import { migrations } from './server/db/schema/migrate.ts'
import { findEmbeddedPostgres } from './workshop/postgres/embedded-postgres.ts'

/** For `npx knex migrate:make`, `migrate:status` and `migrate:list`. */
export default {
  client: 'pg',
  /** The database is found when a command asks for it: `migrate:make` needs none. */
  connection: async () => followPrimary(await findHosts(), {}).connection(),
  migrations: { ...migrations, beforeEach: refuse },
}

async function findHosts() {
  const read = readConfig(process.env)
  if (!read.ok) throw plain(read.problems.join('\n'))
  const url = read.config.databaseUrl ?? (await findEmbeddedPostgres(read.config))
  if (!url) throw plain('The embedded database does not run. Start the server first (npm start), or set DATABASE_URL.')
  const parsed = parseDatabaseUrl(url)
  if (!parsed.ok) throw plain(`The URL of the database ${parsed.problem}`)
  return parsed.urls
}

/** Knex would change the database beside a server that does, and keep others waiting for a lock for as long as it waits. */
async function refuse() {
  throw plain('Migrations only go forward, and npm run migrate runs them.')
}

/** @param {string} message */
function plain(message) {
  // Knex prints the stack.
  return Object.assign(new Error(message), { stack: message })
}
