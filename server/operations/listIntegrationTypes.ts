import type { components } from '../../spec/openapi.gen.ts'
import type { Operation } from '../contract.ts'
import type { PageOfRows, PageRequest } from '../db/pages.ts'
import { describePage, readPage } from './answers/paging.ts'
import { describeIntegrationType } from '../../contract/rules/integration-form.ts'

type IntegrationTypeView = components['schemas']['IntegrationType']

export const listIntegrationTypes: Operation<'listIntegrationTypes'> = async ({ path, query }, context) => {
  const read = readPage(query, ['integration-types', path.instanceId], sortKeys)
  if (!read.ok) return read.answer
  const search = query.search?.toLowerCase() ?? ''
  const matching = [...context.integrationTypes]
    .map(([id, type]) => describeIntegrationType(id, type))
    .filter(({ group }) => query.group === undefined || group === query.group)
    .filter(({ name, type }) => [name, type].some((text) => text.toLowerCase().includes(search)))
  const found = cutPage(matching, read.page)
  return { status: 200, body: { content: found.rows, page: describePage(read, found) } }
}

/** The types are in memory: the page is cut as the database would. */
function cutPage(
  types: IntegrationTypeView[],
  { descending, size, offset, after }: PageRequest,
): PageOfRows<IntegrationTypeView> {
  const ordered = types.sort((a, b) => compare(keyOf(a), keyOf(b)) * (descending ? -1 : 1))
  const start = after
    ? ordered.findIndex((type) => compare(keyOf(type), [after.value, after.id]) * (descending ? -1 : 1) > 0)
    : offset
  const rows = start < 0 ? [] : ordered.slice(start, start + size)
  const last = rows.at(-1)
  const isLastPage = start < 0 || start + size >= ordered.length
  return {
    rows,
    total: ordered.length,
    totalIsExact: true,
    end: last && !isLastPage ? { value: last.name.toLowerCase(), id: last.type } : null,
  }
}

function keyOf({ name, type }: IntegrationTypeView): [string, string] {
  return [name.toLowerCase(), type]
}

function compare(a: [string, string], b: [string, string]): number {
  if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1
  return a[1] === b[1] ? 0 : a[1] < b[1] ? -1 : 1
}

const sortKeys = { name: { expression: 'name', type: 'text' } } as const
