/** A strong entity tag: equal exactly when the representation is. */
export function etagOf(revision: number): string {
  return `"${revision}"`
}

/**
 * The revisions that an `If-Match` header allows; undefined allows any (no header, or `*`). Weak and foreign tags
 * match nothing, as strong comparison has it (RFC 9110 section 13.1.1).
 */
export function readIfMatch(header: string | undefined): number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  return header
    .split(',')
    .map((tag) => /^"([1-9]\d{0,9})"$/.exec(tag.trim())?.[1])
    .filter((revision) => revision !== undefined)
    .map(Number)
    .filter((revision) => revision <= 2147483647)
}

/** Whether the caller of a read holds this state already (weak comparison, RFC 9110 section 13.1.2). */
export function isHeld(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
