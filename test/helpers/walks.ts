import { expect } from 'vitest'
import type { PageInfo } from '../../sdk/src/index.ts'

/** A list with these paging parameters; the test adds filters and sort. */
export type List<Item> = (paging: { size: number; page?: number }) => PromiseLike<{ items: Item[]; page: PageInfo }>

/** Collects every item by page number. Every page must have the same total, and no page may follow the last one. */
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

/** Collects every item as the SDK iterates a list, by cursors. */
export async function collect<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of list) items.push(item)
  return items
}

/** Compares texts like PostgreSQL's collation "C": by code point. */
export function compareText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
