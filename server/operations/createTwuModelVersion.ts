import type { Operation } from '../contract/operation.ts'
import { insertTwuModelVersion, toTwuModelVersion } from '../db/twu-model-versions.ts'
import { lockTwuModel, refreshTwuModel } from '../db/twu-models.ts'
import { draftExists, twuModelNotFound } from '../../contract/rules/refusals.ts'
import { created } from './answers/created.ts'
import { withReport } from './answers/with-report.ts'

export const createTwuModelVersion: Operation<'createTwuModelVersion'> = async (
  { path, body },
  { commit, evaluator },
) => {
  const { instanceId, modelId } = path
  return commit(async (transaction, record) => {
    const model = await lockTwuModel(transaction, instanceId, modelId)
    if (!model) return twuModelNotFound
    if (model.draft_version !== null) return draftExists(model.draft_version)
    const version = model.latest_version + 1
    const draft = await insertTwuModelVersion(transaction, record, model, { instanceId, modelId, version }, body)
    await refreshTwuModel(transaction, instanceId, modelId)
    const shown = await withReport(toTwuModelVersion(draft), draft, evaluator)
    const location = `/instances/${instanceId}/twu-models/${modelId}/versions/${version}`
    return created(location, shown)
  })
}
