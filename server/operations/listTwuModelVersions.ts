import type { Operation } from '../contract.ts'
import {
  listTwuModelVersions as selectVersions,
  toTwuModelVersion,
  twuModelVersionSortKeys,
} from '../db/twu-model-versions.ts'
import { findTwuModel } from '../db/twu-models.ts'
import { twuModelNotFound } from './answers/refusals.ts'
import { describePage, readPage } from './answers/paging.ts'

export const listTwuModelVersions: Operation<'listTwuModelVersions'> = async ({ path, query }, { db }) => {
  const { instanceId, modelId } = path
  const read = readPage(query, ['twu-model-versions', instanceId, modelId], twuModelVersionSortKeys)
  if (!read.ok) return read.answer
  if (!(await findTwuModel(db, instanceId, modelId))) return twuModelNotFound
  const found = await selectVersions(db, instanceId, modelId, read.page)
  const { next } = describePage(read, found)
  return { status: 200, headers: { Link: linkPages(query, next) }, body: found.rows.map(toTwuModelVersion) }
}

/** The answer is a plain array, so that where to go on stands in the `Link` header. */
function linkPages({ size, sort }: { size?: number; sort?: string }, next: string | null): string {
  const first = new URLSearchParams({ size: String(size), sort: String(sort) })
  const links = [`<?${first.toString()}>; rel="first"`]
  if (next) links.push(`<?${first.toString()}&cursor=${next}>; rel="next"`)
  return links.join(', ')
}
