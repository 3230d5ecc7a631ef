import type { Fault } from '../../contract/types.ts'
import type { Operation } from '../contract.ts'
import { findTwuModelVersion, publishTwuModelVersion, toTwuModelVersion } from '../db/twu-model-versions.ts'
import { lockTwuModel, refreshTwuModel } from '../db/twu-models.ts'
import { twuModelNotFound } from './answers/refusals.ts'
import { etagOf } from './answers/etag.ts'
import { checkDraft } from '../../contract/rules/draft.ts'
import { findExpressionFault } from '../twu/expression.ts'

export const publishTwuModel: Operation<'publishTwuModel'> = async (
  { path: { instanceId, modelId } },
  { db },
) => {
  return db.transaction(async (transaction) => {
    const model = await lockTwuModel(transaction, instanceId, modelId)
    if (!model) return twuModelNotFound
    if (model.draft_version === null) return draftMissing
    const key = { instanceId, modelId, version: model.draft_version }
    const draft = await findTwuModelVersion(transaction, key)
    if (!draft) throw new Error('The model names its draft, so it is there.')
    const faults = checkDraft(draft, findExpressionFault)
    if (faults.length > 0) return incomplete(faults)

    const row = await publishTwuModelVersion(transaction, key)
    await refreshTwuModel(transaction, instanceId, modelId)
    return { status: 200, headers: { ETag: etagOf(row.revision) }, body: toTwuModelVersion(row) }
  })
}

const mostFaults = 500

const draftMissing = {
  status: 409,
  problem: {
    code: 'draft_missing',
    detail: 'There is no draft to publish. Create a new version; it starts as one.',
  },
} as const

function incomplete(faults: Fault[]) {
  const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`
  const listed = faults.length > mostFaults ? `the first ${mostFaults}` : 'all'
  const detail = `The draft has ${count}; ${listed} are listed in errors, with pointers into the draft.`
  const errors = faults.slice(0, mostFaults)
  return { status: 422, problem: { code: 'draft_incomplete', detail, errors } } as const
}
