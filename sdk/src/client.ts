import type { Exchange, Hook } from './exchange.ts'
import { toSegment } from './ids.ts'
import { createPerform } from './perform.ts'
import { bindMethods } from './methods.ts'
import type { Resources, ServiceResources } from './operations.gen.ts'
import { instanceUnavailable, throwWrongArgument } from './wrong-argument.ts'
import { send } from './send.ts'
import { createTokens, type TokenProvider, type Tokens } from './token.ts'
import { trust } from './trust.ts'

export interface ClientOptions {
  /** The address of the service: `https://admin.example.com/api`, in a browser also `/api`. */
  baseUrl: string
  /** A bearer token, or a function that returns one. The function is called again when the service answers 401. */
  token: string | TokenProvider
  /** Hooks that run around every attempt, the first one outermost. Default: none. */
  use?: readonly Hook[] | undefined
  /** Milliseconds for a whole call with its retries and waits; for a download, until its stream begins. Default: 60,000. */
  timeoutMs?: number | undefined
  /** Milliseconds for one attempt with its body; in a download, for each part of the body. Default: 30,000. */
  attemptTimeoutMs?: number | undefined
  /** The most retries after 429, 503 or a network error. A request that is unsafe to repeat is not retried. Default: 2. */
  maxRetries?: number | undefined
  /** Default: the global `fetch` at the time of the call. */
  fetch?: Exchange | undefined
}

export interface Client extends ServiceResources {
  readonly baseUrl: string
  /** The methods for one instance. Throws TypeError for an id that would change the path, such as one with a slash. */
  instance(id: string): Resources
  /**
   * Sends any request to the service with the client's token, hooks, retries and timeouts. Resolves with every response,
   * whatever its status, also a redirect. The bodies of errors and JSON are already in memory, any other body is streamed.
   * `@instance-admin/sdk/raw` uses this function.
   */
  fetch(request: Request): Promise<Response>
  /**
   * A client with these settings in place of the own ones, and the same token, whose renewals both share.
   * @example
   * const patient = client.withOptions({ timeoutMs: 300_000 })
   */
  withOptions(options: Partial<Omit<ClientOptions, 'token'>>): Client
}

/**
 * Creates a client of the service. A request is sent only when a method is called.
 * @example
 * const acme = createClient({ baseUrl: 'https://admin.example.com', token: () => session.token() }).instance('acme')
 * for await (const user of acme.users.list({ enabled: true })) show(user)
 */
export function createClient(options: ClientOptions): Client {
  return connect(options, createTokens(options.token))
}

function connect(options: ClientOptions, tokens: Tokens): Client {
  if (!/^(http|\/|$)/i.test(options.baseUrl)) throwWrongArgument('baseUrl', 'an http URL or a path', options.baseUrl)
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const settings = { ...options, baseUrl, tokens }
  const perform = createPerform(settings)
  return {
    baseUrl,
    ...trust<ServiceResources>(bindMethods('', perform)),
    instance: (id) =>
      trust<Resources>(bindMethods(`/instances/${toSegment(`${instanceUnavailable}: instanceId`, id)}`, perform)),
    fetch: (request) => send(request, settings, request, { isStream: true, isRepeatable: request.method === 'GET' }),
    withOptions: (more) => connect({ ...options, ...more }, tokens),
  }
}
