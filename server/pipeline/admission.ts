import type { Response } from 'express'
import type { InstanceDirectory } from '../access/instances.ts'
import { accessOf, isOpenTo, type Access, type RolesSource } from '../access/roles.ts'
import type { Caller, VerifiedToken, VerifyToken } from '../access/token.ts'
import type { UserDirectory } from '../access/users.ts'
import type { ContractOperation } from '../../contract/document.ts'
import { instanceNotFound, tokenMissing, type ProblemAnswer } from '../../contract/rules/problems.ts'
import type { Step } from './step.ts'

export interface Admission {
  verifyToken: VerifyToken
  instanceDirectory: InstanceDirectory
  userDirectory: UserDirectory
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

/** Answers the same for an instance that the token does not open as for a missing one, whatever the caller's roles. */
export function authorize(
  operation: ContractOperation,
  { instanceDirectory, userDirectory, rolesFrom }: Admission,
): Step {
  const roleMissing: ProblemAnswer = {
    status: 403,
    code: 'role_missing',
    detail: `This operation is open to ${operation.roles.join(', ')}. Ask an administrator for one of these roles.`,
  }
  return async (request, response) => {
    const caller = callerOf(response)
    const instanceId = String(request.params['instanceId'])
    const reachable = caller.opens(instanceId) && (await instanceDirectory.has(instanceId))
    if (!reachable) return instanceNotFound
    const { accountId } = caller
    const user = accountId === null ? null : await userDirectory.find(instanceId, accountId)
    if (user && !user.enabled) return userDisabled
    const access = accessOf(caller, user, instanceId, rolesFrom)
    response.locals.access = access
    response.locals.instanceId = instanceId
    return isOpenTo(operation, access.roles) ? null : roleMissing
  }
}

const userDisabled: ProblemAnswer = {
  status: 403,
  code: 'user_disabled',
  detail: 'Your account is disabled in this instance. Ask an administrator to enable it.',
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

function explainToken(code: Extract<VerifiedToken, { ok: false }>['code']): ProblemAnswer {
  if (code === 'token_missing') return tokenMissing
  if (code === 'temporarily_unavailable') {
    const detail = 'The identity provider cannot be reached to check the token. Send the request again shortly.'
    return { status: 503, code, detail, headers: { 'Retry-After': '1' } }
  }
  const detail =
    code === 'token_expired'
      ? 'Get a new access token from your identity provider.'
      : 'The token is malformed, or was issued by another provider, for another audience or without the claims needed.'
  const challenge = 'Bearer realm="instance-admin", error="invalid_token"'
  return { status: 401, code, detail, headers: { 'WWW-Authenticate': challenge } }
}
