import type { TokenAuth } from '../../../../contract/integration-types.ts'
import { fill } from '../template.ts'
import type { Authenticated, AuthOf, AuthStage } from './stage.ts'
import { requestClientToken } from './token-request.ts'

/** RFC 6749, section 4.3: the client signs in with a user's name and password. */
export function oauth2Password(
  auth: AuthOf<TokenAuth, 'oauth2_password'>,
  stage: AuthStage,
): Promise<Authenticated> {
  const username = fill(auth.username, stage.values) ?? ''
  const password = fill(auth.password, stage.values) ?? ''
  return requestClientToken(auth, { grant_type: 'password', username, password }, stage)
}
