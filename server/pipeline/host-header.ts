import type { IncomingMessage } from 'node:http'

/** RFC 9112 section 3.2: a request has exactly one Host header; only HTTP/1.0 allows none. Node drops all but the first. */
export function isHostGiven({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}
