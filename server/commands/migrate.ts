import { requireConfig } from '../config/config.ts'
import { findCharacterTypeFault } from '../db/connection/character-type.ts'
import { migrate, type Step } from '../db/schema/migrate.ts'
import { createSearchIndex } from '../db/work-ledger-search-index.ts'
import { onConnections } from './on-database.ts'
import { runCommand } from './run-command.ts'

async function main(): Promise<number> {
  return onConnections(
    requireConfig(process.env),
    1,
    async (db, database) => {
      const migrations = await migrate(database, announce)
      await createSearchIndex(database)
      const fault = await findCharacterTypeFault(db)
      if (fault !== null) console.error(fault)
      console.log(migrations.length > 0 ? `Ran ${migrations.join(', ')}.` : 'The database is up to date.')
      return 0
    },
    '\nWhat was done stays done. Run this again once that is mended.',
  )
}

function announce({ migration, index }: Step): void {
  console.error(index ? `${migration}: building the index ${index} ...` : `${migration} ...`)
}

const usage = `Brings the database up to the schema of this release, before its first server starts.

  npm run migrate

  --help  this text

Servers of the release before go on meanwhile. Servers do the same when they start; with a large database that takes
minutes, in which they do not listen yet. May be killed and run again. The database is DATABASE_URL, or the embedded one
while the server runs.`

await runCommand(main, { usage, options: {} })
