import type { Request, Response } from 'express'
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
import { passSteps, type Step } from './step.ts'

export interface Admission {
  verifyToken: VerifyToken
  instanceDirectory: Pick<InstanceDirectory, 'find'>
  findUser: FindUser
  rolesFrom: RolesSource
}

export function authenticate({ verifyToken }: Admission): Step {
  return async (request, response) => {
    const verified = await verifyToken(request.headers.authorization)
    if (!verified.ok) return explainToken(verified.code)
    response.locals.caller = verified.caller
    return null
  }
}

export function authorize(operation: ContractOperation, admission: Admission): Step {
  return async (request, response) => {
    const caller = callerOf(response)
    const instanceId = instanceIdOf(request)
    const access = await decideAccess(operation, admission, caller, instanceId)
    if ('status' in access) return access
    response.locals.access = access
    if (instanceId !== null) response.locals.instanceId = instanceId
    return null
  }
}

/** A caller can lose the authority, and a token can expire, while the body is on its way. */
export function authorizeAfterBody(operation: ContractOperation, admission: Admission): Step {
  const again = [authenticate(admission), authorize(operation, admission)]
  return (request, response) => (response.locals.waitedForBody ? passSteps(again, request, response) : null)
}

/**
 * Whether the caller may still call the operation, by the token and by what the transaction `db` reads. Nothing is
 * remembered. Returns the refusal, or null.
 */
export async function reauthorize(
  operation: ContractOperation,
  admission: Admission,
  request: Request,
  db: Database,
): Promise<AccessRefusal | null> {
  const verified = await admission.verifyToken(request.headers.authorization)
  if (!verified.ok) return explainToken(verified.code)
  const fresh: Admission = { ...admission, findUser: (...account) => findKnownUser(db, ...account) }
  const access = await decideAccess(operation, fresh, verified.caller, instanceIdOf(request))
  return 'status' in access ? access : null
}

/** What a change may name as a condition of its statement; null when the caller is no user of the instance. */
export function authorityOf(
  operation: ContractOperation,
  { rolesFrom }: Admission,
  { accountId }: Caller,
  { userId }: Access,
): Authority | null {
  if (userId === null || accountId === null) return null
  return { accountId, roles: rolesFrom === 'service' ? operation.roles : null }
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

/** The instance in the path; null where the operation is of none. */
export function instanceIdOf({ params }: Request): string | null {
  const { instanceId } = params
  return instanceId === undefined ? null : String(instanceId)
}

/** Who the caller is in the records of changes: a user by the own id, another caller by the subject of the token. */
export function actorOf({ subject }: Caller, { kind, userId, name }: Access): ChangeOrigin['actor'] {
  return { type: kind, id: userId ?? subject, name }
}

export function callerOf(response: Response): Caller {
  const { caller } = response.locals
  if (!caller) throw new Error('Authentication comes before this step.')
  return caller
}

export function accessOfCall(response: Response): Access {
  const { access } = response.locals
  if (!access) throw new Error('Authorization comes before this step.')
  return access
}
