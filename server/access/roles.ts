import { isRole, type CallerRole } from '../../contract/rules/roles.ts'
import type { KnownUser } from '../db/users.ts'
import type { Caller } from './token.ts'

/** Where the roles of users are kept: in this service, or at the identity provider, whose tokens name them. */
export const rolesSources = ['service', 'token'] as const

export type RolesSource = (typeof rolesSources)[number]

/** As whom a call comes to an instance, and what it may do there. */
export interface Access {
  kind: 'user' | 'client'
  /** The user of the instance; null for a client, and for a person who is no user of it. */
  userId: string | null
  /** Of that user; of a client its id, where the token tells. */
  name: string | null
  roles: readonly CallerRole[]
}

/**
 * The only place that decides about the roles of a call:
 *
 * | Whose token                                                | `ROLES_FROM=service`    | `ROLES_FROM=token`  |
 * | ---------------------------------------------------------- | ----------------------- | ------------------- |
 * | of a user of the instance (also where a client has its id) | stored with the user    | claims of the token |
 * | of a client itself                                         | claims of the token     | claims of the token |
 * | of anybody else                                            | none                    | claims of the token |
 *
 * `Recorder` counts in the second row alone. A disabled user is refused before, whatever the roles.
 */
export function accessOf(
  { isClient, clientName, rolesIn }: Caller,
  user: KnownUser | null,
  instanceId: string,
  source: RolesSource,
): Access {
  const kind = isClient && !user ? 'client' : 'user'
  const userId = user?.id ?? null
  const name = user?.username ?? (isClient ? clientName : null)
  if (kind === 'client') return { kind, userId, name, roles: rolesIn(instanceId) }
  if (source === 'token') return { kind, userId, name, roles: rolesIn(instanceId).filter(isRole) }
  return { kind, userId, name, roles: user?.roles ?? [] }
}

/** Access to what is of no instance: no caller has a role there. */
export function accessToService({ isClient }: Caller): Access {
  return { kind: isClient ? 'client' : 'user', userId: null, name: null, roles: [] }
}
