import type { Operation } from '../contract.ts'
import { insertTwuModelVersion, toTwuModelVersion } from '../db/twu-model-versions.ts'
import { lockTwuModel, refreshTwuModel } from '../db/twu-models.ts'
import { twuModelNotFound } from './answers/refusals.ts'
import { etagOf } from './answers/etag.ts'

export const createTwuModelVersion: Operation<'createTwuModelVersion'> = async ({ path, body }, { db }) => {
  const { instanceId, modelId } = path
  return db.transaction(async (transaction) => {
    const model = await lockTwuModel(transaction, instanceId, modelId)
    if (!model) return twuModelNotFound
    if (model.draft_version !== null) return draftExists(model.draft_version)
    const version = model.latest_version + 1
    const draft = await insertTwuModelVersion(transaction, { instanceId, modelId, version }, body)
    await refreshTwuModel(transaction, instanceId, modelId)
    return {
      status: 201,
      headers: {
        ETag: etagOf(draft.revision),
        Location: `/instances/${instanceId}/twu-models/${modelId}/versions/${version}`,
      },
      body: toTwuModelVersion(draft),
    }
  })
}

function draftExists(version: number) {
  const detail = `Version ${version} is a draft. Edit, publish or archive it before you create another version.`
  return { status: 409, problem: { code: 'draft_exists', detail } } as const
}
