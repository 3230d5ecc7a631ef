import type { Tokens } from './token.ts'

/**
 * Runs around every attempt, the first hook outermost: may change the request, answer itself, look at the response.
 * It never sees the token. The signal of the request ends when the attempt does.
 */
export type Hook = (request: Request, next: Exchange) => Promise<Response>

/** One request, one answer. */
export type Exchange = (request: Request) => Promise<Response>

/** Hooks, then the token, then the network. */
export function createExchange(hooks: readonly Hook[], tokens: Tokens, fetch: Exchange): Exchange {
  const authorised: Exchange = async (request) => {
    const token = await tokens.current()
    const response = await fetch(withToken(request, token))
    const renewed = response.status === 401 ? tokens.renew(token) : null
    if (!renewed) return response
    await response.body?.cancel()
    return fetch(withToken(request, await renewed))
  }
  return hooks.reduceRight<Exchange>((next, hook) => (request) => hook(request, next), authorised)
}

/** A copy, since a request that was sent cannot be sent again. */
function withToken(request: Request, token: string): Request {
  const copy = new Request(request.clone(), { signal: request.signal })
  copy.headers.set('Authorization', `Bearer ${token}`)
  return copy
}
