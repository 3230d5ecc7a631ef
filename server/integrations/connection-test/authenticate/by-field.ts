import type { Auth } from '../../../../contract/integration-types.ts'
import type { Values } from '../template.ts'

/** The scheme that the person chose in a field, or undefined when the choice is none of the type's cases. */
export function chooseAuth(auth: Auth, values: Values): ChosenAuth | undefined {
  if (auth.scheme !== 'by_field') return auth
  const choice = values.fields[auth.field] ?? ''
  return Object.hasOwn(auth.cases, choice) ? auth.cases[choice] : undefined
}

export type ChosenAuth = Exclude<Auth, { scheme: 'by_field' }>
