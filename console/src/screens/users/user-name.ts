import type { User } from '@instance-admin/sdk'

/** A person's whole name. */
export function nameOfUser({ name, middleName, familyName }: Pick<User, 'name' | 'middleName' | 'familyName'>): string {
  return [name, middleName, familyName].filter(Boolean).join(' ')
}
