import { pruneWorkLedger } from '../ledger/prune.ts'
import { recordCommand, serviceOrigin } from '../db/query/recorded.ts'
import { findOldEntries } from '../db/work-ledger-writes.ts'
import { fail } from './fail.ts'
import { onInstance } from './on-database.ts'
import { formatCount, startProgress } from './progress.ts'
import { subcommand } from './run-command.ts'

async function main(values: { instance?: string; before?: string }): Promise<number> {
  const { instance: instanceId, before: day } = values
  if (!instanceId) return fail(`Name the instance: --instance <id>.\n\n${usage}`)
  if (!day || !isDay(day)) return fail(`Name the day: --before <YYYY-MM-DD>.\n\n${usage}`)
  return onInstance(
    instanceId,
    async (db) => {
      const progress = startProgress({ total: null, unit: 'entries' })
      const onProgress = (deleted: number) => progress.advanceTo(deleted)
      const origin = serviceOrigin(instanceId, 'ledger:prune')
      const before = new Date(day)
      const [oldest] = await findOldEntries(db, instanceId, before, 1)
      if (oldest !== undefined) await recordCommand(db, origin, 'work_ledger', null)
      const deleted = await pruneWorkLedger(db, instanceId, before, { onProgress })
      if (oldest !== undefined) await recordCommand(db, origin, 'work_ledger', { deleted })
      progress.finish()
      console.log(`Deleted ${formatCount(deleted)} entries of ${instanceId} from before ${day}.`)
      return 0
    },
    '\nWhat was deleted stays deleted. Run this again to go on.',
  )
}

/** True for a day that exists: `Date` would read 30 February as a later day. */
function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).getUTCDate() === Number(text.slice(8))
}

const usage = `Deletes the entries of an instance's work ledger that were created before a day (UTC).

  npm run ledger -- prune --instance <id> --before <YYYY-MM-DD>

  --instance  the instance whose entries are deleted
  --before    the first day whose entries stay
  --help      this text

After a kill, run the command again. Servers and imports go on during the run. Deleted entries are lost: export them first,
or have a backup. The database is DATABASE_URL, or the embedded one while the server runs.`

export const pruneLedger = subcommand(main, {
  usage,
  options: { instance: { type: 'string' }, before: { type: 'string' } },
})
