import type { Database } from '../db/database.ts'
import { requireConfig, type Config } from '../config/config.ts'
import { countSealedRows } from '../db/sealed-secrets.ts'
import { ofCommands, standIn, type Development } from '../config/development.ts'
import { rotateSecrets, type Rotation } from '../integrations/rotate-secrets.ts'
import { createSecretBox, type EncryptionKeys } from '../integrations/secrets.ts'
import { onConnections } from './on-database.ts'
import { formatCount, formatDuration, startProgress } from './progress.ts'
import { fail } from './fail.ts'
import { runCommand, type Values } from './run-command.ts'

async function main({ 'new-key': newKey, 'dry-run': dryRun }: Values<typeof options>): Promise<number> {
  if (dryRun && newKey) return fail(`--dry-run changes nothing, --new-key adds a key: choose one.\n\n${usage}`)
  const config = requireConfig(process.env)
  if (newKey) return addKey(config)
  const keys = config.encryptionKeys ?? (await ownKeys().loadKeys(config))
  return onConnections(
    config,
    4,
    (db) => rotate(db, keys, dryRun),
    '\nWhat was done stays done. Run this again once that is mended.',
  )
}

/** The keys of a development machine, in their file. */
function ownKeys(): Development {
  return standIn(ofCommands.development, 'ENCRYPTION_KEYS')
}

async function addKey(config: Config): Promise<number> {
  if (config.encryptionKeys)
    return fail('ENCRYPTION_KEYS is set: put "<id>:<32 random bytes in base64>" before its keys.')
  const keyId = await ownKeys().addKey(config)
  console.log(`Added the key ${keyId}. Restart the server, then run "npm run secrets:rotate".`)
  return 0
}

async function rotate(db: Database, keys: EncryptionKeys, dryRun: boolean): Promise<number> {
  const startedAt = performance.now()
  const progress = startProgress({ total: await countSealedRows(db), unit: 'integrations and webhooks' })
  const rotation = await rotateSecrets(db, createSecretBox(keys), {
    dryRun,
    onProgress: (done) => progress.advanceTo(done),
  })
  progress.finish()
  const seconds = (performance.now() - startedAt) / 1000
  console.log(summarize(rotation, keys.activeKeyId, seconds, dryRun))
  if (rotation.unopened === 0) return 0
  console.error(listUnopened(rotation))
  return 1
}

function summarize(
  { integrations, webhooks, resealed, current, unopened }: Rotation,
  keyId: string,
  seconds: number,
  dryRun: boolean,
): string {
  return [
    `The active key is ${keyId}. Looked through everything in ${formatDuration(seconds)}.`,
    `  Integrations: ${formatCount(integrations)}, webhooks: ${formatCount(webhooks)}`,
    `  Secrets ${dryRun ? 'to seal anew' : 'sealed anew'}: ${formatCount(resealed)}`,
    `  Secrets sealed with the active key before: ${formatCount(current)}`,
    `  Secrets that do not open: ${formatCount(unopened)}`,
  ].join('\n')
}

function listUnopened({ unopened, examples }: Rotation): string {
  const lines = examples.map(({ instanceId, table, ownerId, field, keyId }) => {
    const reason = keyId === null ? 'damaged' : `its key ${keyId} is not configured`
    return `  instance ${instanceId}  ${table.slice(0, -1)} ${ownerId}  field ${field}  ${reason}`
  })
  const rest = unopened - examples.length
  return [
    'These do not open. Configure their key and run this again, or enter them again:',
    ...lines,
    ...(rest > 0 ? [`  and ${formatCount(rest)} more`] : []),
  ].join('\n')
}

const usage = `Seals with the active encryption key every secret of an integration or a webhook that an older key sealed.

  npm run secrets:rotate -- [--dry-run]
  npm run secrets:rotate -- --new-key

  --dry-run  counts, and changes nothing
  --new-key  development only: adds a fresh active key to <DATA_DIR>/encryption-keys.json, and rotates nothing
  --help     this text

Servers go on working meanwhile, as long as each of them has both keys. May be killed and started again. Exits with 1
when secrets do not open, and lists them. docs/operations.md has the order of steps.`

const options = {
  'dry-run': { type: 'boolean', default: false },
  'new-key': { type: 'boolean', default: false },
} as const

await runCommand(main, { usage, options })
