import { randomUUIDv7 } from 'node:crypto'
import type { Operation } from '../contract.ts'
import { insertTwuModelVersion } from '../db/twu-model-versions.ts'
import { insertTwuModel, toTwuModel } from '../db/twu-models.ts'
import { etagOf } from '../../contract/rules/etag.ts'

export const createTwuModel: Operation<'createTwuModel'> = async ({ path: { instanceId }, body }, { db }) => {
  const id = randomUUIDv7()
  return db.transaction(async (transaction) => {
    const { name, description } = body
    const model = await insertTwuModel(transaction, { instance_id: instanceId, id, name, description })
    const draft = await insertTwuModelVersion(transaction, { instanceId, modelId: id, version: 1 }, body)
    return {
      status: 201,
      headers: { ETag: etagOf(model.revision), Location: `/instances/${instanceId}/twu-models/${id}` },
      body: toTwuModel(model, draft),
    }
  })
}
