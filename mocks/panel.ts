import { createHash, randomUUID } from 'node:crypto'
import express, { type Request, type RequestHandler, type Router } from 'express'
import type { Contract, ContractOperation } from '../contract/document.ts'
import { asObject } from '../contract/json.ts'
import { callerRoles, isCallerRole } from '../contract/rules/roles.ts'
import { escape } from '../server/development/identity-provider/pages.ts'
import { everybody, readDelay, type Control } from './control.ts'
import { namedExamples, readPreference } from './preference.ts'

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
    const { session = ownSession(request), operation = '' } = asTexts(
      request.method === 'POST' ? request.body : request.query,
    )
    return writePage(options, { session, operation, problem })
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
    control.forced.push({ id: randomUUID(), session, operation: String(id), prefer: answer, status, isOnce })
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

function writePage(
  { contract, served, control }: PanelOptions,
  { session, operation, problem }: { session: string; operation: string; problem: string | null },
): string {
  const sessions = [...new Set([everybody, session, ...control.requests.map((seen) => seen.session)])]
  const { least, most } = control.delays.get(session) ?? {}
  const delay = least === undefined ? '' : least === most ? `${least}` : `${least}-${most}`
  const roles = control.roles.get(session)
  const role = roles ? (roles[0] ?? 'none') : ''
  const shown = served.find(({ id }) => id === operation)
  const answers = shown ? listAnswers(shown, contract) : []
  const hidden = (fields: Fields) =>
    Object.entries(fields).map(([name, value = '']) => `<input type="hidden" name="${name}" value="${escape(value)}">`)
  const forced = control.forced.map(
    (one) => `<li><form method="post">${hidden({ action: 'stop', forced: one.id, session, operation }).join('')}
${escape(`${one.session}: ${one.isOnce ? 'the next call' : 'every call'} of ${one.operation} is answered ${one.prefer}`)}
<button aria-label="Stop answering ${escape(`${one.operation} ${one.prefer}`)}">Stop</button></form></li>`,
  )
  const rows = control.requests.map(
    ({ at, status, ms, isForced, ...seen }) => `<tr><td>${at.toISOString().slice(11, 23)}</td>
<td>${escape(seen.session)}</td><td>${seen.method} ${escape(seen.path)}</td>
<td>${status ?? 'open'}${isForced ? ', as set' : ''}</td><td>${ms} ms</td>
<td><a href="/__mock?${escape(new URLSearchParams({ session, operation: seen.operation }).toString())}">${seen.operation}</a></td></tr>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Mock</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body><main><h1>Mock</h1>${problem === null ? '' : `<p role="alert">${escape(problem)}</p>`}
<form><h2>For whom, and what</h2>
${select('session', 'Session', sessions.map(asOption), session)}
${select('operation', 'Operation', ['', ...served.map(({ id }) => id)].map(asOption), operation)}
<button>Choose</button></form>
<form method="post"><h2>Delay and role of ${escape(session)}</h2>${hidden({ action: 'settings', session, operation }).join('')}
<label for="delay">Delay in milliseconds, such as 500 or 200-2000</label>
<input id="delay" name="delay" value="${escape(delay)}" pattern="\\d{1,5}(-\\d{1,5})?" maxlength="11">
${select('role', 'Role', [['', 'of the token'], ...callerRoles.map(asOption), ['none', 'none']], role)}
<button>Set</button></form>
<form method="post"><h2>Answer of ${escape(operation || 'an operation')}</h2>
${
  answers.length === 0
    ? '<p>Choose an operation above, or one of the last requests.</p>'
    : `${hidden({ action: 'answer', session, operation }).join('')}
${select('answer', 'Answer', answers, '')}
${select('often', 'Calls', often, 'once')}
<button>Set</button>`
}</form>
<section><h2>Set answers</h2>${forced.length === 0 ? '<p>None.</p>' : `<ul>${forced.join('')}</ul>`}</section>
<form method="post"><h2>Begin anew</h2>${hidden({ action: 'reset' }).join('')}
<p>All data is as at the start, and nothing is set.</p><button>Begin anew</button></form>
<section id="requests" tabindex="-1"><h2>Last requests</h2><p><a href="/__mock?${escape(new URLSearchParams({ session, operation }).toString())}">Look again</a></p>
<div role="region" aria-label="Last requests" tabindex="0"><table><thead><tr><th scope="col">Time (UTC)</th><th scope="col">Session</th>
<th scope="col">Request</th><th scope="col">Status</th><th scope="col">Took</th><th scope="col">Choose</th></tr></thead>
<tbody>${rows.join('')}</tbody></table></div></section></main></body></html>`
}

const often: Option[] = Object.entries({ once: 'the next', always: 'all' })

/** Each status with each of its examples: what `Prefer` takes, and words for it. */
function listAnswers(operation: ContractOperation, contract: Contract): Option[] {
  const named = namedExamples(operation, contract)
  return operation.statuses.flatMap((status): Option[] => {
    const examples = [...new Set(named.filter((one) => one.status === status).map(({ example }) => example))]
    if (examples.length === 0) return [[`code=${status}`, `${status}`]]
    return examples.map((example) => [`code=${status}, example=${example}`, `${status} ${example}`])
  })
}

function select(name: string, label: string, options: readonly Option[], chosen: string): string {
  const items = options.map(
    ([value, text]) =>
      `<option value="${escape(value)}"${value === chosen ? ' selected' : ''}>${escape(text)}</option>`,
  )
  return `<label for="${name}">${label}</label><select id="${name}" name="${name}">${items.join('')}</select>`
}

function asOption(value: string): Option {
  return [value, value]
}

/** The fields that are texts: one that came twice is none. */
function asTexts(given: unknown): Fields {
  const texts = Object.entries(asObject(given ?? {})).filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
  return Object.fromEntries(texts)
}

const style = `body { margin: 0; background: Canvas; color: CanvasText; font: 1rem/1.5 system-ui, sans-serif } main { max-width: 60rem; margin: auto; padding: 1rem }
a { color: inherit } h2 { font-size: 1.1rem } form, section { border-top: 1px solid; padding-bottom: 1rem } li form { border: 0; padding: 0 }
label { display: block; margin-top: .5rem } input, select, button { font: inherit; max-width: 100%; min-height: 2rem }
[role=region] { overflow: auto } th, td { text-align: left; padding: .25rem .75rem .25rem 0; vertical-align: top }
[role=alert] { border: 2px solid; padding: .5rem }`

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';')

type Fields = Readonly<Record<string, string | undefined>>

type Option = [value: string, text: string]
