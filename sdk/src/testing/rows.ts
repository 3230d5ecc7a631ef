import { etagOf } from '../../../contract/rules/etag.ts'
import type { Row, Rows } from './operation.ts'

/** Stores a new state of the row, with the next revision. */
export function writeRow<Item>(rows: Rows<Item>, id: string, item: Item): Row<Item> {
  const row = { item, revision: (rows.get(id)?.revision ?? 0) + 1 }
  rows.set(id, row)
  return row
}

export function itemsOf<Item>(rows: Rows<Item>): Item[] {
  return [...rows.values()].map(({ item }) => item)
}

export function answerCreated<Item>({ item, revision }: Row<Item>, Location: string, ETag = etagOf(revision)) {
  return { status: 201, headers: { ETag, Location }, body: item } as const
}

export function answerState<Item>({ item, revision }: Row<Item>, ETag = etagOf(revision)) {
  return { status: 200, headers: { ETag }, body: item } as const
}
