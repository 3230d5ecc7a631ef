import type { Knex } from 'knex'
import {
  findSealedSecrets,
  listSealedSecrets,
  replaceSealedSecrets,
  type SealedSecrets,
} from '../db/integrations.ts'
import type { SecretBox, SecretContext } from './secrets.ts'

/**
 * Seals with the active key every stored secret that another key sealed, beside servers that go on working: what
 * callers see, ETags included, does not change. Runs may overlap, and may be killed and started again. What does not
 * open stays as it is and is reported.
 */
export async function rotateSecrets(
  db: Knex,
  secretBox: SecretBox,
  { dryRun, onProgress = () => {} }: RotationOptions,
): Promise<Rotation> {
  const rotation: Rotation = { integrations: 0, resealed: 0, current: 0, unopened: 0, examples: [] }
  let batch: SealedSecrets[] = []
  do {
    batch = await listSealedSecrets(db, batch.at(-1) ?? null, BATCH_ROWS)
    const resealed = await Promise.all(batch.map((row) => resealRow(db, secretBox, row, dryRun)))
    for (const one of resealed) add(rotation, one)
    onProgress(rotation.integrations)
  } while (batch.length === BATCH_ROWS)
  return rotation
}

/** Tries again as long as others change the secrets between reading and writing them. */
async function resealRow(
  db: Knex,
  secretBox: SecretBox,
  read: SealedSecrets,
  dryRun: boolean,
): Promise<ResealedRow> {
  for (let row: SealedSecrets | undefined = read; row; row = await findSealedSecrets(db, row)) {
    const { secrets, ...counts } = reseal(secretBox, row)
    if (dryRun || counts.resealed === 0 || (await replaceSealedSecrets(db, row, secrets))) return counts
  }
  return { resealed: 0, current: 0, unopened: [] }
}

function reseal(
  secretBox: SecretBox,
  { instance_id: instanceId, id: integrationId, secrets }: SealedSecrets,
) {
  const result = { secrets: { ...secrets }, resealed: 0, current: 0, unopened: new Array<UnopenedSecret>() }
  for (const [field, envelope] of Object.entries(secrets)) {
    const context = { instanceId, integrationId, field }
    const opened = secretBox.open(envelope, context)
    if (!opened.ok) {
      const keyId = opened.reason === 'unknown_key' ? opened.keyId : null
      result.unopened.push({ ...context, keyId })
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
  rotation.examples.push(...unopened.slice(0, MOST_EXAMPLES - rotation.examples.length))
}

/** Few enough to wait for the command's connections, many enough to share the waiting for the disk. */
const BATCH_ROWS = 20

const MOST_EXAMPLES = 100

export interface RotationOptions {
  /** Counts, and changes nothing. */
  dryRun: boolean
  /** Called with the number of integrations so far. */
  onProgress?: (integrations: number) => void
}

export interface Rotation {
  integrations: number
  /** Secrets that were sealed with the active key; in a dry run, that would be. */
  resealed: number
  /** Secrets that the active key had sealed already. */
  current: number
  /** Secrets that do not open. */
  unopened: number
  /** The first 100 of those. */
  examples: UnopenedSecret[]
}

interface UnopenedSecret extends SecretContext {
  /** The key that is missing; null when the secret is damaged, or was sealed for another place. */
  keyId: string | null
}

type ResealedRow = Omit<ReturnType<typeof reseal>, 'secrets'>
