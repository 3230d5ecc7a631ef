import type { DirectAuth } from '../../../../contract/integration-types.ts'
import { fill, fillAll } from '../template.ts'
import type { AuthOf, AuthStage, Proof } from './stage.ts'

/** The credentials in one header, whose name may be a field too. */
export function header(auth: AuthOf<DirectAuth, 'header'>, { values }: AuthStage): Proof {
  const name = fill(auth.name, values) ?? ''
  const value = fill(auth.value, values) ?? ''
  return { sign: () => ({ [name]: value }) }
}

/** The credentials in several headers. */
export function headers(auth: AuthOf<DirectAuth, 'headers'>, { values }: AuthStage): Proof {
  const filled = fillAll(auth.headers, values)
  return { sign: () => filled }
}
