import type { Operation } from '../contract/operation.ts'
import { listChanges as selectChanges, readEpoch, toChange } from '../db/changes.ts'
import { refuseEmptyRanges } from '../../contract/rules/ranges.ts'
import { answerPage } from '../../contract/rules/pages.ts'
import { readPage } from './answers/paging.ts'
import { readableTypes } from './answers/readable-types.ts'

export const listChanges: Operation<'listChanges'> = async ({ path, query }, context) => {
  const emptyRange = refuseEmptyRanges(query)
  if (emptyRange) return emptyRange
  const epoch = await readEpoch(context.db)
  const read = readPage(query, ['changes', path.instanceId, epoch])
  if (!read.ok) return read.answer
  const found = await selectChanges(context.db, path.instanceId, readableTypes(context), query, read.page)
  return answerPage(read, { ...found, content: found.rows.map(toChange) })
}
