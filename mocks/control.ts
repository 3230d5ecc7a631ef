import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import type { ContractOperation } from '../contract/document.ts'
import { matchPath } from '../contract/rules/paths.ts'
import type { CallerRole } from '../contract/rules/roles.ts'
import type { Delay } from '../sdk/mock/delay.ts'
import { rolesOfToken } from '../sdk/mock/roles-of-token.ts'
import { readParts } from './preference.ts'

/** What the panel makes the mock do, and what was asked of it. */
export interface Control {
  forced: ForcedAnswer[]
  /** By session, or for `everybody`. */
  delays: Map<string, Delay>
  roles: Map<string, readonly CallerRole[]>
  /** The last ones, the newest first. */
  requests: SeenRequest[]
  /** Whether a request has changed data since the start. */
  hasChanges: boolean
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
  return { forced: [], delays: new Map(), roles: new Map(), requests: [], hasChanges: false }
}

/** Forgets all that was set and seen. */
export function clear(control: Control): void {
  for (const list of [control.forced, control.requests]) list.length = 0
  for (const settings of [control.delays, control.roles]) settings.clear()
  control.hasChanges = false
}

/** Whether all is as `clear` leaves it, and as the data was at the start. */
export function isAsAtStart({ forced, delays, roles, hasChanges }: Control): boolean {
  return !hasChanges && forced.length === 0 && delays.size === 0 && roles.size === 0
}

/** A session has one set answer for an operation: the last. */
export function setAnswer(control: Control, answer: ForcedAnswer): void {
  const isOther = (one: ForcedAnswer) => one.session !== answer.session || one.operation !== answer.operation
  control.forced = [...control.forced.filter(isOther), answer]
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
    const asksForAnswer = parts.has('code') || parts.has('example')
    const forced = asksForAnswer ? null : take(control, session, operation.id)
    if (forced) headers['prefer'] = [forced.prefer, own].filter(Boolean).join(', ')
    const begun = { at: new Date(), session, operation: operation.id, method, path: request.originalUrl }
    const seen: SeenRequest = { ...begun, status: null, ms: 0, isForced: forced !== null }
    control.requests.unshift(seen)
    control.requests.splice(mostRequests)
    response.once('close', () => {
      seen.ms = Date.now() - seen.at.getTime()
      seen.status = response.writableFinished ? response.statusCode : null
      const mayChange = method !== 'GET' && !operation.isRead && !asksForAnswer && !forced
      if (mayChange && seen.status !== null && seen.status < 300) control.hasChanges = true
      // A request that was refused before, such as a form with faults, leaves the answer to the next.
      if (forced?.isOnce && seen.status !== forced.status) putBack(control, forced)
    })
    const { least, most } = control.delays.get(session) ?? control.delays.get(everybody) ?? usual
    const asked = Number(parts.get('delay')) * 1000
    await sleep(asked >= 0 && asked <= 60_000 ? asked : least + Math.random() * (most - least))
    next()
  }
}

const mostRequests = 50

/** Another answer may have been set since. */
function putBack(control: Control, forced: ForcedAnswer): void {
  const { session, operation } = forced
  if (!control.forced.some((one) => one.session === session && one.operation === operation)) control.forced.push(forced)
}

/** What was set for the session comes before what was set for everybody. */
function take({ forced }: Control, session: string, operation: string): ForcedAnswer | null {
  const fitting = forced.filter((one) => one.operation === operation)
  const found =
    fitting.find((one) => one.session === session) ?? fitting.find((one) => one.session === everybody) ?? null
  if (found?.isOnce) forced.splice(forced.indexOf(found), 1)
  return found
}
