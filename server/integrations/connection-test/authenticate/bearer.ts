import type { DirectAuth } from '../../../../contract/integration-types.ts'
import { fill } from '../template.ts'
import type { AuthOf, AuthStage, Proof } from './stage.ts'

/** A fixed token in `Authorization: Bearer`. */
export function bearer(auth: AuthOf<DirectAuth, 'bearer'>, { values }: AuthStage): Proof {
  const token = fill(auth.token, values) ?? ''
  return { sign: () => ({ authorization: `Bearer ${token}` }) }
}
