import type { Operation } from '../contract.ts'
import { findTwuModelVersion, toTwuModelVersion } from '../db/twu-model-versions.ts'
import { findTwuModel } from '../db/twu-models.ts'
import { twuModelNotFound, twuModelVersionNotFound } from './answers/refusals.ts'
import { etagOf, isHeld } from './answers/etag.ts'

export const getTwuModelVersion: Operation<'getTwuModelVersion'> = async ({ path, headers }, { db }) => {
  const row = await findTwuModelVersion(db, path)
  if (!row) {
    const model = await findTwuModel(db, path.instanceId, path.modelId)
    return model ? twuModelVersionNotFound(path.version) : twuModelNotFound
  }
  const ETag = etagOf(row.revision)
  if (isHeld(headers['If-None-Match'], ETag)) return { status: 304, headers: { ETag } }
  return { status: 200, headers: { ETag }, body: toTwuModelVersion(row) }
}
