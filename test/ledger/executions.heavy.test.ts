import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  createClient,
  isApiError,
  type Resources,
  type WorkLedgerEntry,
  type WorkOperation,
} from '../../sdk/src/index.ts'
import type { ExecutionReportOfModel } from '../../spec/gen/openapi.gen.ts'
import { asObject } from '../../contract/json.ts'
import { insertInstance } from '../../server/db/instances.ts'
import { check, execution, pay } from '../helpers/data/executions.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'
import { startTestIssuer } from '../helpers/programs/issuer.ts'
import { openTestDatabase } from '../helpers/programs/postgres.ts'
import { end, startServer, type RunningServer } from '../helpers/programs/server-process.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

describe('10,000 random executions', () => {
  let service: TestService
  let modelId: string
  let entries: Map<string, WorkLedgerEntry>
  beforeAll(async () => {
    service = await startTestService()
    const models = twuModels(service)
    const attributes = [{ name: 'items', type: 'integer' as const }]
    const { body } = await models.create({
      ...completeInput('Random'),
      entities: [{ name: 'order', attributes }],
      outcomes,
      policies,
    })
    modelId = body.id
    await models.publish(modelId)
    const { executions } = service.keyless()
    for (let at = 0; at < reports.length;) {
      const batch = reports.slice(at, at + 500).map((report) => ({ modelId, ...report }))
      const { results } = await executions.reportMany(batch)
      // A busy machine leaves some for the next batch.
      const taken = results.filter(({ status }) => status !== 503)
      expect(taken.filter(({ status }) => status !== 201)).toEqual([])
      at += taken.length
    }
    entries = await list(service.keyless('Viewer'))
  })
  afterAll(() => service.close())

  const list = async (acme: Resources) => {
    const found = new Map<string, WorkLedgerEntry>()
    for await (const entry of acme.workLedger.list({ modelId, size: 200 })) found.set(entry.id, entry)
    return found
  }

  test('are computed as a model by hand computes them', () => {
    expect(entries.size).toBe(reports.length)
    for (const { id, operations } of reports) {
      const {
        outcomes = [],
        policyStatus,
        missedPolicies,
        actors,
        activeTime,
        cost,
      } = entries.get(id) ?? expect.fail(id)
      const values = Object.fromEntries(outcomes.map(({ name, value, fault }) => [name, fault ? 'fault' : value]))
      expect({ id, values, policyStatus, missedPolicies, actors, activeTime, cost }).toEqual({
        id,
        ...computeByHand(operations),
      })
    }
  })

  test('are the same in the list, the export and the summary, also after reviews', async () => {
    const manager = service.keyless('Manager').workLedger
    const open = [...entries.values()].filter(isOpen)
    for (const [at, { id }] of open.slice(0, 100).entries())
      await manager.review(id, { policyStatus: at % 3 ? 'compliant' : 'non_compliant', reason: 'Seen.' })
    const listed = await list(service.keyless('Viewer'))
    const { text } = await service.request(`/instances/acme/work-ledger/export?modelId=${modelId}`)
    const exported = text
      .trimEnd()
      .split('\n')
      .map((line) => asObject(JSON.parse(line)))
    expect(new Map(exported.map((entry) => [entry['id'], entry]))).toEqual(listed)
    const all = [...listed.values()]
    for (const query of [{ modelId }, { modelName: 'Random' }]) {
      const { total, openReviews, groups } = await manager.summarise({ ...query, groupBy: 'policyStatus' })
      expect(total).toEqual(addUp(all))
      expect(openReviews).toBe(open.length - 100)
      for (const { key, ...sums } of groups) expect(sums).toEqual(addUp(all.filter((one) => one.policyStatus === key)))
    }
    const { total, versions } = await manager.summarise({ modelId, outcome: 'total' })
    const values = all.flatMap(({ outcomes = [] }) =>
      outcomes.flatMap(({ name, value }) => (name === 'total' ? Number(value) : [])),
    )
    expect(total.outcome?.count).toBe(values.length)
    expect(total.outcome?.sum).toBeCloseTo(
      values.reduce((sum, value) => sum + value, 0),
      5,
    )
    expect([total.outcome?.minimum, total.outcome?.maximum]).toEqual([Math.min(...values), Math.max(...values)])
    expect(versions).toEqual([{ key: '1', ...total }])
    expect((await manager.summarise({ modelId, review: 'done' })).total).toEqual(
      addUp(all.filter(({ review }) => review)),
    )
    expect((await manager.summarise({ modelId, review: 'open' })).total).toEqual(addUp(all.filter(isOpen)))
  })
})

const outcomes = [
  { name: 'total', expression: 'sum(operations.map(o, o.cost))' },
  { name: 'human', expression: 'size(operations.filter(o, o.actor == "HUMAN"))' },
  { name: 'average', expression: 'avg(operations.map(o, o.activeTime))' },
  { name: 'first', expression: 'operations[0].action + "/" + operations[0].entity' },
  { name: 'items', expression: 'operations[0].attributes.items + 1' },
  { name: 'lasted', expression: 'operations[size(operations) - 1].endedAt - operations[0].startedAt' },
  { name: 'third', expression: 'operations[2].cost' },
]
const policies = [
  {
    name: 'checked',
    expression: 'operations.exists(o, o.action == "checkPolicy")',
    otherwise: 'non_compliant' as const,
  },
  { name: 'cheap', expression: 'operations.all(o, o.cost < 40.0)' },
  { name: 'counted', expression: 'operations[0].attributes.items >= 0' },
]

/** What the expressions of the model mean, without them. */
function computeByHand(operations: readonly WorkOperation[]) {
  const costs = operations.map(({ cost = 0 }) => cost)
  const times = operations.map(({ activeTime = 0 }) => activeTime)
  // In whole hundredths, of which none is lost.
  const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + Math.round(number * 100), 0) / 100
  const [first, last] = [operations[0] ?? expect.fail(), operations.at(-1) ?? expect.fail()]
  const items = first.attributes?.['items']
  const values = {
    total: add(costs),
    human: operations.filter(({ actor }) => actor === 'HUMAN').length,
    average: add(times) / times.length,
    first: `${first.action}/order`,
    items: typeof items === 'number' ? items + 1 : 'fault',
    lasted: (Date.parse(last.endedAt ?? last.startedAt) - Date.parse(first.startedAt)) / 1000,
    third: operations.length > 2 ? costs[2] : 'fault',
  }
  const missedPolicies = [
    ...(operations.some(({ action }) => action === 'checkPolicy') ? [] : ['checked']),
    ...(costs.every((cost) => cost < 40) ? [] : ['cheap']),
    ...(typeof items === 'number' && items >= 0 ? [] : ['counted']),
  ]
  const policyStatus = missedPolicies.includes('checked')
    ? 'non_compliant'
    : missedPolicies.length > 0
      ? 'review_required'
      : 'compliant'
  const actors = ['AI', 'HUMAN'].filter((wanted) => operations.some(({ actor }) => actor === wanted))
  return { values, policyStatus, missedPolicies, actors, activeTime: add(times), cost: add(costs) }
}

const time = fc.integer({ min: 0, max: 86_399_999 }).map((ms) => new Date(Date.UTC(2026, 10, 21) + ms).toISOString())
const operation: fc.Arbitrary<WorkOperation> = fc
  .record(
    {
      action: fc.constantFrom('checkPolicy', 'payRefund'),
      actor: fc.constantFrom('AI', 'HUMAN'),
      startedAt: time,
      endedAt: time,
      cost: fc.integer({ min: 0, max: 5000 }).map((cents) => cents / 100),
      activeTime: fc.integer({ min: 0, max: 1_000_000 }).map((hundredths) => hundredths / 100),
      attributes: fc.record({ items: fc.integer({ min: -2, max: 50 }) }, { requiredKeys: [] }),
    },
    { requiredKeys: ['action', 'actor', 'startedAt'] },
  )
  .map((one) => {
    const { startedAt, endedAt = startedAt } = one
    return endedAt < startedAt ? { ...one, startedAt: endedAt, endedAt: startedAt } : one
  })
const reports = fc
  .sample(
    fc.record({
      status: fc.constantFrom('completed', 'failed', 'in_progress', 'pending'),
      operations: fc.array(operation, { minLength: 1, maxLength: 8 }),
    }),
    { numRuns: 10_000, seed: 20261126 },
  )
  .map((given, at) => execution({ id: `random-${at}`, ...given }))

function isOpen({ status, policyStatus }: WorkLedgerEntry): boolean {
  return policyStatus === 'review_required' && (status === 'completed' || status === 'failed')
}

function addUp(entries: readonly WorkLedgerEntry[]) {
  const add = (read: (entry: WorkLedgerEntry) => number) =>
    entries.reduce((sum, entry) => sum + Math.round(read(entry) * 1e6), 0) / 1e6
  return {
    count: entries.length,
    cost: add(({ cost }) => cost),
    activeTime: add(({ activeTime }) => activeTime),
    // No operation of these reports names an AI model or tokens.
    withoutCost: 0,
  }
}

const rounds = Number(process.env['KILLS'] ?? 12)

test('of servers that are killed, every acknowledged execution is there once and whole', async () => {
  await using world = await openWorld()
  const done = new AbortController()
  const acknowledged: string[] = []
  const sent: string[] = []
  /** The same batch until it is answered, as a reporter does: begun first, then finished. */
  const write = async (writer: number) => {
    for (let at = 0; !done.signal.aborted; at += 1) {
      const ids = Array.from({ length: 20 }, (_, number) => `${writer}-${at}-${number}`)
      sent.push(...ids)
      for (const status of ['in_progress', 'completed'] as const) {
        const operations = status === 'completed' ? [check, pay] : [check]
        const batch = ids.map((id) => ({ modelId: world.modelId, ...execution({ id, status, operations }) }))
        await world.sendUntilAnswered(writer, batch)
        acknowledged.push(...ids)
      }
    }
  }
  const writers = Array.from({ length: 6 }, (_, at) => write(at))
  for (let round = 0; round < rounds; round += 1) {
    const before = acknowledged.length
    await sleep(Math.random() * 300)
    while (acknowledged.length < before + 40) await sleep(10)
    await world.killOne()
  }
  done.abort()
  await Promise.all(writers)

  const stored = await world.readEntries()
  console.log(
    `${rounds} kills, ${acknowledged.length} acknowledged reports, ${stored.length} entries, ${world.broken()} broken requests`,
  )
  expect(stored.map(({ id }) => id).toSorted()).toEqual(sent.toSorted())
  const whole = { status: 'completed', policy_status: 'review_required', operations: 2, value: 0.54, flags: 1 }
  expect(stored.filter(({ id: _id, ...state }) => JSON.stringify(state) !== JSON.stringify(whole))).toEqual([])
  const { total, openReviews } = await world.client(0).workLedger.summarise({ modelName: 'Killed' })
  expect([total.count, openReviews, total.cost]).toEqual([sent.length, sent.length, Math.round(sent.length * 54) / 100])
  expect(world.broken()).toBeGreaterThan(rounds / 4)
})

/** Two servers on one database, with a model that is executed. */
async function openWorld() {
  const database = await openTestDatabase(inject('databaseUrl'))
  await insertInstance(database.db, { id: 'acme', name: 'Acme' })
  const issuer = await startTestIssuer()
  const claims = { sub: 'tester', client_id: 'tester', instances: ['acme'], roles: ['Administrator'] }
  const token = await issuer.sign({ ...claims, exp: Math.floor(Date.now() / 1000) + 7200 })
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
  const client = (at: number) => createClient({ baseUrl: serverOf(at).baseUrl, token, maxRetries: 0 }).instance('acme')
  const policy = { name: 'cheap', expression: 'sum(operations.map(o, o.cost)) < 0.01' }
  const { id: modelId } = await client(0).twuModels.create({ ...completeInput('Killed'), policies: [policy] })
  await client(0).twuModels.publish(modelId)
  let broken = 0
  return {
    modelId,
    client,
    broken: () => broken,
    async sendUntilAnswered(writer: number, batch: ExecutionReportOfModel[]) {
      for (let tries = writer; ; tries += 1) {
        try {
          const { results } = await client(tries).executions.reportMany(batch)
          if (results.every(({ status }) => status < 300)) return
          expect(results.filter(({ status }) => status >= 300 && status !== 503)).toEqual([])
        } catch (error) {
          if (isApiError(error) && error.status !== null && error.status < 500) throw error
          broken += 1
        }
        await sleep(50)
      }
    },
    async killOne() {
      const at = Math.random() < 0.5 ? 0 : 1
      await end(serverOf(at), 'SIGKILL')
      servers[at] = await start()
    },
    async readEntries() {
      const { rows } = await database.db.raw<{ rows: StoredState[] }>(`
        select coalesce(entry.id, executions.id) as id, status, policy_status, jsonb_array_length(operations) as operations,
               (outcomes -> 0 ->> 'value')::float8 as value,
               (select count(*)::integer from changes where kind = 'flagged' and resource_id = entry.id) as flags
          from work_ledger_entries entry full join executions on executions.id = entry.id`)
      return rows
    },
    async [Symbol.asyncDispose]() {
      for (const server of servers) await end(server, 'SIGKILL')
      await issuer.close()
      await database.close()
    },
  }
}

interface StoredState {
  id: string
  status: string
  policy_status: string
  operations: number
  value: number
  flags: number
}
