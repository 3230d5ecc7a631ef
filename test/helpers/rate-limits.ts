import { asObject } from '../../contract/json.ts'
import type { TestService } from './service.ts'
import { until } from './until.ts'

/** Needs no database but for the count. */
const free = '/instances/acme/integration-types/NONE'

export function ask(baseUrl: string, token: string, path = free): Promise<Response> {
  return fetch(baseUrl + path, { headers: { Authorization: `Bearer ${token}` } })
}

/** Sends requests, 10 at once, and returns how many got each status. */
export async function askAll(baseUrl: string, token: string, requests: number, pathOf = (_at: number) => free) {
  const counts: Record<number, number> = {}
  let sent = 0
  const askOn = async () => {
    while (sent < requests) {
      const response = await ask(baseUrl, token, pathOf(sent++))
      await response.text()
      counts[response.status] = (counts[response.status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 10 }, askOn))
  return counts
}

/**
 * Asks a server, which knows of no request yet, until it refuses. Others have let `passed` requests pass. Asks again only
 * once the database has counted what was asked before, and returns how many requests passed here.
 */
export async function askUntilRefused(db: TestService['db'], baseUrl: string, token: string, passed: number) {
  for (let here = 0; ; here += 1) {
    const response = await ask(baseUrl, token)
    if (response.status === 429) return here
    await untilCounted(db, response, passed + here + 1)
  }
}

/** Waits until the servers have told the database of so many requests of whoever got the response. */
export async function untilCounted(db: TestService['db'], response: Response, requests: number): Promise<void> {
  const [, partition = ''] = /pk=:(.*):/.exec(response.headers.get('ratelimit-policy') ?? '') ?? []
  const key = Buffer.from(partition, 'base64').toString()
  await until(async () => {
    const counted: unknown[] = await db('request_counts').where('key', 'like', `${key}%`).pluck('requests')
    if (counted[0] !== requests) throw new Error(`Not ${requests}, but ${String(counted)} are counted.`)
  })
}

/** Runs a test of a minute's limit, and again where the machine took so long that the minute was over meanwhile. */
export async function inOneMinute(db: TestService['db'], run: () => Promise<void>): Promise<void> {
  const beganAt = await secondsOf(db)
  try {
    await run()
  } catch (error) {
    if ((await secondsOf(db)) - beganAt < 55) throw error
    await inOneMinute(db, run)
  }
}

/** The clock of the database, by which minutes are counted. */
async function secondsOf(db: TestService['db']): Promise<number> {
  const row: unknown = await db.select(db.raw('extract(epoch from clock_timestamp())::float8 as seconds')).first()
  return Number(asObject(row)['seconds'])
}
