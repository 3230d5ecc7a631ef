import type { OutgoingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../server/db/database.ts'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { changePassword, findCredentialByLogin, type Credential } from './user-credentials.ts'
import { sessionsEndedAt } from './accounts.ts'
import { newPasswordPage, signInPage } from './pages.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { createThrottle, type Throttle } from './throttle.ts'

/** The steps of a sign-in: the password, and after a temporary password a new one. */
export function createSignInSteps({ db, log }: { db: Database; log: Pick<Logger, 'info' | 'warn'> }) {
  const context: Context = { db, log, throttle: createThrottle(), verified: new LRUCache({ max: 1000 }) }

  return {
    show(signIn: SignIn): SignInAnswer {
      const verified = context.verified.get(signIn.uid)
      return verified ? askForNewPassword(verified) : askForPassword(signIn)
    },

    submit(signIn: SignIn, fields: URLSearchParams): Promise<SignInAnswer> {
      const verified = context.verified.get(signIn.uid)
      return verified ? takeNewPassword(context, signIn, verified, fields) : takePassword(context, signIn, fields)
    },
  }
}

async function takePassword(context: Context, signIn: SignIn, fields: URLSearchParams): Promise<SignInAnswer> {
  const { uid, instanceId, address } = signIn
  const login = fields.get('login')?.trim() ?? ''
  const password = fields.get('password') ?? ''
  if (login === '' || login.length > maxLoginLength || password === '') {
    return askForPassword(signIn, { problem: 'Enter your username or email, and your password.' })
  }

  const credential = await findCredentialByLogin(context.db, instanceId, login)
  // The user is the key where the login is known: so all spellings of one name, as the database compares them, count
  // together.
  const key = JSON.stringify([instanceId, credential?.userId ?? login.toLowerCase(), address])
  const retryAfter = context.throttle.begin(key)
  if (retryAfter > 0) {
    context.log.warn({ instanceId, address }, 'sign-in throttled')
    const problem = `Too many attempts. Try again in ${Math.ceil(retryAfter / 60)} min.`
    return askForPassword(signIn, { login, problem, status: 429, headers: { 'Retry-After': retryAfter } })
  }

  const matches = await verifyPassword(credential?.passwordHash, password)
  // The user may have been changed while the password was being checked.
  const current = await findCredentialByLogin(context.db, instanceId, login)
  if (!matches || !current?.enabled || current.passwordHash !== credential?.passwordHash) {
    context.log.warn({ instanceId, address }, 'sign-in refused')
    const problem = 'These sign-in details are not right, or the user is disabled.'
    return askForPassword(signIn, { login, problem })
  }

  context.throttle.succeed(key)
  if (!current.mustChange) return signedIn(context, current)
  context.verified.set(uid, { ...current, login })
  // The browser must fetch the form of the next step.
  return { kind: 'page', status: 303, html: '', headers: { Location: `/sign-in/${uid}` } }
}

async function takeNewPassword(
  context: Context,
  signIn: SignIn,
  verified: Verified,
  fields: URLSearchParams,
): Promise<SignInAnswer> {
  const password = fields.get('newPassword') ?? ''
  const problem = await findPasswordProblem(password, fields.get('repeatedPassword'), verified)
  if (problem) return askForNewPassword(verified, problem)

  const { instanceId, userId, passwordHash: currentHash, login } = verified
  const passwordHash = await hashPassword(password)
  const changed = await changePassword(context.db, { instanceId, userId, currentHash, passwordHash })
  context.verified.delete(signIn.uid)
  if (changed) return signedIn(context, verified)
  return askForPassword(signIn, {
    login,
    problem: 'Your user has been changed meanwhile. Sign in again.',
    status: 409,
  })
}

async function findPasswordProblem(
  password: string,
  repeated: string | null,
  { passwordHash }: Verified,
): Promise<string | null> {
  const length = Array.from(password).length
  if (length < 12 || length > 128) return 'The new password must have 12 to 128 characters.'
  if (password !== repeated) return 'The two passwords are not the same.'
  if (await verifyPassword(passwordHash, password)) return 'The new password must not be the old one.'
  return null
}

async function signedIn({ log }: Context, credential: Credential): Promise<SignInAnswer> {
  const { instanceId, userId } = credential
  while (Math.floor(Date.now() / 1000) <= sessionsEndedAt(credential)) await sleep(50)
  log.info({ instanceId, userId }, 'signed in')
  return { kind: 'signed-in', userId }
}

function askForPassword({ instanceId }: SignIn, refusal?: Refusal): SignInAnswer {
  const { login = '', problem, status = 400, headers = {} } = refusal ?? { status: 200 }
  return { kind: 'page', status, html: signInPage({ instanceId, login, problem }), headers }
}

function askForNewPassword({ login }: Verified, problem?: string): SignInAnswer {
  const status = problem === undefined ? 200 : 400
  return { kind: 'page', status, html: newPasswordPage({ username: login, problem }), headers: {} }
}

/** An email address has at most 320 characters: 64 before the @, 255 behind it. */
const maxLoginLength = 320

export type SignInSteps = ReturnType<typeof createSignInSteps>

export interface SignIn {
  uid: string
  instanceId: string
  address: string
}

export type SignInAnswer =
  { kind: 'page'; status: number; html: string; headers: OutgoingHttpHeaders } | { kind: 'signed-in'; userId: string }

interface Refusal {
  problem?: string
  login?: string
  status?: number
  headers?: OutgoingHttpHeaders
}

interface Context {
  db: Database
  log: Pick<Logger, 'info' | 'warn'>
  throttle: Throttle
  /** By sign-in: users who have entered a temporary password, and must replace it before the sign-in can end. */
  verified: LRUCache<string, Verified>
}

type Verified = Credential & { login: string }
