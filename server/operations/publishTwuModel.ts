import type { Operation } from '../contract.ts'
import { findTwuModelVersion, publishTwuModelVersion, toTwuModelVersion } from '../db/twu-model-versions.ts'
import { lockTwuModel, refreshTwuModel } from '../db/twu-models.ts'
import { draftIncomplete, draftMissing, twuModelNotFound } from '../../contract/rules/refusals.ts'
import { etagOf, refuseChange } from '../../contract/rules/etag.ts'
import { checkDraft } from '../../contract/rules/draft.ts'
import { findExpressionFault } from '../twu/expression.ts'

export const publishTwuModel: Operation<'publishTwuModel'> = async (
  { path: { instanceId, modelId }, headers },
  { db },
) => {
  return db.transaction(async (transaction) => {
    const model = await lockTwuModel(transaction, instanceId, modelId)
    if (!model) return twuModelNotFound
    if (model.draft_version === null) return draftMissing
    const key = { instanceId, modelId, version: model.draft_version }
    const draft = await findTwuModelVersion(transaction, key)
    if (!draft) throw new Error('The draft that the model names is missing.')
    const refused = refuseChange(etagOf(draft.revision, draft.version), headers, etagOf(model.revision))
    if (refused) return refused
    const faults = checkDraft(draft, findExpressionFault)
    if (faults.length > 0) return draftIncomplete(faults)

    const row = await publishTwuModelVersion(transaction, key)
    await refreshTwuModel(transaction, instanceId, modelId)
    return { status: 200, headers: { ETag: etagOf(row.revision, row.version) }, body: toTwuModelVersion(row) }
  })
}
