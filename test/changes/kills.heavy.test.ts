import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isApiError } from '../../sdk/src/index.ts'
import { followChanges, type StreamedEvent } from '../helpers/change-stream.ts'
import { summariser } from '../helpers/data/agents.ts'
import { openTwoServers } from '../helpers/programs/two-servers.ts'

const rounds = Number(process.env['KILLS'] ?? 8)

test('of servers that are killed, every acknowledged change has one record, and streams that are cut tell each once', async () => {
  await using world = await openTwoServers()
  let last = Infinity
  const lastNumber = () => last
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
    while (!(done.signal.aborted && position >= lastNumber())) {
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
  await world.killRepeatedly(rounds, acknowledged)
  done.abort()
  await Promise.all(writers)
  const records = await readRecords(world)
  last = records.length
  await following

  console.log(`${rounds} kills, ${acknowledged.length} acknowledged changes, ${records.length} records, ${cuts} cuts`)
  const numbers = records.map(({ sequence }) => sequence)
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  const perRequest = new Map<string | null, number>()
  for (const { request_id: id } of records) perRequest.set(id, (perRequest.get(id) ?? 0) + 1)
  expect(acknowledged.filter((id) => perRequest.get(id) !== 1)).toEqual([])
  expect(events.map(({ id }) => id)).toEqual(numbers)
  expect(await readStates(world)).toEqual(lastStates(records))
  expect(cuts).toBeGreaterThan(2 * rounds)
})

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

async function readRecords({ db }: World): Promise<ChangeRecord[]> {
  const columns = ['sequence', 'request_id', 'resource_id', 'revision_after'] as const
  return db<ChangeRecord>('changes')
    .orderBy('sequence')
    .select(...columns)
}

async function readStates({ db }: World) {
  const rows = await db<{ id: string; revision: number }>('agents').select('id', 'revision')
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

type World = Pick<Awaited<ReturnType<typeof openTwoServers>>, 'db'>
