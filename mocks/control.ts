import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import type { ContractOperation } from '../contract/document.ts'
import { matchPath } from '../contract/rules/paths.ts'
import { isCallerRole, type CallerRole } from '../contract/rules/roles.ts'
import { readParts } from './preference.ts'

/** What the panel makes the mock do, and what was asked of it. */
export interface Control {
  forced: ForcedAnswer[]
  /** By session, or for `everybody`. */
  delays: Map<string, Delay>
  roles: Map<string, readonly CallerRole[]>
  /** The last ones, the newest first. */
  requests: SeenRequest[]
}

export interface ForcedAnswer {
  id: string
  session: string
  operation: string
  /** The header `Prefer` that the request gets. */
  prefer: string
  status: number
  isOnce: boolean
}

/** In milliseconds. */
export interface Delay {
  least: number
  most: number
}

export interface SeenRequest {
  at: Date
  session: string
  operation: string
  method: string
  path: string
  status: number | null
  ms: number
  isForced: boolean
}

/** Stands for all sessions. */
export const everybody = 'everybody'

export function createControl(): Control {
  return { forced: [], delays: new Map(), roles: new Map(), requests: [] }
}

/** Forgets all that was set and seen. */
export function clear({ forced, delays, roles, requests }: Control): void {
  for (const list of [forced, requests]) list.length = 0
  for (const settings of [delays, roles]) settings.clear()
}

/** Reads `500` and `200-2000`; null for what is no delay, or longer than a minute. */
export function readDelay(text: string): Delay | null {
  const [, least, most = least] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? []
  const delay = { least: Number(least), most: Number(most) }
  return delay.least <= delay.most && delay.most <= 60_000 ? delay : null
}

/**
 * A session is a token: each sign-in at the mock has its own, `Viewer.1f3a`. Another token may be a real one, and shows only
 * a part of its digest.
 */
export function sessionOf(token: string | undefined): string {
  if (token === undefined) return 'no token'
  if (rolesOfToken(token) !== null) return token
  return `token ${createHash('sha256').update(token).digest('hex').slice(0, 6)}`
}

/** A token that is the name of a role, alone or before the name of a session, opens what the role opens; null for others. */
export function rolesOfToken(token: string): readonly CallerRole[] | null {
  const [, role] = /^(\w+)(?:\.[\da-f]{1,16})?$/.exec(token) ?? []
  return isCallerRole(role) ? [role] : null
}

export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S.*)/i.exec(authorization ?? '')?.[1]
}

/** Keeps an answer waiting and makes it what the panel says, by the header `Prefer` that the caller could have sent. */
export function steer(control: Control, served: readonly ContractOperation[], usual: Delay): RequestHandler {
  const paths = served.map(({ path }) => path)
  return async (request, response, next) => {
    const { method, path, headers } = request
    const template = matchPath(paths, path)?.template
    const operation = served.find((one) => one.path === template && one.method === method.toLowerCase())
    if (!operation) return next()
    const session = sessionOf(bearerOf(headers.authorization))
    const own = String(headers['prefer'] ?? '')
    const parts = readParts(own)
    const forced = parts.has('code') || parts.has('example') ? null : take(control, session, operation.id)
    if (forced) headers['prefer'] = [forced.prefer, own].filter(Boolean).join(', ')
    const begun = { at: new Date(), session, operation: operation.id, method, path: request.originalUrl }
    const seen: SeenRequest = { ...begun, status: null, ms: 0, isForced: forced !== null }
    control.requests.unshift(seen)
    control.requests.splice(mostRequests)
    response.once('close', () => {
      seen.ms = Date.now() - seen.at.getTime()
      seen.status = response.writableFinished ? response.statusCode : null
      // A request that was refused before, such as a form with faults, leaves the answer to the next.
      if (forced?.isOnce && seen.status !== forced.status) control.forced.unshift(forced)
    })
    const { least, most } = control.delays.get(session) ?? control.delays.get(everybody) ?? usual
    const asked = Number(parts.get('delay')) * 1000
    await sleep(asked >= 0 && asked <= 60_000 ? asked : least + Math.random() * (most - least))
    next()
  }
}

const mostRequests = 50

/** What was set for the session comes before what was set for everybody. */
function take({ forced }: Control, session: string, operation: string): ForcedAnswer | null {
  const fitting = forced.filter((one) => one.operation === operation)
  const found =
    fitting.find((one) => one.session === session) ?? fitting.find((one) => one.session === everybody) ?? null
  if (found?.isOnce) forced.splice(forced.indexOf(found), 1)
  return found
}
