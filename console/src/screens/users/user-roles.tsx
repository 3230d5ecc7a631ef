import type { User } from '@instance-admin/sdk'
import { Status, Statuses } from '../../parts/status.tsx'

/** Who has no role can sign in, and see nothing. */
export function Roles({ roles }: Pick<User, 'roles'>) {
  return roles.length === 0 ? <Status value="noRole" /> : <Statuses of={roles} />
}
