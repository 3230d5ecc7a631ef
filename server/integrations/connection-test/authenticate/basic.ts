import type { DirectAuth } from '../../../../contract/integration-types.ts'
import { fill } from '../template.ts'
import type { AuthOf, AuthStage, Proof } from './stage.ts'

/** HTTP Basic (RFC 7617) in UTF-8. */
export function basic(auth: AuthOf<DirectAuth, 'basic'>, { values }: AuthStage): Proof {
  const authorization = basicAuthorization(
    fill(auth.username, values) ?? '',
    fill(auth.password, values) ?? '',
  )
  return { sign: () => ({ authorization }) }
}

/** The value of the Authorization header. */
export function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}
