import type { Operation } from '../contract.ts'
import { editTwuModelVersion, findTwuModelVersion, toTwuModelVersion } from '../db/twu-model-versions.ts'
import { lockTwuModel, refreshTwuModel } from '../db/twu-models.ts'
import { preconditionFailed, twuModelNotFound, twuModelVersionNotFound } from './answers/refusals.ts'
import { etagOf, readIfMatch } from './answers/etag.ts'

export const updateTwuModelVersion: Operation<'updateTwuModelVersion'> = async (input, { db }) => {
  const { path, headers, body } = input
  return db.transaction(async (transaction) => {
    if (!(await lockTwuModel(transaction, path.instanceId, path.modelId))) return twuModelNotFound
    const current = await findTwuModelVersion(transaction, path)
    if (!current) return twuModelVersionNotFound(path.version)
    const revisions = readIfMatch(headers['If-Match'])
    if (revisions && !revisions.includes(current.revision))
      return preconditionFailed(etagOf(current.revision))
    if (current.status !== 'DRAFT') return notDraft(current.version, current.status)

    const row = await editTwuModelVersion(transaction, path, body)
    await refreshTwuModel(transaction, path.instanceId, path.modelId)
    return { status: 200, headers: { ETag: etagOf(row.revision) }, body: toTwuModelVersion(row) }
  })
}

function notDraft(version: number, status: string) {
  const detail = `Version ${version} is ${status} and never changes. Create a new version to change the model.`
  return { status: 409, problem: { code: 'version_not_draft', detail } } as const
}
