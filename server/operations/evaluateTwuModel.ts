import type { Operation } from '../contract/operation.ts'
import { findTwuModelVersion } from '../db/twu-model-versions.ts'
import { findTwuModel, shownVersionOf } from '../db/twu-models.ts'
import { busy, twuModelNotFound, twuModelVersionNotFound } from '../../contract/rules/refusals.ts'

export const evaluateTwuModel: Operation<'evaluateTwuModel', Buffer[]> = async ({ path, body }, { db, evaluator }) => {
  const answer = await evaluator.evaluate(body, null)
  if (!answer) return busy
  if (!('needs' in answer)) return answer
  const { modelId, version } = answer.needs
  const model = await findTwuModel(db, path.instanceId, modelId)
  if (!model) return twuModelNotFound
  const number = version ?? shownVersionOf(model)
  const stored = await findTwuModelVersion(db, { ...path, modelId, version: number })
  if (!stored) return twuModelVersionNotFound(number)
  const evaluated = await evaluator.evaluate(answer.chunks, stored)
  return evaluated && 'status' in evaluated ? evaluated : busy
}
