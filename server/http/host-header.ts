import type { IncomingMessage } from 'node:http'

/** RFC 9112 section 3.2: a request has exactly one Host header; only HTTP/1.0 allows none. Node drops all but the first. */
export function isHostGiven({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}
