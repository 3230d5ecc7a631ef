import { bookmark, readPosition, writeEvents } from '../../../contract/rules/changes.ts'
import { refuseEmptyRanges } from '../../../contract/rules/ranges.ts'
import { answerList, type Filters } from '../../../contract/rules/list-in-memory.ts'
import { changeNotFound, changesExpired } from '../../../contract/rules/refusals.ts'
import type { Change, ChangeNotice } from '../../../spec/gen/openapi.gen.ts'
import type { ChangeLog, Context, Operation } from './operation.ts'

export const listChanges: Operation<'listChanges'> = ({ path, query }, context) => {
  const items = context.instance.log.changes.filter(({ resource }) => context.readsChangesOf(resource.type))
  const list = {
    scope: ['changes', path.instanceId, context.instance.log.epoch],
    items,
    idOf: (item: Change) => item.sequence,
    filters,
  }
  return refuseEmptyRanges(query) ?? answerList({ ...list, largePart: (item) => item.difference }, query)
}

const filters: Filters<'listChanges', Change> = {
  resourceType: ({ resource }, wanted) => resource.type === wanted,
  resourceId: ({ resource }, wanted) => resource.id === wanted,
  actorId: ({ actor }, wanted) => actor.id === wanted,
  operation: ({ operation }, wanted) => operation === wanted,
  from: ({ at }, wanted) => Date.parse(at) >= Date.parse(wanted),
  to: ({ at }, wanted) => Date.parse(at) <= Date.parse(wanted),
}

export const getChange: Operation<'getChange'> = ({ path }, { instance, readsChangesOf }) => {
  const change = instance.log.changes[path.sequence - 1]
  return change && readsChangesOf(change.resource.type) ? { status: 200, body: change } : changeNotFound
}

export const streamChanges: Operation<'streamChanges'> = ({ query, headers }, { instance, readsChangesOf }) => {
  const { log } = instance
  const { 'Last-Event-ID': lastEventId } = headers
  const after = readPosition(lastEventId || query.after, log.epoch)
  if (after !== null && after > log.changes.length) return changesExpired
  const ended = new AbortController()
  const pieces = follow(log, after ?? log.changes.length, readsChangesOf, ended.signal)
  return { status: 200, stream: { mediaType: 'text/event-stream', pieces, close: () => ended.abort() } }
}

/** The events behind a position, as the service sends them. */
async function* follow(log: ChangeLog, position: number, reads: Context['readsChangesOf'], signal: AbortSignal) {
  let after = position
  yield bookmark(after, log.epoch)
  for (;;) {
    if (log.changes.length === after) await nextChange(log, signal)
    if (log.isClosed || signal.aborted) return
    const notices = log.changes.slice(after).map(toNotice)
    yield writeEvents(notices, log.epoch, reads)
    after += notices.length
  }
}

/** Resolves with the next change, or when it is time for a comment. */
function nextChange({ waiting }: ChangeLog, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      waiting.delete(end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, 15_000)
    waiting.add(end)
    signal.addEventListener('abort', end)
  })
}

function toNotice({ resource: { type, id }, etagAfter: etag, ...change }: Change): ChangeNotice {
  const { sequence, at, kind, version, requestId } = change
  return { sequence, at, kind, resource: { type, id }, version, etag, requestId }
}
