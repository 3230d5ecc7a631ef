import type { Database } from '../db/database.ts'
import { pino } from 'pino'
import type { Config } from '../config/config.ts'
import { ofCommands, standIn } from '../config/development.ts'
import { chooseDirectory } from '../identity/choose-directory.ts'
import type { AccountDirectory } from '../identity/directory.ts'
import type { Accounts } from '../identity/sync-account.ts'

/** The directory of the configuration, for a command. Warnings go to standard error. */
export async function openDirectory(
  config: Config,
  db: Database,
): Promise<{ directory: AccountDirectory | null; log: Accounts['log'] }> {
  const directory = await chooseDirectory(config, () =>
    standIn(ofCommands.development, 'OIDC_ISSUER').openDirectory(db),
  )
  return { directory, log: pino({ level: 'warn' }, process.stderr) }
}
