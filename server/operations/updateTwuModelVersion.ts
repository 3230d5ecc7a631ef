import type { Operation } from '../contract/operation.ts'
import { editTwuModelVersion, findTwuModelVersion, toTwuModelVersion } from '../db/twu-model-versions.ts'
import { lockTwuModel, refreshTwuModel } from '../db/twu-models.ts'
import { twuModelNotFound, twuModelVersionNotFound, versionNotDraft } from '../../contract/rules/refusals.ts'
import { etagOf, refuseChange } from '../../contract/rules/etag.ts'
import { withReport } from './answers/with-report.ts'

export const updateTwuModelVersion: Operation<'updateTwuModelVersion'> = async (input, { commit, evaluator }) => {
  const { path, headers } = input
  return commit(async (transaction, record) => {
    const model = await lockTwuModel(transaction, path.instanceId, path.modelId)
    if (!model) return twuModelNotFound
    const current = await findTwuModelVersion(transaction, path)
    if (!current) return twuModelVersionNotFound(path.version)
    const refused = refuseChange(etagOf(current.revision, current.version), headers, etagOf(model.revision))
    if (refused) return refused
    if (current.status !== 'DRAFT') return versionNotDraft(current.version, current.status)

    const row = await editTwuModelVersion(transaction, record, model, current, input.body)
    if (row.revision !== current.revision) await refreshTwuModel(transaction, path.instanceId, path.modelId)
    const body = await withReport(toTwuModelVersion(row), row, evaluator)
    return { status: 200, headers: { ETag: etagOf(row.revision, row.version) }, body }
  })
}
