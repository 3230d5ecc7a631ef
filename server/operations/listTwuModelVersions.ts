import type { Operation } from '../contract/operation.ts'
import { listTwuModelVersions as selectVersions, toTwuModelVersion } from '../db/twu-model-versions.ts'
import { findTwuModel } from '../db/twu-models.ts'
import { twuModelNotFound } from '../../contract/rules/refusals.ts'
import { answerPage, linkPages } from '../../contract/rules/pages.ts'
import { readPage } from './answers/paging.ts'

export const listTwuModelVersions: Operation<'listTwuModelVersions'> = async ({ path, query }, { db }) => {
  const { instanceId, modelId } = path
  const read = readPage(query, ['twu-model-versions', instanceId, modelId])
  if (!read.ok) return read.answer
  if (!(await findTwuModel(db, instanceId, modelId))) return twuModelNotFound
  const found = await selectVersions(db, instanceId, modelId, read.page)
  const answer = answerPage(read, { ...found, content: found.rows.map(toTwuModelVersion) })
  if (answer.status !== 200) return answer
  const { content, page } = answer.body
  return { status: 200, headers: { Link: linkPages(query, page.next) }, body: content }
}
