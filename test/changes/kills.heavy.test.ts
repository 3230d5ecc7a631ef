import { setTimeout as sleep } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { createClient, isApiError } from '../../sdk/src/index.ts'
import { insertInstance } from '../../server/db/instances.ts'
import { followChanges, type StreamedEvent } from '../helpers/change-stream.ts'
import { summariser } from '../helpers/data/agents.ts'
import { startTestIssuer } from '../helpers/programs/issuer.ts'
import { openTestDatabase } from '../helpers/programs/postgres.ts'
import { end, startServer, type RunningServer } from '../helpers/programs/server-process.ts'

const rounds = Number(process.env['KILLS'] ?? 15)

test(
  'of servers that are killed, every acknowledged change has one record, and streams that are cut tell each once',
  { timeout: 900_000 },
  async () => {
    await using world = await openWorld()
    const done = new AbortController()
    const acknowledged: (string | null)[] = []
    const write = async (writer: number) => {
      while (!done.signal.aborted) {
        const agents = world.client(writer).agents
        await attempt(async () => {
          const { data, requestId } = await agents.create({ ...summariser, name: `Of ${writer}` }).withResponse()
          acknowledged.push(requestId)
          const renamed = await agents.update(data.id, { ...summariser, name: `${writer}'s` }).withResponse()
          acknowledged.push(renamed.requestId)
          if (writer % 2 === 0) acknowledged.push((await agents.delete(data.id).withResponse()).requestId)
        })
      }
    }
    const events: StreamedEvent[] = []
    let [cuts, tries] = [0, 0]
    const follow = async () => {
      let position = 0
      while (!(done.signal.aborted && position >= world.lastNumber())) {
        await attempt(async () => {
          const server = world.baseUrl((tries += 1))
          const stream = await followChanges({ baseUrl: server }, world.token, { query: `?after=${position}` })
          cuts += 1
          const cut = setTimeout(() => stream.close(), done.signal.aborted ? 5000 : Math.random() * 600)
          for (let event = await stream.next(); event; event = await stream.next()) {
            if (event.event === 'change') events.push(event)
            position = event.id
          }
          clearTimeout(cut)
        })
      }
    }
    const writers = Array.from({ length: 16 }, (_, at) => write(at))
    const following = follow()
    for (let round = 0; round < rounds; round += 1) {
      const before = acknowledged.length
      await sleep(Math.random() * 1000)
      while (acknowledged.length < before + 10) await sleep(20)
      await world.killOne()
    }
    done.abort()
    await Promise.all(writers)
    const records = await world.readRecords()
    await following

    console.log(`${rounds} kills, ${acknowledged.length} acknowledged changes, ${records.length} records, ${cuts} cuts`)
    const numbers = records.map(({ sequence }) => sequence)
    expect(numbers).toEqual(numbers.map((_, at) => at + 1))
    const perRequest = new Map<string | null, number>()
    for (const { request_id: id } of records) perRequest.set(id, (perRequest.get(id) ?? 0) + 1)
    expect(acknowledged.filter((id) => perRequest.get(id) !== 1)).toEqual([])
    expect(events.map(({ id }) => id)).toEqual(numbers)
    expect(await world.readStates()).toEqual(lastStates(records))
    expect(cuts).toBeGreaterThan(2 * rounds)
  },
)

interface ChangeRecord {
  sequence: number
  request_id: string
  resource_id: string
  revision_after: number | null
}

/** The revision that each agent should have by its records. */
function lastStates(records: readonly ChangeRecord[]): Map<string, number> {
  const states = new Map<string, number>()
  for (const { resource_id: id, revision_after: revision } of records) {
    if (revision === null) states.delete(id)
    else states.set(id, revision)
  }
  return states
}

/** What a killed server breaks off is no fault. */
async function attempt(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (isApiError(error) && error.status < 500) throw error
    await sleep(50)
  }
}

/** Two servers on one database. */
async function openWorld() {
  const database = await openTestDatabase(inject('databaseUrl'))
  await insertInstance(database.db, { id: 'acme', name: 'Acme' })
  const issuer = await startTestIssuer()
  const claims = { sub: 'tester', client_id: 'tester', instances: ['acme'], roles: ['Administrator'] }
  const token = await issuer.sign(claims)
  const start = () =>
    startServer({
      DATABASE_URL: database.url,
      OIDC_ISSUER: issuer.url,
      ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
      RATE_LIMIT_PER_MINUTE: '1000000',
      IDENTITY_DIRECTORY: 'none',
    })
  const servers: RunningServer[] = [await start(), await start()]
  const serverOf = (at: number) => servers[at % 2] ?? expect.fail('There are two servers.')
  let last = Infinity
  return {
    token,
    lastNumber: () => last,
    baseUrl: (at: number) => serverOf(at).baseUrl,
    client: (at: number) => createClient({ baseUrl: serverOf(at).baseUrl, token, maxRetries: 0 }).instance('acme'),
    async killOne() {
      const at = Math.random() < 0.5 ? 0 : 1
      await end(serverOf(at), 'SIGKILL')
      servers[at] = await start()
    },
    async readRecords(): Promise<ChangeRecord[]> {
      const records = await database
        .db<ChangeRecord>('changes')
        .orderBy('sequence')
        .select('sequence', 'request_id', 'resource_id', 'revision_after')
      last = records.length
      return records
    },
    async readStates() {
      const rows = await database.db<{ id: string; revision: number }>('agents').select('id', 'revision')
      return new Map(rows.map(({ id, revision }) => [id, revision]))
    },
    async [Symbol.asyncDispose]() {
      for (const server of servers) await end(server, 'SIGKILL')
      await issuer.close()
      await database.close()
    },
  }
}
