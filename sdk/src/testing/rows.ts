import type { Row, Rows } from './operation.ts'

/** A new state of the row. */
export function writeRow<Item>(rows: Rows<Item>, id: string, item: Item): Row<Item> {
  const row = { item, revision: (rows.get(id)?.revision ?? 0) + 1 }
  rows.set(id, row)
  return row
}

export function etagOf({ revision }: Revised): { ETag: string } {
  return { ETag: `"${revision}"` }
}

/** The state of something, unless the caller holds it. */
export function answerRead<Body>(etag: { ETag: string }, body: Body, { 'If-None-Match': held }: ReadHeaders) {
  const isHeld = held
    ?.split(',')
    .some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag.ETag)
  return isHeld ? ({ status: 304, headers: etag } as const) : ({ status: 200, headers: etag, body } as const)
}

/** The answer to a change that is based on another state; null when it may go on. */
export function refuseChange(row: Revised, { 'If-Match': expected }: ChangeHeaders) {
  const headers = etagOf(row)
  if (expected === undefined || expected.trim() === '*') return null
  if (expected.split(',').some((tag) => tag.trim() === headers.ETag)) return null
  return { status: 412, headers, problem: { code: 'precondition_failed' } } as const
}

interface Revised {
  revision: number
}

interface ReadHeaders {
  'If-None-Match'?: string
}

interface ChangeHeaders {
  'If-Match'?: string
}
