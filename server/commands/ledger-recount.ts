import { recountDays } from '../db/work-ledger-writes.ts'
import { fail } from './fail.ts'
import { onInstance } from './on-database.ts'
import { subcommand } from './run-command.ts'

async function main({ instance: instanceId }: { instance?: string }): Promise<number> {
  if (!instanceId) return fail(`Name the instance: --instance <id>.\n\n${usage}`)
  return onInstance(instanceId, async (db) => {
    await recountDays(db, instanceId)
    console.log(`Counted the entries of ${instanceId} again.`)
    return 0
  })
}

const usage = `Counts the entries of an instance's work ledger again, for its summaries.

  npm run ledger -- recount --instance <id>

  --instance  the instance whose entries are counted
  --help      this text

Needed after entries were written or deleted by SQL. Imports, ledger prune and retention update the counts themselves.
Takes some seconds for a million entries. Imports into the instance wait for the count; reads do not. The database is
DATABASE_URL, or the embedded one while the server runs.`

export const recountLedger = subcommand(main, { usage, options: { instance: { type: 'string' } } })
