import type { Operation } from '../contract/operation.ts'
import { closeTwuModelVersion, findTwuModelVersion, toTwuModelVersion } from '../db/twu-model-versions.ts'
import { lockTwuModel, refreshTwuModel } from '../db/twu-models.ts'
import { twuModelNotFound, twuModelVersionNotFound } from '../../contract/rules/refusals.ts'
import { etagOf, refuseChange } from '../../contract/rules/etag.ts'

export const archiveTwuModelVersion: Operation<'archiveTwuModelVersion'> = async ({ path, headers }, { commit }) => {
  return commit(async (transaction, record) => {
    const model = await lockTwuModel(transaction, path.instanceId, path.modelId)
    if (!model) return twuModelNotFound
    const current = await findTwuModelVersion(transaction, path)
    if (!current) return twuModelVersionNotFound(path.version)
    const refused = refuseChange(etagOf(current.revision, current.version), headers, etagOf(model.revision))
    if (refused) return refused
    const isArchived = current.status === 'archived'
    const row = isArchived ? current : await closeTwuModelVersion(transaction, record, model, current, 'archived')
    if (row !== current) await refreshTwuModel(transaction, path.instanceId, path.modelId)
    return { status: 200, headers: { ETag: etagOf(row.revision, row.version) }, body: toTwuModelVersion(row) }
  })
}
