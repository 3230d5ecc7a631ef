import type { Database } from '../db/database.ts'
import {
  findIntegration,
  listInstancesWithIntegrations,
  listSealedSecrets,
  replaceSealedSecrets,
  type SealedSecrets,
} from '../db/integrations.ts'
import { recordCommand, serviceOrigin } from '../db/query/recorded.ts'
import type { SecretBox } from './secrets.ts'

/**
 * Seals with the active key every stored secret that another key sealed, instance by instance. Servers go on meanwhile, and
 * callers notice nothing: ETags do not change. Runs may overlap, and may be killed and repeated. A secret that does not open
 * is left unchanged and reported.
 */
export async function rotateSecrets(db: Database, secretBox: SecretBox, options: RotationOptions): Promise<Rotation> {
  const rotation: Rotation = { integrations: 0, resealed: 0, current: 0, unopened: 0, examples: [] }
  for (const instanceId of await listInstancesWithIntegrations(db))
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
  let batch: SealedSecrets[] = []
  do {
    batch = await listSealedSecrets(db, instanceId, batch.at(-1)?.id ?? '', batchRows)
    if (!dryRun && !hasBegun && batch.some((row) => reseal(secretBox, row).resealed > 0)) {
      await record(null)
      hasBegun = true
    }
    const resealed = await Promise.all(batch.map((row) => resealRow(db, secretBox, row, dryRun)))
    for (const one of resealed) add(rotation, one)
    onProgress(rotation.integrations)
  } while (batch.length === batchRows)
  if (hasBegun) await record({ resealed: rotation.resealed - before })
}

/** Repeats the work when another process changed the secrets between reading and writing. */
async function resealRow(
  db: Database,
  secretBox: SecretBox,
  read: SealedSecrets,
  dryRun: boolean,
): Promise<ResealedRow> {
  for (let row: SealedSecrets | null = read; row; row = await findIntegration(db, row.instance_id, row.id)) {
    const { secrets, ...counts } = reseal(secretBox, row)
    if (dryRun || counts.resealed === 0 || (await replaceSealedSecrets(db, row, secrets))) return counts
  }
  return { resealed: 0, current: 0, unopened: [] }
}

function reseal(secretBox: SecretBox, { instance_id: instanceId, id: integrationId, secrets }: SealedSecrets) {
  const result = { secrets: { ...secrets }, resealed: 0, current: 0, unopened: new Array<UnopenedSecret>() }
  for (const [field, envelope] of Object.entries(secrets)) {
    const context = [instanceId, integrationId, field]
    const opened = secretBox.open(envelope, context)
    if (!opened.ok) {
      const keyId = opened.reason === 'unknown_key' ? opened.keyId : null
      result.unopened.push({ instanceId, integrationId, field, keyId })
    } else if (secretBox.needsReseal(envelope)) {
      result.secrets[field] = secretBox.seal(opened.plaintext, context)
      result.resealed += 1
    } else {
      result.current += 1
    }
  }
  return result
}

function add(rotation: Rotation, { resealed, current, unopened }: ResealedRow): void {
  rotation.integrations += 1
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
  /** Called with the number of integrations done so far. */
  onProgress?: (integrations: number) => void
}

export interface Rotation {
  integrations: number
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
  integrationId: string
  field: string
  /** The id of the missing key; null when the secret is damaged or was sealed for another place. */
  keyId: string | null
}

type ResealedRow = Omit<ReturnType<typeof reseal>, 'secrets'>
