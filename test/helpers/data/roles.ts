import { roles, type Role } from '../../../contract/rules/roles.ts'
import { fillPath } from './valid-requests.ts'

/** All 16 sets of roles, the empty one first. */
export const everySetOfRoles = roles.reduce<Role[][]>(
  (sets, role) => [...sets, ...sets.map((set) => [...set, role])],
  [[]],
)

/** The path of a request that does nothing: whom the roles let through is refused with 400, for the unknown parameter. */
export function askOnly(path: string, instanceId: string): string {
  const ids = {
    userId: 'x',
    agentId: 'x',
    integrationId: 'x',
    modelId: 'x',
    priceId: 'x',
    webhookId: 'x',
    deliveryId: 'x',
    type: 'x',
    entryId: 'x',
    sequence: '1',
    version: '1',
    other: '1',
  }
  return `${fillPath(path, { instanceId, ...ids })}?unknown=1`
}
