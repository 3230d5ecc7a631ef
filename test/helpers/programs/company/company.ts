import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import express from 'express'
import type { Config } from '../../../../server/config/config.ts'
import { openCompanyAccounts } from './accounts.ts'
import { keycloakServer, type RealmRules } from './keycloak.ts'
import { scimServer } from './scim.ts'
import { companySignIn } from './sign-in.ts'
import { endServer } from '../end-server.ts'

export const companySecret = 'the-secret-of-the-service'

export interface CompanyOptions {
  kind: 'scim' | 'keycloak'
  /** 0 takes a free port. */
  port?: number
  /** Keeps the accounts beyond the process. */
  file?: string
  /** Whether SCIM says that it takes PATCH. */
  patches?: boolean
  realm?: RealmRules
  /** The most milliseconds that an answer to the service takes; the least is none. */
  slownessMs?: number
}

/** Starts the identity provider of a company that uses no code of ours: sign-in, and a directory of one kind. */
export async function startCompany({ kind, port = 0, file, patches = true, realm, slownessMs = 0 }: CompanyOptions) {
  const accounts = openCompanyAccounts(file)
  const app = express()
  let isDown = false
  let answered = 0
  let lost: string | null = null
  let lostAt = ''
  let refused: { method: string; status: number; after: number } | null = null
  let substitute: { status: number; body: string } | null = null
  let held: { arrived: () => unknown; released: Promise<void> } | null = null
  const keycloak = keycloakServer(accounts, companySecret, realm)
  app.use(['/scim', '/admin', '/realms'], async (request, response, next) => {
    answered += 1
    if (isDown) {
      request.socket.destroy()
      return
    }
    if (substitute) {
      response.status(substitute.status).send(substitute.body)
      return
    }
    if (request.method === refused?.method && refused.after-- === 0) {
      response.status(refused.status).end()
      refused = null
      return
    }
    if (request.method === lost && request.originalUrl.toLowerCase().endsWith(lostAt)) {
      lost = null
      // What was asked is done, but nobody hears of it.
      response.end = () => {
        request.socket.destroy()
        return response
      }
    }
    held?.arrived()
    await held?.released
    if (slownessMs > 0) await sleep(Math.random() * slownessMs)
    next()
  })
  if (kind === 'scim') app.use('/scim', scimServer(accounts, companySecret, { patches }))
  else app.use(keycloak.router)
  const server = app.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${portOf(server)}`
  app.use(companySignIn(url, accounts, 'instance-admin'))

  return {
    url,
    accounts,
    faults: keycloak.faults,
    /** How many requests the directory got. */
    requests: () => answered,
    setDown(down: boolean) {
      isDown = down
    },
    /** Loses the answer to the next request with this method whose path ends so. */
    loseAnswer(method: string, pathEnd = '') {
      lost = method
      lostAt = pathEnd
    },
    /** Does nothing of what the next request with this method asks for, or the one that comes `after` so many. */
    refuseNext(method: string, status: number, after = 0) {
      refused = { method, status, after }
    },
    /** Something else answers in the place of the directory. Null: the directory again. */
    replaceBy(answer: typeof substitute) {
      substitute = answer
    },
    /** Holds whatever the service asks from now on. `arrived` resolves when so many requests are held. */
    hold(requests: number) {
      const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      held = { arrived: () => --requests === 0 && arrived.resolve(), released: released.promise }
      const release = () => {
        held = null
        released.resolve()
      }
      return { arrived: arrived.promise, release }
    },
    close: () => endServer(server),
  }
}

export type Company = Awaited<ReturnType<typeof startCompany>>

/** What the service needs to keep its accounts at the company. */
export function directorySettings(kind: CompanyOptions['kind'], url: string): DirectorySettings {
  return {
    oidcIssuer: url,
    identityDirectory: kind,
    identityDirectoryUrl: kind === 'scim' ? `${url}/scim` : `${url}/realms/acme`,
    identityDirectoryClient: 'instance-admin-users',
    identityDirectorySecret: companySecret,
  }
}

/** The same as variables of a command, for a company with Keycloak. */
export function directoryVariables(url: string): Record<string, string> {
  return {
    OIDC_ISSUER: url,
    IDENTITY_DIRECTORY: 'keycloak',
    IDENTITY_DIRECTORY_URL: `${url}/realms/acme`,
    IDENTITY_DIRECTORY_CLIENT: 'instance-admin-users',
    IDENTITY_DIRECTORY_SECRET: companySecret,
  }
}

type DirectorySettings = Pick<
  Config,
  'oidcIssuer' | 'identityDirectory' | 'identityDirectoryUrl' | 'identityDirectoryClient' | 'identityDirectorySecret'
>

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The company has no port.')
  return address.port
}
