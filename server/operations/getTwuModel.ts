import type { Operation } from '../contract.ts'
import { findTwuModelVersion } from '../db/twu-model-versions.ts'
import { findTwuModel, toTwuModel } from '../db/twu-models.ts'
import { twuModelNotFound } from '../../contract/rules/refusals.ts'
import { answerRead, etagOf } from '../../contract/rules/etag.ts'

export const getTwuModel: Operation<'getTwuModel'> = async (
  { path: { instanceId, modelId }, headers },
  { db },
) => {
  const model = await findTwuModel(db, instanceId, modelId)
  if (!model) return twuModelNotFound
  const latest = await findTwuModelVersion(db, { instanceId, modelId, version: model.latest_version })
  if (!latest) throw new Error('Versions are never deleted.')
  return answerRead(etagOf(model.revision), toTwuModel(model, latest), headers)
}
