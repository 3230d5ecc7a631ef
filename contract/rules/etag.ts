import { refuse } from './refusals.ts'

/**
 * A strong entity tag: two representations of one resource have the same tag exactly when they are the same revision. The
 * tag of a version of a TWU model names the version too, because publishing takes the tag of whichever version is the draft.
 */
export function etagOf(revision: number, version?: number): string {
  return version === undefined ? `"${revision}"` : `"${version}-${revision}"`
}

/** The answer to a read: 304 when the caller already holds the representation, else 200. */
export function answerRead<Body>(ETag: string, body: Body, { 'If-None-Match': held }: { 'If-None-Match'?: string }) {
  const headers = { ETag }
  if (isHeld(held, ETag)) return { status: 304, headers } as const
  return { status: 200, headers, body } as const
}

/** Whether the caller holds the representation of this tag, by an `If-None-Match` header. */
export function isHeld(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && toTags(ifNoneMatch).some((tag) => tag === '*' || tag === etag)
}

/** The revisions that an `If-Match` header allows; null allows any (no header, or `*`). Tags of other origin match none. */
export function readIfMatch(header: string | undefined): number[] | null {
  const tags = readTags(header)
  const revisions = tags?.map((tag) => Number(/^"([1-9]\d{0,9})"$/.exec(tag)?.[1]))
  // NaN, for every other tag, is not less.
  return revisions?.filter((revision) => revision < 2 ** 31) ?? null
}

/**
 * The answer 412 to a change that is based on another state than this tag names; null when the change may proceed. The tag
 * of a version's model names a state of the version, too, since it changes with each version.
 */
export function refuseChange(etag: string, { 'If-Match': header }: { 'If-Match'?: string }, ofModel?: string) {
  const tags = readTags(header)
  const isCurrent = tags === null || tags.some((tag) => tag === etag || tag === ofModel)
  return isCurrent ? null : preconditionFailed(etag)
}

/** The tags of an `If-Match` header, whose form the contract states; null when it allows any state (no header, or `*`). */
function readTags(header: string | undefined): string[] | null {
  return header === undefined || header.trim() === '*' ? null : toTags(header)
}

/** Without weak marks: the service makes none, but a proxy that compresses answers turns `"3"` into `W/"3"`. */
function toTags(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
}

export function preconditionFailed(ETag: string) {
  const detail = 'It was changed after you read it. Look at its present state, and then make your change again.'
  return { ...refuse(412, 'precondition_failed', detail), headers: { ETag } }
}
