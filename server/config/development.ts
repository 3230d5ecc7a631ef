import type { BaseLogger, Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from '../db/database.ts'
import type { AccountDirectory } from '../identity/directory.ts'
import type { EncryptionKeys, SecretBox } from '../integrations/secrets.ts'

/**
 * What stands in for settings that are missing on a development machine. workshop/ has it, and hands it over to the service
 * and to the commands; production has nothing of it.
 */
export interface Development {
  startDatabase(config: Config, log: Pick<BaseLogger, 'info' | 'error'>): Promise<StartedDatabase>
  /** The URL of the database that a server has started; null when none runs. */
  findDatabase(config: Config): Promise<string | null>
  loadKeys(config: Config): Promise<EncryptionKeys>
  /** Makes a new key the active one after a restart, and returns its id. */
  addKey(config: Config): Promise<string>
  /** Fills a new database with the instance `demo`. */
  seed(db: Database, secretBox: SecretBox): Promise<void>
  startIssuer(config: Config, db: Database, log: Logger): Promise<StartedIssuer>
  openDirectory(db: Database): Promise<AccountDirectory>
}

export type StartedDatabase = { ok: true; url: string; stop: () => Promise<void> } | { ok: false; message: string }

/** `clientId`: as which the console signs people in there. */
export interface StartedIssuer {
  issuer: string
  clientId: string
  close: () => Promise<void>
}

/** Throws where nothing stands in for the setting `name`. */
export function standIn(development: Development | undefined, name: string): Development {
  if (development) return development
  throw new MissingSetting(`${name} is missing. Only npm start and the other npm commands bring their own.`)
}

export class MissingSetting extends Error {}

/** Of the commands of this process: whoever starts one hands it over before. */
export const ofCommands: { development?: Development } = {}
