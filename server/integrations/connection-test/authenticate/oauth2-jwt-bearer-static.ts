import type { TokenAuth } from '../../../../contract/integration-types.ts'
import { fill } from '../template.ts'
import type { Authenticated, AuthOf, AuthStage } from './stage.ts'
import { requestClientToken } from './token-request.ts'

/** RFC 7523, section 2.1, with an assertion that the vendor made out for the user. */
export function oauth2JwtBearerStatic(
  auth: AuthOf<TokenAuth, 'oauth2_jwt_bearer_static'>,
  stage: AuthStage,
): Promise<Authenticated> {
  const assertion = fill(auth.assertion, stage.values) ?? ''
  return requestClientToken(auth, { grant_type: auth.grantType, assertion }, stage)
}
