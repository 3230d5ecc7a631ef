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
    const path = request.path.slice(wellKnown.length)
    response.json({
      resource: `${originOf(request, scheme)}${path}`,
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
    })
  })
}

/** Tells in a refusal where that document is. Source: RFC 9728, 5.1. */
export function tellMetadata(authenticate: Step, { scheme }: ProtectedResource): RequestStep {
  return async (call, request) => {
    const refusal = await authenticate(call)
    const challenge = refusal?.headers?.['WWW-Authenticate']
    if (!refusal || challenge === undefined) return refusal
    const address = `${originOf(request, scheme)}${wellKnown}${request.path}`
    const headers = { ...refusal.headers, 'WWW-Authenticate': `${challenge}, resource_metadata="${address}"` }
    return { ...refusal, headers }
  }
}

/** As the caller names this service; empty for a name that is none. */
function originOf({ headers: { host } }: Request, scheme: string): string {
  return URL.parse(`${scheme}://${host}`)?.origin ?? ''
}
