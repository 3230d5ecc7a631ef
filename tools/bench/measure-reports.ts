import type { Client } from 'pg'
import { fetchDevToken } from '../../workshop/identity-provider/dev-token.ts'
import { workLedgerColumns } from '../../server/db/work-ledger-entries.ts'
import { createClient, type Resources } from '../../sdk/src/index.ts'
import { createInstance } from './fill-ledger.ts'
import { sendLoad } from './load.ts'
import type { Server } from './server.ts'

/**
 * Reports executions of ten operations, hundreds a request, and then reads pages of them, with their outcomes, in turns with
 * pages of the same entries without them. The shortest of several medians is compared: a busy machine makes times longer only.
 */
export async function measureReports(server: Server, client: Client, executions: number): Promise<string[]> {
  const reported = await openInstance(server, 'ledger-reports')
  const plain = await openInstance(server, 'ledger-without-outcomes')
  const { instanceId, token } = reported
  const acme = createClient({ baseUrl: server.baseUrl, token }).instance(instanceId)
  const modelId = await publishModel(acme)
  const countEntries = async () => (await acme.workLedger.summarise()).total.count
  const before = await countEntries()
  const headers = { Authorization: `Bearer ${token}` }
  const path = `/instances/${instanceId}/executions`
  const next = () => ({ method: 'POST' as const, path, headers, body: makeBatch(modelId) })
  const amount = Math.ceil(executions / perBatch)
  // A machine that is too busy refuses batches, or parts of them: what counts is what is in the ledger then.
  const { perSecond, p95 } = await sendLoad(server.baseUrl, { statuses: [200, 503], next }, { amount, connections: 2 })
  const rate = Math.round((((await countEntries()) - before) * perSecond) / amount)
  const lines = [`${rate} executions/s, a batch of ${perBatch} p95 ${Math.round(p95)} ms`]
  await copyWithoutOutcomes(client, reported, plain)
  for (const size of [20, 200]) {
    const [without, withOutcomes] = await compareInTurns(server.baseUrl, [plain, reported], size)
    const ratio = (withOutcomes / without).toFixed(2)
    lines.push(
      `a page of ${size}: without outcomes ${without.toFixed(2)} ms, with ${withOutcomes.toFixed(2)} ms, ${ratio} x`,
    )
  }
  return lines
}

export async function openInstance(server: Server, instanceId: string): Promise<Opened> {
  await createInstance(server, instanceId)
  const token = await fetchDevToken({ dataDir: server.dataDir, roles: ['Administrator'], instanceId })
  if (!token.ok) throw new Error(token.message)
  return { instanceId, token: token.token }
}

async function copyWithoutOutcomes(client: Client, { instanceId }: Opened, copy: Opened): Promise<void> {
  for (const table of ['work_ledger_entries', 'work_ledger_days'])
    await client.query(`delete from ${table} where instance_id = $1`, [copy.instanceId])
  const without = new Map([...computed.map((column) => [column, 'null'] as const), ['instance_id', '$2']])
  const values = workLedgerColumns.map((column) => without.get(column) ?? column)
  await client.query(
    `insert into work_ledger_entries (${workLedgerColumns.join(', ')})
      select ${values.join(', ')} from work_ledger_entries where instance_id = $1`,
    [instanceId, copy.instanceId],
  )
  await client.query(
    `insert into work_ledger_days (instance_id, ${summed}) select $2, ${summed} from work_ledger_days where instance_id = $1`,
    [instanceId, copy.instanceId],
  )
  // As an import does at its end: lists then read indexes alone.
  await client.query('vacuum analyze work_ledger_entries')
}

const computed = ['model_id', 'model_version', 'started_at', 'outcomes', 'missed_policies', 'reported_by']
const summed = 'day, model_name, type, status, policy_status, actors, entries, cost, active_time'

const perBatch = 500
const turns = 7

async function compareInTurns(baseUrl: string, ledgers: Opened[], size: number): Promise<[number, number]> {
  const shortest: [number, number] = [Infinity, Infinity]
  for (let turn = 0; turn < turns; turn += 1)
    for (const [at, { instanceId, token }] of ledgers.entries()) {
      const path = `/instances/${instanceId}/work-ledger?size=${size}`
      const next = () => ({ method: 'GET' as const, path, headers: { Authorization: `Bearer ${token}` } })
      const { p50 } = await sendLoad(baseUrl, { statuses: [200], next }, { amount: 100, connections: 1 })
      shortest[at === 0 ? 0 : 1] = Math.min(shortest[at === 0 ? 0 : 1], p50)
    }
  return shortest
}

export interface Opened {
  instanceId: string
  token: string
}

export async function publishModel({ twuModels }: Resources): Promise<string> {
  const { id } = await twuModels.create({
    name: 'Refund handling',
    description: 'Decides and pays refunds.',
    entities: [{ name: 'order' }],
    actions: [{ name: 'payRefund', entity: 'order', actors: ['AI', 'HUMAN'] }],
    events: [{ name: 'refundPaid', entity: 'order', action: 'payRefund' }],
    outcomes: [
      { name: 'refundCost', expression: 'sum(operations.map(o, o.cost))', unit: 'USD' },
      { name: 'humanTouches', expression: 'size(operations.filter(o, o.actor == "HUMAN"))' },
    ],
    policies: [{ name: 'cheap', expression: 'sum(operations.map(o, o.cost)) < 100.0' }],
  })
  await twuModels.publish(id)
  return id
}

let reported = 0
const run = Date.now().toString(36)

function makeBatch(modelId: string) {
  const startedAt = '2026-11-21T09:30:00.000Z'
  return Array.from({ length: perBatch }, () => {
    reported += 1
    const operations = Array.from({ length: 10 }, (_, at) => {
      return { action: 'payRefund', actor: at % 3 ? 'AI' : 'HUMAN', startedAt, activeTime: at * 1.5, cost: 0.01 * at }
    })
    const entity = { entityId: `order-${reported}`, relatedEntity: `Order ${reported}` }
    const title = `Refund order ${reported}`
    return { modelId, id: `${run}-${reported}`, title, status: 'completed', ...entity, startedAt, operations }
  })
}
