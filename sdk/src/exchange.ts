import { ConnectionError } from './errors.ts'
import { refuse } from './refuse.ts'
import type { Tokens } from './token.ts'

/**
 * Runs around every attempt, the first hook outermost: may change the request, answer itself, look at the response.
 * It never sees the token. The signal of the request ends when the attempt does. A body can be read once: to look into
 * it, read `response.clone()` or `request.clone()`. What it passes on must stay below the base URL.
 */
export type Hook = (request: Request, next: Exchange, context: HookContext) => Promise<Response>

export interface HookContext {
  /** 1 for the first attempt of a call. */
  readonly attempt: number
}

/** One request, one answer. */
export type Exchange = (request: Request) => Promise<Response>

export interface ExchangeSettings {
  baseUrl: string
  use?: readonly Hook[] | undefined
  tokens: Tokens
  fetch?: Exchange | undefined
}

/** Hooks, then the token, then the network, until the signal ends. What is not streamed is read here. */
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
      // Only failures of the network are repeated, mistakes in hooks and token providers are not.
      throw cause instanceof ConnectionError
        ? cause
        : new ConnectionError('no complete answer came.', { cause })
    }
  }
  const hooked = use.reduceRight<Exchange>(
    (next, hook) => (request) => hook(request, next, context),
    authorised,
  )
  return async (request) => {
    const response = await hooked(request)
    // A hook may have answered with a body of its own.
    return response === received ? response : readWhole(response, isStream)
  }
}

/** The response with all of its body in memory, unless that is streamed. */
async function readWhole(response: Response, isStream: boolean): Promise<Response> {
  // Browsers give no status in the place of a redirect, and nothing to read.
  if (response.status === 0 || isStreamed(response, isStream)) return response
  return new Response((await response.text()) || null, response)
}

/** Errors and JSON are read at once, also where the caller would stream. */
export function isStreamed({ ok, headers }: Response, isStream: boolean): boolean {
  return isStream && ok && !/[/+]json\b/.test(headers.get('content-type') ?? '')
}

/** Anybody else must not get the token, whatever URL a hook passes on. */
function refuseForeign({ url }: Request, baseUrl: string): void {
  const base = new Request(`${baseUrl}/`).url
  if (!url.startsWith(base)) refuse('The URL', `below ${base}`, url)
}

/**
 * A copy, since a request that was sent cannot be sent again. It ends with the attempt and with a signal that a hook has
 * given the request. No redirect is followed: that would turn a POST into a GET, or show its body to somebody else.
 */
function copyToSend(request: Request, signal: AbortSignal): Request {
  const end = new AbortController()
  const copy = new Request(request.clone(), { signal: end.signal, redirect: 'manual' })
  // The attempt holds both requests: Node holds what follows a signal weakly, and what is forgotten never ends.
  const held = { request, copy }
  const stop = () => end.abort(held.request.signal.reason ?? signal.reason)
  for (const each of [signal, request.signal]) each.addEventListener('abort', stop)
  if (signal.aborted || request.signal.aborted) stop()
  return held.copy
}
