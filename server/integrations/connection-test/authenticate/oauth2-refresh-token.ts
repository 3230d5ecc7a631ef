import type { TokenAuth } from '../../../../contract/integration-types.ts'
import { fill } from '../template.ts'
import type { Authenticated, AuthOf, AuthStage } from './stage.ts'
import { requestClientToken } from './token-request.ts'

/** RFC 6749, section 6: a long-lived refresh token for a short-lived access token. */
export function oauth2RefreshToken(
  auth: AuthOf<TokenAuth, 'oauth2_refresh_token'>,
  stage: AuthStage,
): Promise<Authenticated> {
  const refreshToken = fill(auth.refreshToken, stage.values) ?? ''
  return requestClientToken(auth, { grant_type: 'refresh_token', refresh_token: refreshToken }, stage)
}
