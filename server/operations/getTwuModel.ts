import type { Operation } from '../contract/operation.ts'
import { findTwuModelVersion } from '../db/twu-model-versions.ts'
import { findTwuModel, shownVersionOf, toTwuModel } from '../db/twu-models.ts'
import { twuModelNotFound } from '../../contract/rules/refusals.ts'
import { answerRead, etagOf } from '../../contract/rules/etag.ts'

export const getTwuModel: Operation<'getTwuModel'> = async ({ path: { instanceId, modelId }, headers }, { db }) => {
  const model = await findTwuModel(db, instanceId, modelId)
  if (!model) return twuModelNotFound
  const shown = await findTwuModelVersion(db, { instanceId, modelId, version: shownVersionOf(model) })
  if (!shown) throw new Error('The version that the model shows is missing.')
  return answerRead(etagOf(model.revision), toTwuModel(model, shown), headers)
}
