import { can, createClient, type ErrorCodes } from '@instance-admin/sdk'
import { createQueries, createServiceQueries } from '@instance-admin/sdk/react-query'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { createSession } from './session.ts'
import { settings } from './settings.ts'

/** Everything that leads to one instance: the SDK's client, its options for TanStack Query, and the session. */
function createApi(instance: string) {
  const session = createSession(instance)
  const client = createClient({ baseUrl: settings.apiUrl, token: session.token })
  return {
    instance,
    session,
    service: client,
    client: client.instance(instance),
    queries: createQueries(client, instance),
    /** Up to 200, which is a page. */
    instances: createServiceQueries(client).instances.list({ size: 200 }),
  }
}

/** Entries of the work ledger leave no records of changes, so they are read again while somebody looks at them. */
export const readAgain = { refetchInterval: 10_000 }

const apis = new Map<string, ReturnType<typeof createApi>>()

/** One client for each instance, however often somebody comes back to it. */
export function apiOf(instance: string) {
  const api = apis.get(instance) ?? createApi(instance)
  apis.set(instance, api)
  return api
}

/** The API of the instance in the address, who is signed in there, and which methods this opens. */
export function useApi() {
  const { api } = instanceRoute.useRouteContext()
  const { data: me } = useSuspenseQuery(api.queries.me())
  return { ...api, me, may: (method: keyof ErrorCodes) => can(me, method) }
}

const instanceRoute = getRouteApi('/$instance')
