import type { Change, EventData } from '../../spec/gen/openapi.gen.ts'

/** The types of the event that tells of a change, the narrowest first. */
function eventTypesOf({ kind, resource: { type }, difference }: Change): string[] {
  const narrow = difference.flatMap(({ pointer, after }) => narrowKinds[`${type}${pointer}`]?.[String(after)] ?? [])
  // An integration is flagged for nothing else.
  const general = type === 'integration' && kind === 'flagged' ? 'secrets_expiring' : kind
  return [...(kind === 'updated' ? narrow : []), general].map((name) => `${type}.${name}`)
}

/** What a change of one member says, by the value that it then has. */
const narrowKinds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'integration/status': { error: 'broken', active: 'recovered' },
  'twu_model/status': { published: 'published', archived: 'archived' },
  'user/enabled': { false: 'disabled', true: 'enabled' },
  'webhook/enabled': { false: 'disabled' },
}

/** The event for a webhook that asks for these types; null when the change is none of them. */
export function toEvent(
  place: Pick<EventData, 'instanceId' | 'epoch'>,
  change: Change,
  wanted: readonly string[],
): Event | null {
  const type = eventTypesOf(change).find((type) => wanted.includes(type))
  if (type === undefined) return null
  const { sequence, at, resource, version, etagAfter: etag } = change
  const { type: resourceType, id } = resource
  return writeEvent(type, at, { ...place, sequence, resource: { type: resourceType, id }, version, etag })
}

export function toTestEvent(at: string, data: EventData): Event {
  return writeEvent('webhook.test', at, data)
}

function writeEvent(type: string, timestamp: string, data: EventData): Event {
  return { type, body: JSON.stringify({ type, timestamp, data }) }
}

export interface Event {
  type: string
  /** What is sent and signed, with each attempt the same text. */
  body: string
}

export const mostWebhooks = 20

/** The most changes that a replay looks through. */
export const mostReplayed = 1000
