import { ConnectionError } from './errors.ts'
import { createExchange, type Exchange, type Hook } from './exchange.ts'
import { checkId } from './ids.ts'
import { createPerform } from './perform.ts'
import { bindMethods } from './methods.ts'
import type { Resources } from './operations.gen.ts'
import { table } from './table.gen.ts'
import { send } from './send.ts'
import { createTokens, type TokenProvider } from './token.ts'
import { trust } from './trust.ts'

export interface ClientOptions {
  /** Where the service is: `https://admin.example.com/api`. */
  baseUrl: string
  /** A bearer token, or what gives one. A function is asked once more when the service answers 401. */
  token: string | TokenProvider
  /** Run around every attempt, the first one outermost. Default: none. */
  use?: readonly Hook[] | undefined
  /** Milliseconds for a whole call, retries and waits included. Default: 60,000. */
  timeoutMs?: number | undefined
  /** Milliseconds for one attempt, its body included. Default: 30,000. */
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
   * whatever its status. `@instance-admin/sdk/raw` builds on it.
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
  const network = connect(options.fetch ?? ((request) => globalThis.fetch(request)))
  const settings = {
    exchange: createExchange(options.use ?? [], createTokens(options.token), network),
    timeoutMs: options.timeoutMs ?? 60_000,
    attemptTimeoutMs: options.attemptTimeoutMs ?? 30_000,
    maxRetries: options.maxRetries ?? 2,
  }
  const perform = createPerform(baseUrl, settings)
  return {
    baseUrl,
    instance: (id) =>
      trust<Resources>(bindMethods(table, perform, { instanceId: checkId('instanceId', id) })),
    async fetch(request) {
      // Anybody else must not get the token.
      if (!request.url.startsWith(`${baseUrl}/`))
        throw new TypeError(`${request.url} is not below ${baseUrl}.`)
      return send(request, { ...settings, isStream: true })
    },
  }
}

/** Tells failures of the network from mistakes in hooks and token providers, which are not repeated. */
function connect(fetch: Exchange): Exchange {
  return async (request) => {
    try {
      return await fetch(request)
    } catch (cause) {
      request.signal.throwIfAborted()
      throw new ConnectionError('the service could not be reached.', { cause })
    }
  }
}
