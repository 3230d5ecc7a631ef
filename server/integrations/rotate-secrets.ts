import type { Database } from '../db/database.ts'
import {
  findSealedSecrets,
  listInstancesWithSecrets,
  listSealedSecrets,
  replaceSealedSecrets,
  sealedTables,
  type SealedSecrets,
  type SealedTable,
} from '../db/sealed-secrets.ts'
import { recordCommand, serviceOrigin } from '../db/query/recorded.ts'
import type { SecretBox } from './secrets.ts'

/**
 * Seals with the active key every stored secret that another key sealed, instance by instance. Servers go on meanwhile, and
 * callers notice nothing: ETags do not change. Runs may overlap, and may be killed and repeated. A secret that does not open
 * is left unchanged and reported.
 */
export async function rotateSecrets(db: Database, secretBox: SecretBox, options: RotationOptions): Promise<Rotation> {
  const rotation: Rotation = { integrations: 0, webhooks: 0, resealed: 0, current: 0, unopened: 0, examples: [] }
  for (const instanceId of await listInstancesWithSecrets(db))
    await rotateInstance(db, secretBox, instanceId, rotation, options)
  return rotation
}

/** Adds to the counts, and leaves records of the beginning and the end where there is something to do. */
async function rotateInstance(
  db: Database,
  secretBox: SecretBox,
  instanceId: string,
  rotation: Rotation,
  { dryRun, onProgress = () => {} }: RotationOptions,
): Promise<void> {
  const record = (counts: { resealed: number } | null) =>
    recordCommand(db, serviceOrigin(instanceId, 'secrets:rotate'), 'instance', counts)
  const { resealed: before } = rotation
  let hasBegun = false
  for (const table of sealedTables) {
    let batch: SealedSecrets[] = []
    do {
      batch = await listSealedSecrets(db, table, instanceId, batch.at(-1)?.id ?? '', batchRows)
      if (!dryRun && !hasBegun && batch.some((row) => reseal(secretBox, table, row).resealed > 0)) {
        await record(null)
        hasBegun = true
      }
      const resealed = await Promise.all(batch.map((row) => resealRow(db, secretBox, table, row, dryRun)))
      for (const one of resealed) add(rotation, table, one)
      if (batch.length > 0) onProgress(rotation.integrations + rotation.webhooks)
    } while (batch.length === batchRows)
  }
  if (hasBegun) await record({ resealed: rotation.resealed - before })
}

/** Repeats the work when another process changed the secrets between reading and writing. */
async function resealRow(
  db: Database,
  secretBox: SecretBox,
  table: SealedTable,
  read: SealedSecrets,
  dryRun: boolean,
): Promise<ResealedRow> {
  for (let row: SealedSecrets | null = read; row; row = await findSealedSecrets(db, table, row)) {
    const { secrets, ...counts } = reseal(secretBox, table, row)
    if (dryRun || counts.resealed === 0 || (await replaceSealedSecrets(db, table, row, secrets))) return counts
  }
  return { resealed: 0, current: 0, unopened: [] }
}

function reseal(
  secretBox: SecretBox,
  table: SealedTable,
  { instance_id: instanceId, id: ownerId, secrets }: SealedSecrets,
) {
  const result = { secrets: { ...secrets }, resealed: 0, current: 0, unopened: new Array<UnopenedSecret>() }
  for (const [field, envelope] of Object.entries(secrets)) {
    const context = [instanceId, ownerId, field]
    const opened = secretBox.open(envelope, context)
    if (!opened.ok) {
      const keyId = opened.reason === 'unknown_key' ? opened.keyId : null
      result.unopened.push({ instanceId, table, ownerId, field, keyId })
    } else if (secretBox.needsReseal(envelope)) {
      result.secrets[field] = secretBox.seal(opened.plaintext, context)
      result.resealed += 1
    } else {
      result.current += 1
    }
  }
  return result
}

function add(rotation: Rotation, table: SealedTable, { resealed, current, unopened }: ResealedRow): void {
  rotation[table] += 1
  rotation.resealed += resealed
  rotation.current += current
  rotation.unopened += unopened.length
  rotation.examples.push(...unopened.slice(0, mostExamples - rotation.examples.length))
}

/** Small enough for the connections of the command, large enough that the rows share the waits for the disk. */
const batchRows = 20

const mostExamples = 100

export interface RotationOptions {
  /** Only counts, and changes nothing. */
  dryRun: boolean
  /** Called with the number of integrations and webhooks done so far. */
  onProgress?: (done: number) => void
}

export interface Rotation {
  integrations: number
  webhooks: number
  /** Secrets that were sealed again with the active key; in a dry run, secrets that would be. */
  resealed: number
  /** Secrets that the active key had already sealed. */
  current: number
  /** Secrets that do not open. */
  unopened: number
  /** The first 100 secrets that do not open. */
  examples: UnopenedSecret[]
}

interface UnopenedSecret {
  instanceId: string
  table: SealedTable
  ownerId: string
  field: string
  /** The id of the missing key; null when the secret is damaged or was sealed for another place. */
  keyId: string | null
}

type ResealedRow = Omit<ReturnType<typeof reseal>, 'secrets'>
