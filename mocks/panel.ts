import { randomUUID } from 'node:crypto'
import express, { type Request, type RequestHandler, type Router } from 'express'
import type { Contract, ContractOperation } from '../contract/document.ts'
import { asObject } from '../contract/json.ts'
import { isCallerRole } from '../contract/rules/roles.ts'
import { readDelay } from '../sdk/mock/delay.ts'
import { everybody, setAnswer, type Control } from './control.ts'
import { contentSecurityPolicy, writePage, type Fields } from './panel-page.ts'
import { readPreference } from './preference.ts'

export interface PanelOptions {
  contract: Contract
  served: readonly ContractOperation[]
  control: Control
  /** Makes all data begin anew, with nothing set. */
  reset: () => void
}

/**
 * The page at `/__mock` makes the mock slow or faulty and switches roles, by forms without a script. Only the page itself
 * may send them: another page of this browser has another origin, and one whose name leads to this machine another host.
 */
export function createPanel(options: PanelOptions): Router {
  const show = (request: Request, problem: string | null) => {
    const fields = asTexts(request.method === 'POST' ? request.body : request.query)
    const { session = ownSession(request), operation = '', delay = null } = fields
    return writePage(options, { session, operation, problem, delay: problem === null ? null : delay })
  }
  return express
    .Router()
    .use(['/__mock', '/__reset'], refuseForeign)
    .use('/__mock', (_request, response, next) => {
      response.set({ 'Content-Security-Policy': contentSecurityPolicy, 'X-Content-Type-Options': 'nosniff' })
      next()
    })
    .get('/__mock', (request, response) => {
      response.type('html').send(show(request, null))
    })
    .post('/__mock', express.urlencoded({ extended: false, limit: '10kb' }), (request, response) => {
      const fields = asTexts(request.body ?? {})
      const problem = change(options, fields)
      if (problem !== null) {
        response.status(400).type('html').send(show(request, problem))
        return
      }
      const { session = everybody, operation = '' } = fields
      response.redirect(303, `/__mock?${new URLSearchParams({ session, operation }).toString()}`)
    })
    .post('/__reset', (_request, response) => {
      options.reset()
      response.status(204).end()
    })
}

const refuseForeign: RequestHandler = (request, response, next) => {
  const { host = '', origin, 'sec-fetch-site': site = 'same-origin' } = request.headers
  const isOwnPage = (origin === undefined || origin === `http://${host}`) && ['same-origin', 'none'].includes(site)
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(host)
  if (isLocal && (isOwnPage || (request.method === 'GET' && origin === undefined))) return next()
  response.status(403).type('text').send('Only the page of the mock itself, on this machine, may do this.\n')
}

/** Does what a form asks for. Returns what is wrong with it, otherwise null. */
function change({ contract, served, control, reset }: PanelOptions, fields: Fields): string | null {
  const { action, session = everybody, operation: id, answer = '', delay = '', role = '', forced } = fields
  if (action === 'reset') {
    reset()
    return null
  }
  if (action === 'stop') {
    control.forced = control.forced.filter((one) => one.id !== forced)
    return null
  }
  if (action === 'answer') {
    const operation = served.find((one) => one.id === id)
    const preference = operation ? readPreference(answer, operation, contract) : { choice: null }
    if ('fault' in preference || !preference.choice) return 'Choose an operation, and one of its answers.'
    const { status } = preference.choice
    const isOnce = fields['often'] !== 'always'
    setAnswer(control, { id: randomUUID(), session, operation: String(id), prefer: answer, status, isOnce })
    return null
  }
  if (action !== 'settings') return 'The action is settings, answer, stop or reset, in a form as this page sends it.'
  const wanted = readDelay(delay)
  if (delay !== '' && wanted === null) return 'A delay is in milliseconds, such as 500 or 200-2000, and at most 60000.'
  if (!['', 'none'].includes(role) && !isCallerRole(role)) return `There is no role ${role}.`
  control.delays.delete(session)
  control.roles.delete(session)
  if (wanted) control.delays.set(session, wanted)
  if (role !== '') control.roles.set(session, isCallerRole(role) ? [role] : [])
  return null
}

/** The session of the last sign-in of this browser. */
function ownSession({ headers: { cookie = '' } }: Request): string {
  return /(?:^|; )mock-session=(\w+\.\w+)/.exec(cookie)?.[1] ?? everybody
}

/** The fields that are texts: one that came twice is none. */
function asTexts(given: unknown): Fields {
  const texts = Object.entries(asObject(given ?? {})).filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
  return Object.fromEntries(texts)
}
