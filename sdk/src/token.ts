import { within } from './wait.ts'

/**
 * Asked before every request, so that it always has the last word on who is signed in; keep the token where you hold
 * it. `refused` is the token that the service has just answered 401 to, else null: get a new one then. After 30 s it is
 * given up and asked again by the next call.
 */
export type TokenProvider = (context: { refused: string | null }) => string | Promise<string>

export interface Tokens {
  current(): Promise<string>
  /** A token instead of the one that was refused; the same where there is no other. */
  renew(refused: string): Promise<string>
}

/** Callers who ask at the same time share one answer, and everyone whose token was refused shares one new one. */
export function createTokens(source: string | TokenProvider): Tokens {
  const ask = (refused: string | null) =>
    within(30_000, new AbortController().signal, async () =>
      typeof source === 'string' ? source : source({ refused }),
    )
  let asking: Promise<string> | null = null
  let renewal: { refused: string; token: Promise<string> } | null = null
  return {
    async current() {
      asking ??= ask(null).finally(() => {
        asking = null
      })
      const token = await asking
      return renewal?.refused === token ? renewal.token : token
    },
    renew(refused) {
      if (renewal?.refused !== refused) {
        renewal = { refused, token: ask(refused) }
        renewal.token.catch(() => {
          renewal = null
        })
      }
      return renewal.token
    },
  }
}
