import type { Operation } from '../contract.ts'
import { findTwuModelVersion } from '../db/twu-model-versions.ts'
import { findTwuModel } from '../db/twu-models.ts'
import { busy, twuModelNotFound, twuModelVersionNotFound } from '../../contract/rules/refusals.ts'

export const compareTwuModelVersions: Operation<'compareTwuModelVersions'> = async ({ path }, { db, evaluator }) => {
  const one = await findTwuModelVersion(db, path)
  const other = await findTwuModelVersion(db, { ...path, version: path.other })
  if (!one || !other) {
    const model = await findTwuModel(db, path.instanceId, path.modelId)
    return model ? twuModelVersionNotFound(one ? path.other : path.version) : twuModelNotFound
  }
  const comparison = await evaluator.compare(one, other)
  return comparison ? { status: 200, body: comparison } : busy
}
