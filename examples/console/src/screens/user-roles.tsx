import { Group } from '@mantine/core'
import type { User } from '@instance-admin/sdk'
import { Status } from '../parts/status.tsx'
import { texts } from '../texts.ts'

export function Roles({ roles }: Pick<User, 'roles'>) {
  if (roles.length === 0) return texts.none
  return (
    <Group component="span" gap={4}>
      {roles.map((role) => (
        <Status key={role} value={role} />
      ))}
    </Group>
  )
}
