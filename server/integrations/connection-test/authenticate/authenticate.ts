import type { Auth } from '../../../../contract/integration-types.ts'
import type { Values } from '../template.ts'
import { awsSigV4 } from './aws-sigv4.ts'
import { fixedHeaders } from './fixed-headers.ts'
import { googleServiceAccount } from './google-service-account.ts'
import { hmacSha256 } from './hmac-sha256.ts'
import { oauth2 } from './oauth2.ts'
import type { Authenticated, TestContext } from './context.ts'

/** The scheme that the person chose in a field; null when the type has no case for the choice. */
export function chooseAuth(auth: Auth, values: Values): ChosenAuth | null {
  if (auth.scheme !== 'by_field') return auth
  const choice = values.fields[auth.field] ?? ''
  return Object.hasOwn(auth.cases, choice) ? (auth.cases[choice] ?? null) : null
}

/** Requests a token where the scheme needs one, and returns the function that makes the headers of the test request. */
export function authenticate(auth: HttpAuth, context: TestContext): Authenticated | Promise<Authenticated> {
  switch (auth.scheme) {
    case 'none':
    case 'basic':
    case 'bearer':
    case 'header':
    case 'headers': {
      const headers = fixedHeaders(auth, context.values)
      return { sign: () => headers }
    }
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

export type ChosenAuth = Exclude<Auth, { scheme: 'by_field' }>

/** The schemes of HTTP. A driver authenticates by its own protocol. */
export type HttpAuth = Exclude<ChosenAuth, { scheme: 'driver_postgresql' }>
