import { within } from './wait.ts'

/**
 * Asked before every request, so that it always has the last word on who is signed in; keep the token where you hold
 * it. `refused` is the token that the service has just answered 401 to, else null: get a new one then. After 30 s it is
 * given up and asked again by the next call.
 */
export type TokenProvider = (context: { refused: string | null }) => string | Promise<string>

export interface Tokens {
  current(): Promise<Lease>
  /** A token instead of the one that was refused; the same where there is no other. */
  renew(refused: Lease): Promise<string>
}

export interface Lease {
  token: string
  /** The renewal that had failed by then. */
  failed: Renewal | null
}

interface Renewal {
  refused: string
  token: Promise<string>
  hasFailed: boolean
}

/**
 * Callers who ask at the same time share one answer, and everyone whose token was refused shares one renewal, also one
 * that fails: who gets the token after that asks anew.
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

/** Else `Headers` would refuse it, and name it in the message. */
function toToken(given: unknown): string {
  if (typeof given === 'string' && /^[!-~]*$/.test(given)) return given
  throw new TypeError(
    'The token must be a string of visible ASCII characters without spaces; the one given is not.',
  )
}
