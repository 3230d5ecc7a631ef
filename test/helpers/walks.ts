import { expect } from 'vitest'
import type { PageInfo } from '../../sdk/src/index.ts'

/** Lists with these paging parameters and whatever the test filters and sorts by. */
export type List<Item> = (paging: {
  size: number
  page?: number
}) => PromiseLike<{ items: Item[]; page: PageInfo }>

/** Every item by page number; each page says the same total, and the last one is followed by nothing. */
export async function walkPages<Item>(list: List<Item>, size: number, total: number): Promise<Item[]> {
  const walked: Item[] = []
  const totalPages = Math.ceil(total / size)
  for (let number = 0; number <= totalPages; number += 1) {
    const { items, page } = await list({ size, page: number })
    const { next } = page
    expect(page).toEqual({ size, number, totalElements: total, totalPages, totalIsExact: true, next })
    expect(next === null).toBe(number >= totalPages - 1)
    walked.push(...items)
  }
  return walked
}

/** Every item as the SDK walks a list: from cursor to cursor. */
export async function collect<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of list) items.push(item)
  return items
}

/** As PostgreSQL's collation "C" orders text: by code point. */
export function compareText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
