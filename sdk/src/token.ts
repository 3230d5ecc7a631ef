import { instanceUnavailable } from './wrong-argument.ts'
import { within } from './wait.ts'

/**
 * Returns the bearer token. The client calls the function before every request, so keep the token outside and return the one
 * of the current user. `refused` is the token that the service has just answered 401 to, else null: return a new token then.
 * A call gives up after 30 s, and the next request calls the function again.
 */
export type TokenProvider = (context: { refused: string | null }) => string | Promise<string>

export interface Tokens {
  current(): Promise<CurrentToken>
  /** A token in place of the refused one; the same token where the source has no other. */
  renew(refused: CurrentToken): Promise<string>
}

export interface CurrentToken {
  token: string
  /** The renewal of this token that had already failed when the token was given. */
  failed: Renewal | null
}

interface Renewal {
  refused: string
  token: Promise<string>
  hasFailed: boolean
}

/**
 * Callers who ask at the same time share one answer. All callers whose token was refused share one renewal, also its
 * failure; a caller who gets the refused token after the failure starts a new renewal.
 */
export function createTokens(source: string | TokenProvider): Tokens {
  const ask = async (refused: string | null) => {
    const work = async () => (typeof source === 'function' ? source({ refused }) : source)
    return toToken(await within(work, { ms: 30_000, late: 'no token within 30 s.', isBackground: true }))
  }
  const startRenewal = (refused: string): Renewal => {
    const started = { refused, token: ask(refused), hasFailed: false }
    started.token.catch(() => {
      started.hasFailed = true
    })
    return started
  }
  let asking: Promise<string> | null = null
  let renewal: Renewal | null = null
  return {
    async current() {
      asking ??= ask(null).finally(() => {
        asking = null
      })
      const token = await asking
      if (renewal?.refused !== token) return { token, failed: null }
      return renewal.hasFailed ? { token, failed: renewal } : { token: await renewal.token, failed: null }
    },
    renew({ token, failed }) {
      if (renewal?.refused !== token || renewal === failed) renewal = startRenewal(token)
      return renewal.token
    },
  }
}

/** Checks the token here, because the error of `Headers` would show the token in its message. */
function toToken(given: unknown): string {
  if (typeof given === 'string' && /^[!-~]+$/.test(given)) return given
  const isMissing = (given ?? '') === ''
  const wanted = 'the token must be ASCII without white space or "Bearer".'
  throw new TypeError(`${instanceUnavailable}: ${isMissing ? 'there is no token. Sign in.' : wanted}`)
}
