import type { Exchange, Hook } from './exchange.ts'
import { toSegment } from './ids.ts'
import { createPerform, instanceUnavailable } from './perform.ts'
import { bindMethods } from './methods.ts'
import type { Resources } from './operations.gen.ts'
import { send } from './send.ts'
import { createTokens, type TokenProvider } from './token.ts'
import { trust } from './trust.ts'

export interface ClientOptions {
  /** Where the service is: `https://admin.example.com/api`, in a browser also `/api`. */
  baseUrl: string
  /** A bearer token, or what gives one. A function is asked once more when the service answers 401. */
  token: string | TokenProvider
  /** Run around every attempt, the first one outermost. Default: none. */
  use?: readonly Hook[] | undefined
  /** Milliseconds for a whole call, retries and waits included, until a stream begins. Default: 60,000. */
  timeoutMs?: number | undefined
  /** Milliseconds for one attempt, its body included; for each part of a body that is streamed. Default: 30,000. */
  attemptTimeoutMs?: number | undefined
  /** How often a call is sent again after 429, 503 or a network error, where that is safe. Default: 2. */
  maxRetries?: number | undefined
  /** Default: the global `fetch` at the time of the call. */
  fetch?: Exchange | undefined
}

export interface Client {
  readonly baseUrl: string
  /** The methods for one instance. Throws TypeError for an id that would reach another path. */
  instance(id: string): Resources
  /**
   * Any request to the service, with the client's token, hooks, retries and timeouts. Answers with every response,
   * whatever its status, a redirect too. Errors and JSON have been read, any other body is streamed.
   * `@instance-admin/sdk/raw` builds on it.
   */
  fetch(request: Request): Promise<Response>
}

/**
 * A client of the service. Nothing is sent before a method is called.
 * @example
 * const acme = createClient({ baseUrl: 'https://admin.example.com', token: () => session.token() }).instance('acme')
 * for await (const user of acme.users.list({ enabled: true })) show(user)
 */
export function createClient(options: ClientOptions): Client {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const settings = { ...options, baseUrl, tokens: createTokens(options.token) }
  const perform = createPerform(settings)
  return {
    baseUrl,
    instance: (id) =>
      trust<Resources>(
        bindMethods(`/instances/${toSegment(`${instanceUnavailable}: instanceId`, id)}`, perform),
      ),
    fetch: (request) => send(request, settings, {}, true),
  }
}
