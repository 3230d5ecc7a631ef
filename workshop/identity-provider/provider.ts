import { listen } from '../../server/http/listening.ts'
import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { mkdir } from 'node:fs/promises'
import { Provider } from 'oidc-provider'
import { refuseClientErrors } from '../../server/http/client-errors.ts'
import { isHostGiven } from '../../server/http/host-header.ts'
import { createBoundServer } from '../../server/http/bound-server.ts'
import { writeIdentityFile } from './clients.ts'
import { buildConfiguration, type ConfigurationOptions } from './configuration.ts'
import { loadKeys } from './keys.ts'
import { contentSecurityPolicy } from './pages.ts'
import { createSignInHandler, type IdentityLog } from './sign-in.ts'

/**
 * Starts the OpenID provider of a development machine on 127.0.0.1. Its keys and client secrets are kept in `dataDir`;
 * sessions are lost at a restart. Throws in production, and when the port is taken. Port 0 takes a free port.
 */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  if (options.production) {
    throw new Error('The embedded identity provider is for development. Set OIDC_ISSUER to the one of production.')
  }
  await mkdir(options.dataDir, { recursive: true })
  const keys = await loadKeys(options.dataDir)
  let serve: RequestListener = (_request, response) => response.writeHead(503).end()
  const { slowReaderTimeoutMs } = options
  const timeouts = { requestTimeout: 30_000, headersTimeout: 10_000, slowReaderTimeoutMs }
  const server = createBoundServer(timeouts, (request, response) => serve(request, response))
  refuseClientErrors(server)
  const port = await listen(server, options.port, '127.0.0.1').catch((cause: unknown) => {
    throw new Error(`The identity provider cannot listen on 127.0.0.1:${options.port}. Is another one running?`, {
      cause,
    })
  })
  const issuer = `http://127.0.0.1:${port}`
  try {
    const { clients } = await writeIdentityFile(options.dataDir, issuer)
    serve = createHandler({ ...options, issuer, keys, clients })
  } catch (error) {
    await close(server)
    throw error
  }
  return { issuer, close: () => close(server) }
}

function createHandler(options: ConfigurationOptions & { log: IdentityLog }) {
  const { issuer, db, log } = options
  const provider = new Provider(issuer, buildConfiguration(options))
  const fail = (error: unknown) => log.error({ err: error }, 'identity provider failed')
  provider.on('server_error', (_context, error) => fail(error))
  // Otherwise the provider prints unexpected errors on the console.
  Object.assign(provider, { onerror: fail })

  const { host } = new URL(issuer)
  const signIn = createSignInHandler({ db, provider, log })
  const protocol = provider.callback()

  return (request: IncomingMessage, response: ServerResponse): void => {
    setSecurityHeaders(response)
    // The provider builds its addresses from the Host header, so a rebound DNS name must be refused.
    if (request.headers.host !== host || !isHostGiven(request) || !request.url?.startsWith('/')) {
      response.writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8' })
      response.end(`This provider answers at ${issuer} only.\n`)
      return
    }
    const handle = request.url.startsWith('/sign-in/') ? signIn : protocol
    handle(request, response).catch((error: unknown) => {
      fail(error)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  }
}

function setSecurityHeaders(response: ServerResponse): void {
  response.setHeader('Content-Security-Policy', contentSecurityPolicy)
  response.setHeader('Referrer-Policy', 'same-origin')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Cache-Control', 'no-store')
}

async function close(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

export type IdentityProviderOptions = Omit<ConfigurationOptions, 'issuer' | 'keys' | 'clients'> & {
  /** 0 takes a free port. */
  port: number
  dataDir: string
  production: boolean
  slowReaderTimeoutMs?: number
  log: IdentityLog
}

export interface IdentityProvider {
  issuer: string
  close(): Promise<void>
}
