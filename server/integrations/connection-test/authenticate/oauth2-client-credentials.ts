import type { TokenAuth } from '../../../../contract/integration-types.ts'
import type { Authenticated, AuthOf, AuthStage } from './stage.ts'
import { requestClientToken } from './token-request.ts'

/** RFC 6749, section 4.4: the client signs in as itself. */
export function oauth2ClientCredentials(
  auth: AuthOf<TokenAuth, 'oauth2_client_credentials'>,
  stage: AuthStage,
): Promise<Authenticated> {
  return requestClientToken(auth, { grant_type: 'client_credentials' }, stage)
}
