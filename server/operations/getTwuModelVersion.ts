import type { Operation } from '../contract.ts'
import { findTwuModelVersion, toTwuModelVersion } from '../db/twu-model-versions.ts'
import { findTwuModel } from '../db/twu-models.ts'
import { twuModelNotFound, twuModelVersionNotFound } from '../../contract/rules/refusals.ts'
import { answerRead, etagOf } from '../../contract/rules/etag.ts'

export const getTwuModelVersion: Operation<'getTwuModelVersion'> = async ({ path, headers }, { db }) => {
  const row = await findTwuModelVersion(db, path)
  if (!row) {
    const model = await findTwuModel(db, path.instanceId, path.modelId)
    return model ? twuModelVersionNotFound(path.version) : twuModelNotFound
  }
  return answerRead(etagOf(row.revision, row.version), toTwuModelVersion(row), headers)
}
