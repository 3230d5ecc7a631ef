export const roles = ['Viewer', 'Manager', 'Administrator', 'Editor'] as const

export type Role = (typeof roles)[number]

/** Whether one of the caller's roles opens the operation. */
export function mayCall(caller: HasRoles, operation: HasRoles): boolean {
  return caller.roles.some((role) => operation.roles.includes(role))
}

export function isRole(value: string): value is Role {
  return roles.some((role) => role === value)
}

interface HasRoles {
  roles: readonly string[]
}
