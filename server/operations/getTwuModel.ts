import type { Operation } from '../contract.ts'
import { findTwuModelVersion } from '../db/twu-model-versions.ts'
import { findTwuModel, toTwuModel } from '../db/twu-models.ts'
import { twuModelNotFound } from './answers/refusals.ts'
import { etagOf, isHeld } from './answers/etag.ts'

export const getTwuModel: Operation<'getTwuModel'> = async (
  { path: { instanceId, modelId }, headers },
  { db },
) => {
  const model = await findTwuModel(db, instanceId, modelId)
  if (!model) return twuModelNotFound
  const ETag = etagOf(model.revision)
  if (isHeld(headers['If-None-Match'], ETag)) return { status: 304, headers: { ETag } }
  const latest = await findTwuModelVersion(db, { instanceId, modelId, version: model.latest_version })
  if (!latest) throw new Error('Versions are never deleted.')
  return { status: 200, headers: { ETag }, body: toTwuModel(model, latest) }
}
