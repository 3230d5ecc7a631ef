import type { IntegrationType, Outcome } from '../../../../contract/integration-types.ts'
import type { Failure, Line, OutboundRequest } from '../request.ts'
import type { Values } from '../template.ts'

/** What an authentication scheme may use. */
export type AuthStage = {
  type: IntegrationType
  values: Values
  line: Line
  /** Milliseconds since 1970, for signatures. */
  now: () => number
}

/** The proof for the test request, or the outcome that ends the test here. */
export type Authenticated = Proof | { outcome: Outcome } | Failure

export type Proof = {
  sign: (request: OutboundRequest) => Record<string, string> | Promise<Record<string, string>>
  /** Members of the token response that the type exposes. */
  token?: Readonly<Record<string, string>>
}

/** The member of `Auth` with this scheme. */
export type AuthOf<All extends { scheme: string }, Scheme extends All['scheme']> = Extract<
  All,
  { scheme: Scheme }
>
