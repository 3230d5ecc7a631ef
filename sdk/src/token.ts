/**
 * Asked before every request, so that it always has the last word on who is signed in; keep the token where you hold
 * it. `refused` is the token that the service has just answered 401 to, else null: get a new one then.
 */
export type TokenProvider = (context: { refused: string | null }) => string | Promise<string>

export interface Tokens {
  current(): Promise<string>
  /** A token instead of the one that was refused; null when there can be none. */
  renew(refused: string): Promise<string> | null
}

/** Callers who ask at the same time share one answer, and everyone whose token was refused shares one new one. */
export function createTokens(source: string | TokenProvider): Tokens {
  if (typeof source === 'string') return { current: () => Promise.resolve(source), renew: () => null }

  let asking: Promise<string> | null = null
  let renewal: { refused: string; token: Promise<string> } | null = null
  const ask = async (refused: string | null) => source({ refused })

  return {
    async current() {
      asking ??= ask(null).finally(() => {
        asking = null
      })
      const token = await asking
      return renewal?.refused === token ? renewal.token : token
    },
    renew(refused) {
      if (renewal?.refused === refused) return renewal.token
      const token = ask(refused)
      renewal = { refused, token }
      token.catch(() => {
        renewal = null
      })
      return token
    },
  }
}
