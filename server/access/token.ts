import { isIdentifier } from '../../contract/rules/identifier.ts'
import { errors, jwtVerify, type JWTHeaderParameters, type JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { isObject } from '../../contract/json.ts'
import { watchOutage } from '../lib/outage.ts'
import { isCallerRole, type CallerRole } from '../../contract/rules/roles.ts'
import { discoverKeys, KeysTooOldError } from './keys.ts'

/** The caller, by the claims of the token. */
export interface Caller {
  /** `iss` and `sub` together identify a caller; within one issuer `sub` is enough. */
  subject: string
  /** A client got the token for itself, not for a user. */
  isClient: boolean
  /** The id of the client to which the token was issued; null when the token names none. */
  clientName: string | null
  /** The account to which the token was issued; null when the token names none. It need not be a user's. */
  accountId: string | null
  /** The instances that the token opens. */
  instances: readonly string[]
  opens: (instanceId: string) => boolean
  /** When the token is no longer accepted, in milliseconds since 1970. */
  expiresAt: number
  rolesIn: (instanceId: string) => readonly CallerRole[]
}

export type VerifiedToken =
  | { ok: true; caller: Caller }
  | { ok: false; code: 'token_missing' | 'token_invalid' | 'token_expired' | 'temporarily_unavailable' }

/** The settings of tokens. The name of a claim that begins with `/` is a JSON Pointer into the claims. */
export interface TokenRules {
  oidcAudience: string
  oidcInstancesClaim: string
  oidcRolesClaim: string
  oidcUserClaim: string
  /**
   * The claim that only a client's own tokens have, for issuers whose clients have another `sub` than their id; with
   * `=<value>` the claim must have that value. Empty when there is none.
   */
  oidcClientClaim: string
}

export type VerifyToken = (authorization: string | undefined) => Promise<VerifiedToken>

/** RFC 7515 section 3.1: a signed token has three parts. The error that jose makes of other text takes 15 us. */
const bearerToken = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i
const longestToken = 16 * 1024
const asymmetricAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const clockToleranceSeconds = 60
const rememberedForMs = 60_000

/**
 * Verifies bearer tokens with the keys that the issuer publishes by OpenID Connect discovery. Checking a signature costs
 * more than reading a row, so the last 10,000 valid tokens are remembered, or fewer where they are longer than 3 KB; each for
 * a minute at most and never beyond its expiry.
 */
export function createTokenVerifier(issuer: string, rules: TokenRules, log: Logger): VerifyToken {
  const provider = watchOutage(log, {
    begins: 'the keys of the identity provider cannot be read: no new token is accepted',
    ends: 'the keys of the identity provider can be read again',
  })
  const findKeys = discoverKeys(issuer, provider)
  // The first request then need not wait for it.
  void findKeys()
  // `Date` is the clock of expiry, too.
  const callers = new LRUCache<string, Caller>({
    max: 10_000,
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: (_caller, authorization) => authorization.length,
    perf: Date,
  })

  return async function verifyToken(authorization) {
    if (!authorization) return { ok: false, code: 'token_missing' }
    const known = callers.get(authorization)
    if (known) return { ok: true, caller: known }
    const token = bearerToken.exec(authorization)?.[1]
    if (!token || token.length > longestToken)
      return { ok: false, code: /^Bearer +\S/i.test(authorization) ? 'token_invalid' : 'token_missing' }
    const keys = await findKeys()
    if (!keys) return { ok: false, code: 'temporarily_unavailable' }
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        audience: rules.oidcAudience,
        algorithms: asymmetricAlgorithms,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', 'sub'],
      })
      const caller = isAccessToken(protectedHeader, payload) ? readCaller(payload, rules) : null
      provider.worked()
      if (!caller) return { ok: false, code: 'token_invalid' }
      const untilExpiry = Math.ceil(caller.expiresAt - Date.now())
      // At least 1, because a `ttl` of 0 means for ever.
      callers.set(authorization, caller, { ttl: Math.max(1, Math.min(rememberedForMs, untilExpiry)) })
      return { ok: true, caller }
    } catch (error) {
      const code = explain(error)
      if (code === 'temporarily_unavailable' && !(error instanceof KeysTooOldError)) provider.failed({ err: error })
      return { ok: false, code }
    }
  }
}

/**
 * False for other tokens of the issuer (ID tokens, refresh tokens, logout tokens), which must not open the API whatever else
 * they contain. The header names their type (RFC 8725 section 3.11, RFC 9068 section 4), or they have claims that OpenID
 * Connect, Keycloak, Cognito and RFC 8417 define for such tokens.
 */
function isAccessToken({ typ = 'JWT' }: JWTHeaderParameters, payload: JWTPayload): boolean {
  const { typ: kind = 'Bearer', token_use: use = 'access' } = payload
  return (
    /^(application\/)?(at\+jwt|jwt)$/i.test(typ) &&
    kind === 'Bearer' &&
    use === 'access' &&
    otherTokensClaim.every((name) => !(name in payload))
  )
}

const otherTokensClaim = ['at_hash', 'c_hash', 'events']

/** Null when the claim of the subject or of the user is no name, or when the token has no expiry. */
function readCaller(payload: JWTPayload, rules: TokenRules): Caller | null {
  const { sub, exp = NaN } = payload
  const isClient = isTokenOfClient(payload, rules.oidcClientClaim)
  const account = readClaim(payload, rules.oidcUserClaim) ?? null
  if (!isName(sub) || !(account === null || isName(account)) || !Number.isFinite(exp)) return null
  // Without names that no instance can have, because names become parts of keys and statements.
  const instances = toNames(readClaim(payload, rules.oidcInstancesClaim)).filter(isIdentifier)
  return {
    subject: sub,
    isClient,
    clientName: [payload['client_id'], payload['azp']].find(isName) ?? null,
    accountId: account,
    instances,
    opens: (instanceId) => instances.includes(instanceId),
    expiresAt: (exp + clockToleranceSeconds) * 1000,
    rolesIn: readRoles(payload, rules.oidcRolesClaim),
  }
}

/** RFC 9068 section 2.2: the subject of a token that a client got for itself is the client. OpenID Connect calls it `azp`. */
function isTokenOfClient(payload: JWTPayload, clientClaim: string): boolean {
  const { sub, client_id: clientId, azp } = payload
  if (sub !== undefined && (sub === clientId || sub === azp)) return true
  if (clientClaim === '') return false
  const [name = '', wanted] = clientClaim.split(/=(.*)/s)
  const value = readClaim(payload, name)
  return wanted === undefined ? Boolean(value) : value === wanted
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && /^\P{Cc}{1,255}$/u.test(value)
}

/** A list of roles holds in every instance of the token; an object has the roles of each instance. */
function readRoles(payload: JWTPayload, claim: string): Caller['rolesIn'] {
  const value = readClaim(payload, claim)
  const everywhere = toNames(value).filter(isCallerRole)
  if (!isObject(value)) return () => everywhere
  const byInstance = new Map(
    Object.entries(value).map(([instanceId, roles]) => [instanceId, toNames(roles).filter(isCallerRole)] as const),
  )
  return (instanceId) => byInstance.get(instanceId) ?? []
}

function toNames(value: unknown): string[] {
  // Some providers write a list as one text.
  if (typeof value === 'string') return value.split(/[ ,]/).filter(Boolean)
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []
}

function readClaim(payload: JWTPayload, claim: string): unknown {
  const path = claim.startsWith('/') ? claim.slice(1).split('/') : [claim]
  return path.reduce<unknown>((at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), payload)
}

function explain(error: unknown): 'token_invalid' | 'token_expired' | 'temporarily_unavailable' {
  if (error instanceof errors.JWTExpired) return 'token_expired'
  const isOfToken = error instanceof errors.JOSEError && !faultsOfKeys.includes(error.code)
  return isOfToken ? 'token_invalid' : 'temporarily_unavailable'
}

/** The endpoint of the keys gave a wrong answer or none, which is no fault of the token. */
const faultsOfKeys = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']
