export const roles = ['Viewer', 'Manager', 'Administrator', 'Editor'] as const

export type Role = (typeof roles)[number]

export function isRole(value: string): value is Role {
  return roles.some((role) => role === value)
}
