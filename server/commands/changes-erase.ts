import { eraseUser } from '../changes/erasure.ts'
import { isIdentifier } from '../../contract/rules/identifier.ts'
import { fail } from './fail.ts'
import { onInstance } from './on-database.ts'
import { formatCount, startProgress } from './progress.ts'
import { runCommand } from './run-command.ts'

async function main({ instance: instanceId, user: userId }: { instance?: string; user?: string }): Promise<number> {
  if (!instanceId) return fail(`Name the instance: --instance <id>.\n\n${usage}`)
  if (!userId || !isIdentifier(userId)) return fail(`Name the user by the id: --user <id>.\n\n${usage}`)
  return onInstance(
    instanceId,
    async (db) => {
      const progress = startProgress({ total: null, unit: 'records' })
      const onProgress = (erased: number, share: number) => progress.advanceTo(erased, share)
      const erased = await eraseUser(db, { instanceId, userId }, { onProgress })
      progress.finish()
      console.log(`Erased the names of ${userId} from ${formatCount(erased)} records of changes of ${instanceId}.`)
      return 0
    },
    '\nWhat was erased stays erased. Run this again to go on.',
  )
}

const usage = `Erases a user's names and email addresses from the records of changes: they read "erased" from then on.

  npm run changes:erase -- --instance <id> --user <id>

  --instance  the instance whose records are changed
  --user      the id of the user, who may stay or be deleted
  --help      this text

The records stay, with the id of the user. What a user who stays is called now is in later records again. The records of a
user who is deleted are erased without this command. May be killed and run again. docs/operations.md says what the command
does not reach. The database is DATABASE_URL, or the embedded one while the server runs.`

await runCommand(main, { usage, options: { instance: { type: 'string' }, user: { type: 'string' } } })
