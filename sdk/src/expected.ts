import type { Operation } from './perform.ts'
import { trust } from './trust.ts'

/**
 * Whether a good answer has the form that the table promises. Deeper the service checks itself; this is for those who
 * answer in its place.
 */
export function isExpected(answer: Operation['answer'], status: number, data: unknown): boolean {
  if (answer === 'nothing') return status === 204
  if (answer === 'array') return Array.isArray(data)
  if (answer === 'page') return isPage(data)
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

function isPage(data: unknown): boolean {
  const { content, page } = trust<Listing>(data ?? {})
  // Undefined would begin at the first page again, for ever.
  return Array.isArray(content) && (page?.next === null || typeof page?.next === 'string')
}

interface Listing {
  content?: unknown
  page?: { next?: unknown } | null
}
