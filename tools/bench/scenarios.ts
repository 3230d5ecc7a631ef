import { asObject, asString } from '../../contract/json.ts'
import type { Load } from './load.ts'

export interface Scenario {
  name: string
  /** Prepares the requests to one server: a cursor is that server's own. */
  prepare: (server: Prepared) => Promise<Load> | Load
}

export interface Prepared {
  baseUrl: string
  authorization: string
  userIds: readonly string[]
}

/** The measured operations, in the instance `bench`. */
export const scenarios: readonly Scenario[] = [
  { name: 'list, first page', prepare: list('/instances/bench/users?size=20') },
  {
    name: 'list, by cursor',
    prepare: async (server) => {
      const path = '/instances/bench/users?size=20'
      const answer = await fetch(server.baseUrl + path, { headers: headersOf(server) })
      const { next } = asObject(asObject(await answer.json())['page'])
      return list(`${path}&cursor=${asString(next)}`)(server)
    },
  },
  { name: 'list, name filter', prepare: list('/instances/bench/users?size=20&username=user-123') },
  {
    name: 'one user',
    prepare: (server) => ({
      statuses: [200],
      next: () => ({ method: 'GET', path: userPath(server), headers: headersOf(server) }),
    }),
  },
  {
    name: 'one user, 304',
    prepare: async (server) => {
      const path = userPath(server)
      const answer = await fetch(server.baseUrl + path, { headers: headersOf(server) })
      const headers = { ...headersOf(server), 'If-None-Match': answer.headers.get('etag') ?? '' }
      return { statuses: [304], next: () => ({ method: 'GET', path, headers }) }
    },
  },
  {
    name: 'create',
    prepare: (server) => ({
      statuses: [201],
      next: () => ({ method: 'POST', path: agents, headers: headersOf(server), body: agent }),
    }),
  },
  {
    name: 'update',
    prepare: (server) => {
      let count = 0
      return {
        statuses: [200],
        // Another name each time: what changes nothing is not written.
        next: () => ({
          method: 'PUT',
          path: userPath(server),
          headers: headersOf(server),
          body: { name: `Grace ${(count += 1)}` },
        }),
      }
    },
  },
  {
    name: 'refused, 400',
    prepare: (server) => ({
      statuses: [400],
      next: () => ({
        method: 'POST',
        path: agents,
        headers: headersOf(server),
        body: { ...agent, model: undefined },
      }),
    }),
  },
  {
    name: 'refused, 401',
    prepare: () => ({
      statuses: [401],
      next: () => ({ method: 'GET', path: agents, headers: { Authorization: 'Bearer wrong' } }),
    }),
  },
  { name: 'ledger, first page', prepare: list('/instances/bench/work-ledger?size=20') },
]

function list(path: string): Scenario['prepare'] {
  return (server) => ({ statuses: [200], next: () => ({ method: 'GET', path, headers: headersOf(server) }) })
}

function headersOf({ authorization }: Prepared) {
  return { Authorization: authorization }
}

function userPath({ userIds }: Prepared): string {
  return `/instances/bench/users/${userIds[Math.floor(Math.random() * userIds.length)]}`
}

const agents = '/instances/bench/agents'

const agent = {
  name: 'Summariser',
  type: 'AI',
  active: true,
  capabilities: ['summarization', 'translation'],
  model: 'claude-sonnet-4-5',
  priority: 'high',
  metadata: { team: 'support' },
}
