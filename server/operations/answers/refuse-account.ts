import { accountRefused, identityProviderUnavailable, nameTakenElsewhere } from '../../../contract/rules/refusals.ts'
import type { Refused } from '../../identity/directory.ts'

/** The answer when the identity provider does not accept the account, or cannot be reached. */
export function refuseAccount(refused: Refused | { state: 'unavailable' }) {
  if (refused.state === 'taken') return nameTakenElsewhere(refused.name)
  if (refused.state === 'refused') return accountRefused(refused.field)
  return identityProviderUnavailable
}
