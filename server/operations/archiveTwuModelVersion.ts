import type { Operation } from '../contract.ts'
import { archiveTwuModelVersion as archive, findTwuModelVersion, toTwuModelVersion } from '../db/twu-model-versions.ts'
import { lockTwuModel, refreshTwuModel } from '../db/twu-models.ts'
import { twuModelNotFound, twuModelVersionNotFound } from '../../contract/rules/refusals.ts'
import { etagOf, refuseChange } from '../../contract/rules/etag.ts'

export const archiveTwuModelVersion: Operation<'archiveTwuModelVersion'> = async ({ path, headers }, { db }) => {
  return db.transaction(async (transaction) => {
    const model = await lockTwuModel(transaction, path.instanceId, path.modelId)
    if (!model) return twuModelNotFound
    const current = await findTwuModelVersion(transaction, path)
    if (!current) return twuModelVersionNotFound(path.version)
    const refused = refuseChange(etagOf(current.revision, current.version), headers, etagOf(model.revision))
    if (refused) return refused
    const row = current.status === 'archived' ? current : await archive(transaction, path)
    if (row !== current) await refreshTwuModel(transaction, path.instanceId, path.modelId)
    return { status: 200, headers: { ETag: etagOf(row.revision, row.version) }, body: toTwuModelVersion(row) }
  })
}
