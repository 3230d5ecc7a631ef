import type { VersionedCall } from '../calls.ts'
import type { Client } from '../client.ts'

const known = new WeakMap<Client, Set<string>>()

/** The ids of requests that mutations of this client have sent: a follower of the changes knows its own by them. */
export function ownRequests(client: Client): Set<string> {
  const own = known.get(client) ?? new Set()
  known.set(client, own)
  return own
}

export function noteOwn<Data>(client: Client, call: VersionedCall<Data>): VersionedCall<Data> {
  const own = ownRequests(client)
  // The stream tells of a change within seconds: older ids are of no use.
  if (own.size > 1000) own.clear()
  call.withResponse().then(
    ({ requestId }) => requestId !== null && own.add(requestId),
    () => {},
  )
  return call
}
