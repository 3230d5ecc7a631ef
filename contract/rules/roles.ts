import type { components } from '../../spec/gen/openapi.gen.ts'

export type Role = components['schemas']['Role']

/** A role of a user, or of a client: only a client's own token can have `Recorder`. */
export type CallerRole = components['schemas']['CallerRole']

/** All roles, in the order in which a user's are answered. */
export const roles = ['Viewer', 'Manager', 'Administrator', 'Editor'] as const satisfies readonly Role[]

export const callerRoles = [...roles, 'Recorder'] as const satisfies readonly CallerRole[]

/** The roles in the order of the contract, each once. */
export function sortRoles<Given extends CallerRole>(given: readonly Given[]): Given[] {
  return callerRoles.flatMap((role) => given.find((one) => one === role) ?? [])
}

export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value)
}

export function isCallerRole(value: unknown): value is CallerRole {
  return callerRoles.some((role) => role === value)
}

/** Whether a caller with the roles may call the operation, which need not ask for a role. */
export function mayCall(
  operation: { roles: readonly string[]; needsRole: boolean },
  roles: readonly CallerRole[],
): boolean {
  return !operation.needsRole || isOpenTo(operation, roles)
}

export function isOpenTo(operation: { roles: readonly string[] }, roles: readonly CallerRole[]): boolean {
  return roles.some((role) => operation.roles.includes(role))
}
