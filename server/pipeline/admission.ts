import type { InstanceDirectory } from '../access/instances.ts'
import { accessOf, accessToService, type Access, type RolesSource } from '../access/roles.ts'
import { mayCall } from '../../contract/rules/roles.ts'
import { explainToken, type AccessRefusal } from '../access/refusals.ts'
import type { Caller, VerifyToken } from '../access/token.ts'
import type { FindUser } from '../access/users.ts'
import type { ContractOperation } from '../../contract/document.ts'
import { instanceNotFound, instanceSuspended, roleMissing, userDisabled } from '../../contract/rules/refusals.ts'
import type { Database } from '../db/database.ts'
import type { ChangeOrigin } from '../db/query/recorded.ts'
import { findKnownUser, type Authority } from '../db/users.ts'
import { accessOfCall, callerOf, instanceIdOf, passSteps, type Call, type Step } from './call.ts'

export interface Admission {
  verifyToken: VerifyToken
  instanceDirectory: Pick<InstanceDirectory, 'find'>
  findUser: FindUser
  rolesFrom: RolesSource
}

export function authenticate({ verifyToken }: Admission): Step {
  return async (call) => {
    const verified = await verifyToken(call.sent.authorization)
    if (!verified.ok) return explainToken(verified.code)
    call.caller = verified.caller
    return null
  }
}

export function authorize(admission: Admission): Step {
  return async (call) => {
    const instanceId = instanceIdOf(call)
    const access = await decideAccess(call.operation, admission, callerOf(call), instanceId)
    if ('status' in access) return access
    call.access = access
    if (instanceId !== null) call.instanceId = instanceId
    return null
  }
}

/** A caller can lose the authority, and a token can expire, while the body is on its way. */
export function authorizeAfterBody(admission: Admission): Step {
  const again = [authenticate(admission), authorize(admission)]
  return (call) => (call.waitedForBody ? passSteps(again, call) : null)
}

/**
 * Whether the caller may still call the operation, by the token and by what the transaction `db` reads. Nothing is
 * remembered. Returns the refusal, or null.
 */
export async function reauthorize(admission: Admission, call: Call, db: Database): Promise<AccessRefusal | null> {
  const verified = await admission.verifyToken(call.sent.authorization)
  if (!verified.ok) return explainToken(verified.code)
  const fresh: Admission = { ...admission, findUser: (...account) => findKnownUser(db, ...account) }
  const access = await decideAccess(call.operation, fresh, verified.caller, instanceIdOf(call))
  return 'status' in access ? access : null
}

/** What a change may name as a condition of its statement; null when the caller is no user of the instance. */
export function authorityOf({ rolesFrom }: Admission, call: Call): Authority | null {
  const { accountId } = callerOf(call)
  const { userId } = accessOfCall(call)
  if (userId === null || accountId === null) return null
  return { accountId, roles: rolesFrom === 'service' ? call.operation.roles : null }
}

/** Answers the same for an instance that the token does not open as for a missing one, whatever the caller's roles. */
async function decideAccess(
  operation: ContractOperation,
  { instanceDirectory, findUser, rolesFrom }: Admission,
  caller: Caller,
  instanceId: string | null,
): Promise<Access | AccessRefusal> {
  if (instanceId === null) return accessToService(caller)
  const status = caller.opens(instanceId) ? await instanceDirectory.find(instanceId) : null
  if (status === null) return instanceNotFound
  if (status === 'suspended') return instanceSuspended
  const { accountId } = caller
  const user = accountId === null ? null : await findUser(instanceId, accountId)
  if (user && !user.enabled) return userDisabled
  const access = accessOf(caller, user, instanceId, rolesFrom)
  return mayCall(operation, access.roles) ? access : roleMissing(operation.roles)
}

/** Who the caller is in the records of changes: a user by the own id, another caller by the subject of the token. */
export function actorOf(call: Call): ChangeOrigin['actor'] {
  const { kind, userId, name } = accessOfCall(call)
  return { type: kind, id: userId ?? callerOf(call).subject, name }
}
