import type { Client } from 'pg'
import { fetchDevToken } from '../../server/development/identity-provider/dev-token.ts'
import { userSortKeys } from '../../server/db/users.ts'
import { findCursor } from './cursor.ts'
import { insertUsers, type BenchDatabase } from './database.ts'
import { sendLoad } from './load.ts'
import { median } from './report.ts'
import type { Server } from './server.ts'

/** Measures lists of a small and a large instance in turns, and returns the cells of each list: its times, its growth. */
export async function measureGrowth(
  home: Server,
  { client }: BenchDatabase,
  baseUrl: string,
  pace: { rounds: number; seconds: number },
): Promise<string[][]> {
  const instances = []
  for (const users of [SMALL, LARGE]) instances.push(await openInstance(home, client, users))
  const rows: string[][] = []
  for (const list of lists) rows.push(await measureList(client, baseUrl, instances, list, pace))
  return rows
}

async function openInstance({ dataDir }: Server, client: Client, users: number) {
  const id = `users-${users}`
  await client.query('insert into instances (id, name) values ($1, $1)', [id])
  await insertUsers(client, id, users)
  const token = await fetchDevToken({ dataDir, role: 'Administrator', instanceId: id })
  if (!token.ok) throw new Error(token.message)
  return { id, users, headers: { Authorization: `Bearer ${token.token}` } }
}

async function measureList(
  client: Client,
  baseUrl: string,
  instances: readonly Instance[],
  { name, query }: (typeof lists)[number],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<string[]> {
  const times: number[][] = instances.map(() => [])
  const paths: string[] = []
  for (const { id, users } of instances) {
    const asked = query(users) ?? `cursor=${await findCursor(client, usersList, id, {}, users / 2)}`
    paths.push(`/instances/${id}/users?size=20&${asked}`)
  }
  for (let round = -1; round < rounds; round++) {
    for (const [at, { headers }] of instances.entries()) {
      const path = paths[at] ?? ''
      const load = { statuses: [200], next: () => ({ method: 'GET' as const, path, headers }) }
      const { p50 } = await sendLoad(baseUrl, load, { duration: seconds, connections: 1 })
      if (round >= 0) times[at]?.push(p50)
    }
  }
  const [small = NaN, large = NaN] = times.map(median)
  return [name, small.toFixed(2), large.toFixed(2), `${(large / small).toFixed(2)} x`]
}

const usersList = { name: 'users', table: 'users', sortKeys: userSortKeys }

/** The query of each list of so many users; null: behind half of all users. */
const lists: readonly { name: string; query: (users: number) => string | null }[] = [
  { name: 'first page', query: () => '' },
  { name: 'deep cursor', query: () => null },
  { name: 'name filter, no match', query: () => 'username=nobody-here' },
  // 11 matches in both.
  { name: 'name filter, few matches', query: (users) => `username=user-${users === SMALL ? 7 : 77_777}` },
  { name: 'name filter, all match', query: () => 'username=user' },
  { name: 'search, few matches', query: (users) => `search=user-${users === SMALL ? 7 : 77_777}` },
  { name: 'search, all match', query: () => 'search=lovelace' },
]

export const SMALL = 100
export const LARGE = 1_000_000

type Instance = Awaited<ReturnType<typeof openInstance>>
