import type { Operation } from '../contract/operation.ts'
import { closeTwuModelVersion, findTwuModelVersion, toTwuModelVersion } from '../db/twu-model-versions.ts'
import { lockTwuModel, refreshTwuModel } from '../db/twu-models.ts'
import { busy, draftIncomplete, draftMissing, twuModelNotFound } from '../../contract/rules/refusals.ts'
import { etagOf, refuseChange } from '../../contract/rules/etag.ts'

export const publishTwuModel: Operation<'publishTwuModel'> = async (
  { path: { instanceId, modelId }, headers },
  { commit, evaluator },
) => {
  return commit(async (transaction, record) => {
    const model = await lockTwuModel(transaction, instanceId, modelId)
    if (!model) return twuModelNotFound
    if (model.draft_version === null) return draftMissing
    const key = { instanceId, modelId, version: model.draft_version }
    const draft = await findTwuModelVersion(transaction, key)
    if (!draft) throw new Error('The draft that the model names is missing.')
    const refused = refuseChange(etagOf(draft.revision, draft.version), headers, etagOf(model.revision))
    if (refused) return refused
    const report = await evaluator.report(draft)
    if (!report) return busy
    if (report.faults.length > 0) return draftIncomplete(report.faults)

    const row = await closeTwuModelVersion(transaction, record, model, draft, 'published')
    await refreshTwuModel(transaction, instanceId, modelId)
    return { status: 200, headers: { ETag: etagOf(row.revision, row.version) }, body: toTwuModelVersion(row) }
  })
}
