import { ConnectionError } from './errors.ts'
import { throwWrongArgument } from './wrong-argument.ts'
import type { Tokens } from './token.ts'
import { trust } from './trust.ts'

/**
 * A function around every attempt, the first hook outermost. A hook may change the request, answer without the network, or
 * look at the response. It never sees the token. The request's signal aborts when the attempt ends. A body can be read only
 * once, so read `response.clone()` or `request.clone()`. A request that a hook passes on must stay below the base URL.
 */
export type Hook = (request: Request, next: Exchange, context: HookContext) => Promise<Response>

export interface HookContext {
  /** 1 for the first attempt of a call. */
  readonly attempt: number
}

/** Sends one request and resolves with its response. */
export type Exchange = (request: Request) => Promise<Response>

export interface ExchangeSettings {
  baseUrl: string
  use?: readonly Hook[] | undefined
  tokens: Tokens
  fetch?: Exchange | undefined
}

/** Runs the hooks, adds the token, and sends the request until the signal aborts. Reads every body that is not streamed. */
export function createExchange(
  { baseUrl, use = [], tokens, fetch = globalThis.fetch }: ExchangeSettings,
  context: HookContext,
  isStream: boolean,
  signal: AbortSignal,
): Exchange {
  const authorised: Exchange = async (request) => {
    refuseForeign(request, baseUrl)
    const lease = await tokens.current()
    const response = await connect(request, lease.token)
    const renewed = response.status === 401 ? await tokens.renew(lease) : lease.token
    return renewed === lease.token ? response : connect(request, renewed)
  }
  let received: Response | null = null
  const connect = async (request: Request, token: string) => {
    const copy = copyToSend(request, signal)
    copy.headers.set('Authorization', `Bearer ${token}`)
    try {
      return (received = await readWhole(await fetch(copy), isStream))
    } catch (cause) {
      // A ConnectionError is retried, so only failures of the network become one. Mistakes in hooks and token providers do
      // not. Node says why in a code.
      const why = trust<{ cause?: { code?: string } }>(cause).cause?.code ?? String(cause)
      throw cause instanceof ConnectionError ? cause : new ConnectionError(`no answer (${why}).`, { cause })
    }
  }
  const hooked = use.reduceRight<Exchange>((next, hook) => (request) => hook(request, next, context), authorised)
  return async (request) => {
    const response = await hooked(request)
    // A hook may have answered with its own response, whose body must be read as well.
    return response === received ? response : readWhole(response, isStream)
  }
}

/** The response with its whole body in memory, unless the body is streamed. */
async function readWhole(response: Response, isStream: boolean): Promise<Response> {
  // In place of a redirect, browsers give a response with status 0 and no body.
  if (response.status === 0 || isStreamed(response, isStream)) return response
  return new Response((await response.text()) || null, response)
}

/** Errors and JSON are never streamed, also where the caller asked for a stream. */
export function isStreamed({ ok, headers }: Response, isStream: boolean): boolean {
  return isStream && ok && !/[/+]json\b/.test(headers.get('content-type') ?? '')
}

/** Refuses a URL outside the base URL, even from a hook: another host must not get the token. */
function refuseForeign({ url }: Request, baseUrl: string): void {
  const base = new Request(`${baseUrl}/`).url
  if (!url.startsWith(base)) throwWrongArgument('The URL', `below ${base}`, url)
}

/**
 * Copies the request, because a sent request cannot be sent again. The copy aborts with the attempt or with the signal of
 * the request, which a hook may have replaced. Redirects are not followed: a redirect would turn a POST into a GET, or send
 * its body to another host.
 */
function copyToSend(request: Request, signal: AbortSignal): Request {
  const end = new AbortController()
  const copy = new Request(request.clone(), { signal: end.signal, redirect: 'manual' })
  // The attempt refers to both requests. Node holds a signal's followers weakly; a forgotten request would never be aborted.
  const held = { request, copy }
  const stop = () => end.abort(held.request.signal.reason ?? signal.reason)
  for (const each of [signal, request.signal]) each.addEventListener('abort', stop)
  if (signal.aborted || request.signal.aborted) stop()
  return held.copy
}
