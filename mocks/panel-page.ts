import { createHash } from 'node:crypto'
import type { Contract, ContractOperation } from '../contract/document.ts'
import { callerRoles } from '../contract/rules/roles.ts'
import { escape } from '../workshop/identity-provider/pages.ts'
import { everybody, isAsAtStart, type Control, type ForcedAnswer, type SeenRequest } from './control.ts'
import { namedExamples } from './preference.ts'

export interface PageOptions {
  contract: Contract
  served: readonly ContractOperation[]
  control: Control
}

export interface Shown {
  session: string
  operation: string
  /** What was wrong with the form that was sent, and the delay in it. */
  problem: string | null
  delay: string | null
}

/** The panel as HTML, without a script. */
export function writePage({ contract, served, control }: PageOptions, shown: Shown): string {
  const { session, operation, problem } = shown
  const sessions = [...new Set([everybody, session, ...control.requests.map((seen) => seen.session)])]
  const chosen = served.find(({ id }) => id === operation)
  const main = `<h1>Mock</h1>${problem === null ? '' : `<p id="problem" role="alert">${escape(problem)}</p>`}
<div class="forms">
<form><h2>For whom, and what</h2>
${select('session', 'Session', sessions.map(asOption), session)}
${select('operation', 'Operation', ['', ...served.map(({ id }) => id)].map(asOption), operation)}
<button>Choose</button></form>
${writeAnswers(chosen, contract, shown)}
${writeSettings(control, shown)}
${writeReset(control)}
</div>
<section><h2>Set answers</h2>${writeForced(control.forced, shown)}</section>
<section id="requests" tabindex="-1"><h2>Last requests</h2><p><a href="${linkTo(session, operation)}">Look again</a></p>
${writeRequests(control.requests, session)}</section>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Mock</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body><main>${main}</main></body></html>`
}

function writeAnswers(
  chosen: ContractOperation | undefined,
  contract: Contract,
  { session, operation }: Shown,
): string {
  if (!chosen)
    return '<section><h2>Answer</h2><p>Choose an operation, here or among the last requests, to decide its answer.</p></section>'
  return `<form method="post"><h2>Answer of ${escape(operation)}</h2>${hidden({ action: 'answer', session, operation })}
${select('answer', 'Answer', listAnswers(chosen, contract), '')}
${select('often', 'Calls', often, 'once')}
<button>Set</button></form>`
}

function writeSettings({ delays, roles }: Control, { session, operation, delay }: Shown): string {
  const { least, most } = delays.get(session) ?? {}
  const current = least === undefined ? '' : least === most ? `${least}` : `${least}-${most}`
  const own = roles.get(session)
  const role = own ? (own[0] ?? 'none') : ''
  const wrong = delay === null ? '' : ' aria-invalid="true" aria-describedby="problem"'
  return `<form method="post"><h2>Delay and role of ${escape(session)}</h2>${hidden({ action: 'settings', session, operation })}
<label for="delay">Delay in milliseconds, such as 500 or 200-2000</label>
<input id="delay" name="delay" value="${escape(delay ?? current)}" maxlength="40"${wrong}>
${select('role', 'Role', [['', 'of the token'], ...callerRoles.map(asOption), ['none', 'none']], role)}
<button>Set</button></form>`
}

function writeReset(control: Control): string {
  const state = isAsAtStart(control)
    ? '<p role="status">All data is as at the start, and nothing is set.</p>'
    : '<p>Makes all data as at the start, and takes back what is set.</p>'
  return `<form method="post"><h2>Begin anew</h2>${hidden({ action: 'reset' })}${state}<button>Begin anew</button></form>`
}

/** A row for each set answer. */
function writeForced(forced: readonly ForcedAnswer[], { session, operation }: Shown): string {
  if (forced.length === 0) return '<p>None.</p>'
  const rows = forced.map((one) => {
    const calls = `${one.isOnce ? 'the next call' : 'every call'} of ${one.operation} is answered ${one.prefer}`
    return `<tr><td>${escape(calls)}<small>${escape(one.session)}</small></td>
<td><form method="post">${hidden({ action: 'stop', forced: one.id, session, operation })}
<button aria-label="Stop answering ${escape(`${one.operation} ${one.prefer}`)}">Stop</button></form></td></tr>`
  })
  return `<table><thead><tr><th scope="col">Answer</th><th scope="col">Stop</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

/** Three columns, whose texts break, so that the table fits on a phone. */
function writeRequests(requests: readonly SeenRequest[], session: string): string {
  if (requests.length === 0) return '<p>None yet.</p>'
  const rows = requests.map((seen) => {
    const details = [seen.session, seen.at.toISOString().slice(11, 23), `${seen.ms} ms`]
    return `<tr><td>${seen.method} ${escape(seen.path)}<small>${escape(details.join(' · '))}</small></td>
<td>${seen.status ?? 'open'}${seen.isForced ? ', as set' : ''}</td>
<td><a href="${linkTo(session, seen.operation)}">${seen.operation}</a></td></tr>`
  })
  return `<table><thead><tr><th scope="col">Request<small>session · time (UTC) · took</small></th><th scope="col">Status</th>
<th scope="col">Choose</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
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

function linkTo(session: string, operation: string): string {
  return `/__mock?${escape(new URLSearchParams({ session, operation }).toString())}`
}

function hidden(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, value = '']) => `<input type="hidden" name="${name}" value="${escape(value)}">`)
    .join('')
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

const style = `:root { color-scheme: light dark; --soft: light-dark(#5b6270, #a7aebb); --line: light-dark(#d3d8e0, #3a414d);
  --card: light-dark(#fff, #1d2129); --accent: light-dark(#2450c8, #8fb0ff); --on: light-dark(#fff, #10131a); --bad: light-dark(#a3161d, #ff9a9a) }
* { box-sizing: border-box }
body { margin: 0; background: light-dark(#f2f4f7, #12151b); color: light-dark(#1a1d24, #eceef2); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 75rem; margin: auto; padding: 1rem; overflow-wrap: anywhere }
h1 { margin: 0 0 1rem; font-size: 1.5rem } h2 { margin: 0; font-size: 1.1rem } p { margin: .5rem 0 } a { color: var(--accent) }
.forms { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr)); gap: 1rem }
section, .forms > form { padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card) }
main > section { margin-top: 1rem }
label { display: block; margin-top: .5rem; font-weight: 600 }
input, select { width: 100%; min-height: 2.5rem; padding: 0 .5rem; border: 1px solid var(--soft); border-radius: .375rem; background: transparent; color: inherit; font: inherit }
option { background: Canvas; color: CanvasText } [aria-invalid] { border-color: var(--bad) }
button { min-height: 2.5rem; margin-top: 1rem; padding: 0 1rem; border: 0; border-radius: .375rem; background: var(--accent); color: var(--on); font: inherit; font-weight: 600; cursor: pointer }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
table { width: 100%; border-collapse: collapse } th, td { padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top }
thead th { border: 0 } small { display: block; color: var(--soft); font-weight: 400 } td button { margin: 0 }
td button { padding: 0 .75rem; overflow-wrap: normal } th + th, td + td { width: 5rem } #requests :is(th, td):last-child { width: 28% } th:last-child, td:last-child { padding-right: 0 }
[role=alert] { padding: .5rem .75rem; border-left: .25rem solid var(--bad); color: var(--bad) }`

export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';')

export type Fields = Readonly<Record<string, string | undefined>>

type Option = [value: string, text: string]
