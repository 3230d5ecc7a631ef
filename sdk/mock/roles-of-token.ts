import { isCallerRole, type CallerRole } from '../../contract/rules/roles.ts'

/** A token that is the name of a role, alone or before the name of a session, opens what the role opens; null for others. */
export function rolesOfToken(token: string): readonly CallerRole[] | null {
  const [, role] = /^(\w+)(?:\.[\da-f]{1,16})?$/.exec(token) ?? []
  return isCallerRole(role) ? [role] : null
}
