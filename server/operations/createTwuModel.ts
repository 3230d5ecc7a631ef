import { randomUUIDv7 } from 'node:crypto'
import type { Operation } from '../contract/operation.ts'
import { insertTwuModelVersion } from '../db/twu-model-versions.ts'
import { insertTwuModel, toTwuModel } from '../db/twu-models.ts'
import { created } from './answers/created.ts'
import { withReport } from './answers/with-report.ts'

export const createTwuModel: Operation<'createTwuModel'> = async ({ path: { instanceId }, body }, context) => {
  const { commit, evaluator } = context
  const id = randomUUIDv7()
  return commit(async (transaction, record) => {
    const { name, description } = body
    const model = await insertTwuModel(transaction, { instance_id: instanceId, id, name, description })
    const draft = await insertTwuModelVersion(transaction, record, null, { instanceId, modelId: id, version: 1 }, body)
    const shown = await withReport(toTwuModel(model, draft), draft, evaluator)
    return created(`/instances/${instanceId}/twu-models/${id}`, shown)
  })
}
