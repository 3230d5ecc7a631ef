import type { Database } from '../../db/database.ts'
import { findTwuModel } from '../../db/twu-models.ts'
import { twuModelNotFound, twuModelVersionNotFound } from '../../../contract/rules/refusals.ts'

/** The answer 404 where a model has no such version, or is missing itself. */
export async function versionMissing(
  db: Database,
  { instanceId, modelId, version }: { instanceId: string; modelId: string; version: number },
) {
  return (await findTwuModel(db, instanceId, modelId)) ? twuModelVersionNotFound(version) : twuModelNotFound
}
