import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Database } from '../../server/db/database.ts'
import { errors, type Provider } from 'oidc-provider'
import type { Logger } from 'pino'
import { readForm } from './form.ts'
import { messagePage } from './pages.ts'
import { PasswordQueueFullError } from './password.ts'
import { createSignInSteps, type SignInAnswer, type SignInSteps } from './sign-in-steps.ts'

/**
 * Answers `/sign-in/<uid>`, to which the provider redirects a browser whose user must sign in. GET shows the current form,
 * POST takes it. The cookie that names the sign-in is SameSite=Lax and bound to this path, so that another site can neither
 * start nor finish a sign-in in the user's browser.
 */
export function createSignInHandler({ db, provider, log }: SignInOptions) {
  const steps = createSignInSteps({ db, log })

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const answer = await answerRequest(provider, steps, request, response)
      if (answer.kind === 'page') send(response, answer.status, answer.html, answer.headers)
      else await provider.interactionFinished(request, response, { login: { accountId: answer.userId } })
    } catch (error) {
      if (response.headersSent || response.destroyed) return
      const { kind: _kind, status, html, headers } = toErrorPage(error, log)
      send(response, status, html, headers)
    }
  }
}

async function answerRequest(
  provider: Provider,
  steps: SignInSteps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<SignInAnswer> {
  const { uid, params } = await provider.interactionDetails(request, response)
  if (request.url !== `/sign-in/${uid}`) return expired()
  const signIn = { uid, instanceId: String(params.instance), address: request.socket.remoteAddress ?? '' }

  if (request.method === 'GET' || request.method === 'HEAD') return steps.show(signIn)
  if (request.method !== 'POST') return failure(405, 'This page takes GET and POST.', { Allow: 'GET, HEAD, POST' })

  const { origin } = request.headers
  if (origin !== undefined && origin !== provider.issuer) return failure(403, 'The form was sent from another site.')

  const form = await readForm(request)
  if (form.ok) return steps.submit(signIn, form.fields)
  return failure(form.status, 'The form could not be read. Go back and try again.', { Connection: 'close' })
}

function toErrorPage(error: unknown, log: IdentityLog) {
  if (error instanceof errors.SessionNotFound) return expired()
  if (error instanceof PasswordQueueFullError) return failure(503, error.message, { 'Retry-After': 5 })
  log.error({ err: error }, 'sign-in failed')
  return failure(500, 'Something went wrong on our side. Try again.')
}

function expired() {
  return failure(
    400,
    'This sign-in is over, or it began in another browser. Go back to the application and start again.',
  )
}

function failure(status: number, message: string, headers: OutgoingHttpHeaders = {}) {
  return { kind: 'page' as const, status, html: messagePage('This did not work', message), headers }
}

function send(response: ServerResponse, status: number, html: string, headers: OutgoingHttpHeaders = {}): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    ...headers,
  })
  response.end(html)
}

export interface SignInOptions {
  db: Database
  provider: Provider
  log: IdentityLog
}

export type IdentityLog = Pick<Logger, 'info' | 'warn' | 'error'>
