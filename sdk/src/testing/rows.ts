import { etagOf } from '../../../contract/rules/etag.ts'
import { describeValue } from '../../../contract/rules/payload.ts'
import type { Row, Rows } from './operation.ts'

/** Stores a new state of the row, with the next revision. */
export function writeRow<Item>(rows: Rows<Item>, id: string, item: Item): Row<Item> {
  const row = { item, revision: (rows.get(id)?.revision ?? 0) + 1 }
  rows.set(id, row)
  return row
}

/**
 * Stores what an update makes of the row. A state that differs in its time alone changes nothing, unless the caller also sent
 * a secret.
 */
export function reviseRow<Item extends object>(
  rows: Rows<Item>,
  id: string,
  item: Item,
  setsSecret = false,
): Row<Item> {
  const current = rows.get(id)
  return current && !setsSecret && isSameState(current.item, item) ? current : writeRow(rows, id, item)
}

export function isSameState(before: object, after: object): boolean {
  return describeValue({ ...before, updatedAt: null }) === describeValue({ ...after, updatedAt: null })
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
