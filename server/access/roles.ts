export const roles = ['Viewer', 'Manager', 'Administrator', 'Editor'] as const

export type Role = (typeof roles)[number]

/** Whether one of the caller's roles in this instance opens the operation. */
export function mayCall({ rolesIn }: HasRoles, instanceId: string, operation: OpensTo): boolean {
  return rolesIn(instanceId).some((role) => operation.roles.includes(role))
}

export function isRole(value: string): value is Role {
  return roles.some((role) => role === value)
}

interface HasRoles {
  rolesIn: (instanceId: string) => readonly string[]
}

interface OpensTo {
  roles: readonly string[]
}
