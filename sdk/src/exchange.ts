import { ConnectionError } from './errors.ts'
import type { Tokens } from './token.ts'

/**
 * Runs around every attempt, the first hook outermost: may change the request, answer itself, look at the response.
 * It never sees the token. The signal of the request ends when the attempt does.
 */
export type Hook = (request: Request, next: Exchange, context: HookContext) => Promise<Response>

export interface HookContext {
  /** 1 for the first attempt of a call. */
  readonly attempt: number
}

/** One request, one answer. */
export type Exchange = (request: Request) => Promise<Response>

export interface ExchangeSettings {
  use?: readonly Hook[] | undefined
  tokens: Tokens
  fetch?: Exchange | undefined
}

/** Hooks, then the token, then the network. A good answer to be streamed is not read here, every other is. */
export function createExchange(
  { use = [], tokens, fetch = globalThis.fetch }: ExchangeSettings,
  context: HookContext,
  isStream: boolean,
): Exchange {
  const authorised: Exchange = async (request) => {
    const token = await tokens.current()
    const response = await connect(request, token)
    const renewed = response.status === 401 ? await tokens.renew(token) : token
    return renewed === token ? response : connect(request, renewed)
  }
  const connect = async (request: Request, token: string) => {
    // A copy, since a request that was sent cannot be sent again.
    const copy = request.clone()
    copy.headers.set('Authorization', `Bearer ${token}`)
    try {
      const response = await fetch(copy)
      return isStream && response.ok ? response : new Response((await response.text()) || null, response)
    } catch (cause) {
      // Only failures of the network are repeated, mistakes in hooks and token providers are not.
      throw new ConnectionError('no complete answer came.', { cause })
    }
  }
  return use.reduceRight<Exchange>((next, hook) => (request) => hook(request, next, context), authorised)
}
