import type { ChangeNotice } from '../../spec/gen/openapi.gen.ts'

/**
 * What the stream sends of these changes, in their order. A bookmark moves the position on past those that the caller may not
 * see; without a change it is a comment.
 */
export function writeEvents(
  notices: readonly ChangeNotice[],
  epoch: string,
  isReadable: (type: string) => boolean,
): string {
  const shown = notices.filter(({ resource }) => isReadable(resource.type))
  const events = shown.map(
    (notice) => `event: change\nid: ${notice.sequence}-${epoch}\ndata: ${JSON.stringify(notice)}\n\n`,
  )
  const last = notices.at(-1)
  if (last && last !== shown.at(-1)) events.push(bookmark(last.sequence, epoch))
  return events.join('') || ':\n\n'
}

/** The event that moves the position on. */
export function bookmark(sequence: number, epoch: string): string {
  return `event: bookmark\nid: ${sequence}-${epoch}\ndata: {}\n\n`
}

/** The number of a position; null without one. A position of another epoch has never been reached. */
export function readPosition(position: string | undefined, epoch: string): number | null {
  if (!position) return null
  const [sequence, of = epoch] = position.split('-')
  return of === epoch ? Number(sequence) : Infinity
}

/** Pointers to what says who a user is. When the user is deleted, `erased` stands in its place in earlier records. */
export const personalNames = ['/username', '/email', '/name', '/middleName', '/familyName']

export const erased = 'erased'
