import { listUnfinishedSyncs } from '../db/account-syncs.ts'
import { onDatabase } from './on-database.ts'
import { oneLine } from './one-line.ts'
import { subcommand } from './run-command.ts'

async function main(): Promise<number> {
  return onDatabase(async (db) => {
    const waiting = await listUnfinishedSyncs(db)
    for (const { instanceId, userId, username, since, attempts, dueAt } of waiting)
      console.log(`${instanceId}\t${userId}\t${oneLine(username)}\tsince ${since}\t${attempts} attempts\tnext ${dueAt}`)
    if (waiting.length === 0) console.log('No change waits for the identity provider.')
    return 0
  })
}

const usage = `Lists the changes of users' accounts that the identity provider does not have yet, the oldest of each instance first: instance,
id of the user, username of the account, since when, attempts so far, and when the next one is due.

  npm run users -- waiting

  --help  this text

A change that is just being made is listed, too. The service goes on trying by itself; its log says why an attempt failed. The
database is DATABASE_URL, or the embedded one while the server runs.`

export const listWaitingUsers = subcommand(main, { usage, options: {} })
