import {
  type instanceNotFound,
  type instanceSuspended,
  refuse,
  type roleMissing,
  tokenExpired,
  tokenInvalid,
  tokenMissing,
  type userDisabled,
} from '../../contract/rules/refusals.ts'
import type { VerifiedToken } from './token.ts'

/** The refusal of a request whose token opens nothing. */
export function explainToken(code: Extract<VerifiedToken, { ok: false }>['code']) {
  if (code === 'token_missing') return tokenMissing
  if (code === 'token_invalid') return tokenInvalid
  if (code === 'token_expired') return tokenExpired
  const detail = 'The identity provider cannot be reached to check the token. Send the request again shortly.'
  return { ...refuse(503, code, detail), headers: { 'Retry-After': '1' } }
}

/** Each answer with which a caller is refused. */
export type AccessRefusal =
  | ReturnType<typeof explainToken | typeof roleMissing>
  | typeof userDisabled
  | typeof instanceSuspended
  | typeof instanceNotFound
