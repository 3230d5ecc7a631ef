import type { Auth, IntegrationType, Outcome } from '../../../../contract/integration-types.ts'
import type { Failure, Outbound, OutboundRequest } from '../request.ts'
import type { Values } from '../template.ts'

/** The input of an authentication scheme. */
export interface TestContext {
  type: IntegrationType
  values: Values
  outbound: Outbound
  /** The current time in milliseconds since 1970, for signatures. */
  now: () => number
}

/** The proof for the test request, or the outcome with which the test ends. */
export type Authenticated = Proof | Concluded | Failure

export interface Concluded {
  outcome: Outcome
  /** The keys of the fields that are to blame, where the answer tells. */
  blamed?: readonly string[]
}

export interface Proof {
  sign: (request: OutboundRequest) => Record<string, string> | Promise<Record<string, string>>
  /** The members of the token response that the type exposes. */
  token?: Readonly<Record<string, string>>
}

/** The member of `Auth` with this scheme. */
export type AuthOf<Scheme extends Auth['scheme']> = Extract<Auth, { scheme: Scheme }>
