import type { Auth } from '../../../../contract/integration-types.ts'
import { fill, fillAll, type Values } from '../template.ts'
import { awsSigV4 } from './aws-sigv4.ts'
import { googleServiceAccount } from './google-service-account.ts'
import { hmacSha256 } from './hmac-sha256.ts'
import { basicHeader, oauth2 } from './oauth2.ts'
import type { Authenticated, Proof, TestContext } from './context.ts'

/** The scheme that the person chose in a field; null when the type has no case for the choice. */
export function chooseAuth(auth: Auth, values: Values): ChosenAuth | null {
  if (auth.scheme !== 'by_field') return auth
  const choice = values.fields[auth.field] ?? ''
  return Object.hasOwn(auth.cases, choice) ? (auth.cases[choice] ?? null) : null
}

/** Requests a token where the scheme needs one, and returns the function that makes the headers of the test request. */
export function authenticate(auth: HttpAuth, context: TestContext): Authenticated | Promise<Authenticated> {
  const { values } = context
  switch (auth.scheme) {
    case 'none':
      return withHeaders({})
    case 'basic':
      return withHeaders(basicHeader(fill(auth.username, values) ?? '', fill(auth.password, values) ?? ''))
    case 'bearer':
      return withHeaders({ authorization: `Bearer ${fill(auth.token, values) ?? ''}` })
    case 'header':
      return withHeaders({ [fill(auth.name, values) ?? '']: fill(auth.value, values) ?? '' })
    case 'headers':
      return withHeaders(fillAll(auth.headers, values))
    case 'oauth2_client_credentials':
    case 'oauth2_password':
    case 'oauth2_refresh_token':
    case 'oauth2_jwt_bearer_static':
      return oauth2(auth, context)
    case 'google_service_account':
      return googleServiceAccount(auth, context)
    case 'aws_sigv4':
      return awsSigV4(auth, context)
    case 'hmac_sha256':
      return hmacSha256(auth, context)
    default:
      return auth satisfies never
  }
}

/** The proof of schemes that put the unchanged credentials into the test request. */
function withHeaders(headers: Record<string, string>): Proof {
  return { sign: () => headers }
}

export type ChosenAuth = Exclude<Auth, { scheme: 'by_field' }>

/** The schemes of HTTP. A driver authenticates by its own protocol. */
export type HttpAuth = Exclude<ChosenAuth, { scheme: 'driver_postgresql' }>
