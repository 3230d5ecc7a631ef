import type { Operation } from '../contract.ts'
import { findTwuModelVersion } from '../db/twu-model-versions.ts'
import { findTwuModel } from '../db/twu-models.ts'
import { busy, twuModelNotFound, twuModelVersionNotFound } from '../../contract/rules/refusals.ts'
import { chooseModel } from '../../contract/rules/twu/definition.ts'

export const evaluateTwuModel: Operation<'evaluateTwuModel'> = async ({ path, body }, { db, evaluator }) => {
  const chosen = chooseModel(body)
  if (chosen.refused) return chosen.refused
  let { definition } = chosen
  if (!definition) {
    const { modelId, version } = chosen
    const model = await findTwuModel(db, path.instanceId, modelId)
    if (!model) return twuModelNotFound
    const number = version ?? model.shown_version
    definition = await findTwuModelVersion(db, { instanceId: path.instanceId, modelId, version: number })
    if (!definition) return twuModelVersionNotFound(number)
  }
  const evaluation = await evaluator.evaluate(definition, body.operations)
  return evaluation ? { status: 200, body: evaluation } : busy
}
