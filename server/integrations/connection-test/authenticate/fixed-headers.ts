import type { DirectAuth } from '../../../../contract/integration-types.ts'
import { fill, fillAll, type Values } from '../template.ts'

/** The headers of schemes that put the unchanged credentials into the test request. */
export function fixedHeaders(auth: DirectAuth, values: Values): Record<string, string> {
  switch (auth.scheme) {
    case 'none':
      return {}
    case 'basic':
      return basicHeader(fill(auth.username, values) ?? '', fill(auth.password, values) ?? '')
    case 'bearer':
      return { authorization: `Bearer ${fill(auth.token, values) ?? ''}` }
    case 'header':
      return { [fill(auth.name, values) ?? '']: fill(auth.value, values) ?? '' }
    case 'headers':
      return fillAll(auth.headers, values)
    default:
      return auth satisfies never
  }
}

/** The header of HTTP Basic (RFC 7617), in UTF-8. */
export function basicHeader(username: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}
