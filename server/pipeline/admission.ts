import type { RequestHandler, Response } from 'express'
import type { InstanceDirectory } from '../access/instances.ts'
import { mayCall } from '../access/roles.ts'
import type { Caller, VerifiedToken, VerifyToken } from '../access/token.ts'
import type { Contract, ContractOperation } from '../../contract/document.ts'
import { instanceNotFound, tokenMissing, type ProblemAnswer } from '../../contract/rules/problems.ts'
import { sendProblem } from './problem.ts'

export interface Admission {
  contract: Contract
  verifyToken: VerifyToken
  instanceDirectory: InstanceDirectory
}

export function authenticate({ contract, verifyToken }: Admission): RequestHandler {
  return async (request, response, next) => {
    const verified = await verifyToken(request.headers.authorization)
    if (!verified.ok) return sendProblem(response, contract.titles, explainToken(verified.code))
    response.locals.caller = verified.caller
    next()
  }
}

/** Answers the same for an instance that the token does not open as for a missing one, whatever the caller's roles. */
export function authorize(
  operation: ContractOperation,
  { contract, instanceDirectory }: Admission,
): RequestHandler {
  return async (request, response, next) => {
    const caller = callerOf(response)
    const instanceId = String(request.params['instanceId'])
    const reachable = caller.instances.includes(instanceId) && (await instanceDirectory.has(instanceId))
    if (!reachable) return sendProblem(response, contract.titles, instanceNotFound)
    if (mayCall(caller, instanceId, operation)) return next()
    sendProblem(response, contract.titles, {
      status: 403,
      code: 'role_missing',
      detail: `This operation is open to ${operation.roles.join(', ')}. Ask an administrator of your identity provider for one of these roles.`,
    })
  }
}

export function callerOf(response: Response): Caller {
  const { caller } = response.locals
  if (!caller) throw new Error('Authentication comes before this step.')
  return caller
}

function explainToken(code: Extract<VerifiedToken, { ok: false }>['code']): ProblemAnswer {
  if (code === 'token_missing') return tokenMissing
  if (code === 'temporarily_unavailable') {
    const detail =
      'The identity provider cannot be reached to check the token. Send the request again shortly.'
    return { status: 503, code, detail, headers: { 'Retry-After': '1' } }
  }
  const detail =
    code === 'token_expired'
      ? 'Get a new access token from your identity provider.'
      : 'The token is malformed, or was issued by another provider, for another audience or without the claims needed.'
  const challenge = 'Bearer realm="instance-admin", error="invalid_token"'
  return { status: 401, code, detail, headers: { 'WWW-Authenticate': challenge } }
}
