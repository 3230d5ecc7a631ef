import { answerRead, etagOf, refuseChange } from '../../../contract/rules/etag.ts'
import { describeValue } from '../../../contract/rules/payload.ts'
import type { Model, Row, Rows } from './operation.ts'

export const firstTag = etagOf(1)

/** A change of a version also changes its model. */
export function tagOf({ versions }: Model): string {
  return etagOf(versions.reduce((sum, { revision }) => sum + revision, 0))
}

/** Stores a new state of the row, with the next revision and its tag. */
export function write<Item extends Tagged>(rows: Rows<Item>, id: string, item: Item): Row<Item> {
  const revision = (rows.get(id)?.revision ?? 0) + 1
  const row = { item: { ...item, etag: etagOf(revision) }, revision }
  rows.set(id, row)
  return row
}

/**
 * Stores what an update makes of the row. A state that differs in its time alone changes nothing, unless the caller also sent
 * a secret.
 */
export function revise<Item extends Tagged>(rows: Rows<Item>, id: string, item: Item, setsSecret = false): Row<Item> {
  const current = rows.get(id)
  return current && !setsSecret && isSameState(current.item, item) ? current : write(rows, id, item)
}

export function isSameState(before: object, after: object): boolean {
  return describeValue({ ...before, updatedAt: null }) === describeValue({ ...after, updatedAt: null })
}

/** The row that a request changes, or why it may not: there is none (`missing`), or the caller knows another state of it. */
export function find<Item extends Tagged, Missing>(rows: Rows<Item>, id: string, known: Known, missing: Missing) {
  const row = rows.get(id)
  return row ? (refuseChange(row.item.etag, known) ?? row) : missing
}

/** The answer to a read of a row. */
export function read<Item extends Tagged, Missing>(rows: Rows<Item>, id: string, known: Known, missing: Missing) {
  const row = rows.get(id)
  return row ? answerRead(row.item.etag, row.item, known) : missing
}

/** The answer to a deletion of a row. */
export function remove<Missing extends object>(rows: Rows<Tagged>, id: string, known: Known, missing: Missing) {
  const row = find(rows, id, known, missing)
  if (!('item' in row)) return row
  rows.delete(id)
  return { status: 204 } as const
}

export function itemsOf<Item>(rows: Rows<Item>): Item[] {
  return [...rows.values()].map(({ item }) => item)
}

export function answerCreated<Item extends Tagged>({ item }: Row<Item>, Location: string) {
  return { status: 201, headers: { ETag: item.etag, Location }, body: item } as const
}

export function answerState<Item extends Tagged>({ item }: Row<Item>) {
  return { status: 200, headers: { ETag: item.etag }, body: item } as const
}

interface Tagged {
  etag: string
}

/** The headers with the state that the caller knows. */
interface Known {
  'If-Match'?: string
  'If-None-Match'?: string
}
