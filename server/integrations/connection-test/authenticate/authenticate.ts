import type { Auth } from '../../../../contract/integration-types.ts'
import { awsSigV4 } from './aws-sigv4.ts'
import { basic } from './basic.ts'
import { bearer } from './bearer.ts'
import { googleServiceAccount } from './google-service-account.ts'
import { header, headers } from './header.ts'
import { hmacSha256 } from './hmac-sha256.ts'
import { oauth2ClientCredentials } from './oauth2-client-credentials.ts'
import { oauth2JwtBearerStatic } from './oauth2-jwt-bearer-static.ts'
import { oauth2Password } from './oauth2-password.ts'
import { oauth2RefreshToken } from './oauth2-refresh-token.ts'
import type { Authenticated, AuthStage } from './stage.ts'

/** Runs the token stage of a scheme that has one, and says which headers prove the credentials in the test request. */
export function authenticate(auth: HttpAuth, stage: AuthStage): Authenticated | Promise<Authenticated> {
  switch (auth.scheme) {
    case 'none':
      return { sign: () => ({}) }
    case 'basic':
      return basic(auth, stage)
    case 'bearer':
      return bearer(auth, stage)
    case 'header':
      return header(auth, stage)
    case 'headers':
      return headers(auth, stage)
    case 'oauth2_client_credentials':
      return oauth2ClientCredentials(auth, stage)
    case 'oauth2_password':
      return oauth2Password(auth, stage)
    case 'oauth2_refresh_token':
      return oauth2RefreshToken(auth, stage)
    case 'oauth2_jwt_bearer_static':
      return oauth2JwtBearerStatic(auth, stage)
    case 'google_service_account':
      return googleServiceAccount(auth, stage)
    case 'aws_sigv4':
      return awsSigV4(auth, stage)
    case 'hmac_sha256':
      return hmacSha256(auth, stage)
    default:
      return auth satisfies never
  }
}

/** Schemes of HTTP; `by_field` is resolved before, and a driver authenticates by itself. */
export type HttpAuth = Exclude<Auth, { scheme: 'by_field' | 'driver_postgresql' }>
