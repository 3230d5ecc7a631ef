import { expect } from 'vitest'
import type { components } from '../../spec/openapi.gen.ts'

/** Lists with these paging parameters and whatever the test filters and sorts by. */
export type List<Item> = (paging: {
  size: number
  page?: number
  cursor?: string
}) => Promise<{ content: Item[]; page: components['schemas']['PageInfo'] }>

/** Every item by page number; each page says the same total, and the last one is followed by nothing. */
export async function walkPages<Item>(list: List<Item>, size: number, total: number): Promise<Item[]> {
  const items: Item[] = []
  const totalPages = Math.ceil(total / size)
  for (let number = 0; number <= totalPages; number += 1) {
    const { content, page } = await list({ size, page: number })
    const { next } = page
    expect(page).toEqual({ size, number, totalElements: total, totalPages, totalIsExact: true, next })
    expect(next === null).toBe(number >= totalPages - 1)
    items.push(...content)
  }
  return items
}

/** Every item by following `page.next`. */
export async function walkCursors<Item>(list: List<Item>, size: number): Promise<Item[]> {
  const items: Item[] = []
  let next: string | null = null
  do {
    const { content, page } = await list({ size, ...(next !== null && { cursor: next }) })
    items.push(...content)
    next = page.next
  } while (next !== null)
  return items
}

/** As PostgreSQL's collation "C" orders text: by code point. */
export function compareText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
