import type { components } from '../../spec/openapi.gen.ts'

export type Role = components['schemas']['Role']

/** All roles, in the order in which a user's are answered. */
export const roles = ['Viewer', 'Manager', 'Administrator', 'Editor'] as const satisfies readonly Role[]

/** The roles in the order of the contract, each once. */
export function sortRoles(given: readonly Role[]): Role[] {
  return roles.filter((role) => given.includes(role))
}

export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value)
}
