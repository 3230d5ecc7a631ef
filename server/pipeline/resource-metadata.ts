import type { Express, Request } from 'express'
import type { RequestStep, Step } from './call.ts'

/** Who signs the callers of assistants in, and how this service is reached. */
export interface ProtectedResource {
  issuer: string
  scheme: 'http' | 'https'
}

const wellKnown = '/.well-known/oauth-protected-resource'

/** `/.well-known/oauth-protected-resource/instances/{instanceId}/mcp`: where an assistant gets a token. Source: RFC 9728, 3. */
export function mountResourceMetadata(app: Express, { issuer, scheme }: ProtectedResource): void {
  app.get(`${wellKnown}/instances/:instanceId/mcp`, (request, response) => {
    response.json({
      resource: addressOf(request, scheme, request.path.slice(wellKnown.length)),
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
    })
  })
}

/** Tells in a refusal where the metadata are. Source: RFC 9728, 5.1. */
export function tellMetadata(authenticate: Step, { scheme }: ProtectedResource): RequestStep {
  return async (call, request) => {
    const refusal = await authenticate(call)
    const challenge = refusal?.headers?.['WWW-Authenticate']
    if (!refusal || challenge === undefined) return refusal
    const address = addressOf(request, scheme, `${wellKnown}${request.path}`)
    const headers = { ...refusal.headers, 'WWW-Authenticate': `${challenge}, resource_metadata="${address}"` }
    return { ...refusal, headers }
  }
}

/** As the caller names this service. */
function addressOf({ headers: { host } }: Request, scheme: string, path: string): string {
  return URL.parse(path, `${scheme}://${host ?? 'localhost'}`)?.href ?? path
}
