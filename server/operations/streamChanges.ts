import type { Context, Operation } from '../contract/operation.ts'
import { findHead, readEpoch, toNotice, type NoticeRow } from '../db/changes.ts'
import { changesExpired, tooManyStreams } from '../../contract/rules/refusals.ts'
import { bookmark, readPosition, writeEvents } from '../../contract/rules/changes.ts'
import type { OpenFeed } from '../changes/feed.ts'
import { createSemaphore } from '../lib/semaphore.ts'
import { readableTypes } from './answers/readable-types.ts'

export const streamChanges: Operation<'streamChanges'> = async ({ path: { instanceId }, query, headers }, context) => {
  const { db, caller, changeFeed } = context
  const { 'Last-Event-ID': lastEventId } = headers
  const epoch = await readEpoch(db)
  const head = await findHead(db, instanceId)
  const after = readPosition(lastEventId || query.after, epoch)
  if (after !== null && (after > head.sequence || after < head.expired)) return changesExpired
  const place = await acquirePlace(caller.subject)
  if (!place) return tooManyStreams
  const position = after ?? head.sequence
  const feed = changeFeed.open(instanceId, position, epoch)
  place.defer(() => feed.close())
  const pieces = follow(context, feed, position, epoch)
  return { status: 200, stream: { mediaType: 'text/event-stream', pieces, close: () => place.dispose() } }
}

/** At most 1,000 streams at once in this process, 20 of one caller. */
const acquirePlace = createSemaphore(1000, 20)

const commentEveryMs = 15_000
const authorizedForMs = 60_000
/** Whoever hears of a change of the instance within a second waits for `watchInstances`, which reads every two seconds. */
const instanceHeardAfterMs = 3000

/**
 * The events behind a position. Ends, so that the client connects again and is authorized anew, when the record tells of a
 * change of the caller's own user, and when the token expires. A suspension or a deletion of the instance ends it within
 * seconds, and a change of authority that leaves no record within a minute.
 */
async function* follow(context: Context, feed: OpenFeed, position: number, epoch: string): AsyncGenerator<string> {
  const { access, caller, db, reauthorize } = context
  const types = new Set(readableTypes(context))
  const isOwn = ({ resource_type: type, resource_id: id }: NoticeRow) => type === 'user' && id === access.userId
  let after = position
  let authorizedUntil = performance.now() + authorizedForMs
  yield bookmark(after, epoch)
  while (Date.now() < caller.expiresAt) {
    const waitMs = Math.min(commentEveryMs, caller.expiresAt - Date.now(), authorizedUntil - performance.now())
    const notices = await feed.read(after, Math.max(0, Math.ceil(waitMs)))
    if (!notices) return
    const own = notices.findIndex(isOwn)
    const told = own < 0 ? notices : notices.slice(0, own + 1)
    yield writeEvents(told.map(toNotice), epoch, (type) => types.has(type))
    if (own >= 0) return
    after = told.at(-1)?.sequence ?? after
    if (told.some(({ resource_type: type }) => type === 'instance'))
      authorizedUntil = Math.min(authorizedUntil, performance.now() + instanceHeardAfterMs)
    if (performance.now() < authorizedUntil) continue
    if (await reauthorize(db)) return
    authorizedUntil = performance.now() + authorizedForMs
  }
}
