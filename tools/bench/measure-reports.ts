import { fetchDevToken } from '../../server/development/identity-provider/dev-token.ts'
import { createClient } from '../../sdk/src/index.ts'
import { createInstance } from './fill-ledger.ts'
import { sendLoad } from './load.ts'
import type { Server } from './server.ts'

/**
 * Reports executions of ten operations, a thousand a request, and then reads pages of them, with their outcomes, in turns with
 * pages of as many entries without. The shortest of several medians is compared: a busy machine makes times longer only.
 */
export async function measureReports(server: Server, plain: { instanceId: string; token: string; entries: number }) {
  const instanceId = 'ledger-reports'
  await createInstance(server, instanceId)
  const token = await fetchDevToken({ dataDir: server.dataDir, role: 'Administrator', instanceId })
  if (!token.ok) throw new Error(token.message)
  const modelId = await publishModel(server.baseUrl, token.token, instanceId)
  const headers = { Authorization: `Bearer ${token.token}` }
  const path = `/instances/${instanceId}/executions`
  const next = () => ({ method: 'POST' as const, path, headers, body: makeBatch(modelId) })
  const amount = Math.ceil(plain.entries / perBatch)
  const { perSecond, p95 } = await sendLoad(server.baseUrl, { statuses: [200], next }, { amount, connections: 2 })
  const lines = [`${Math.round(perSecond * perBatch)} executions/s, a batch of ${perBatch} p95 ${Math.round(p95)} ms`]
  for (const size of [20, 200]) {
    const reported = { instanceId, token: token.token }
    const [without, withOutcomes] = await compareInTurns(server.baseUrl, [plain, reported], size)
    const ratio = (withOutcomes / without).toFixed(2)
    lines.push(
      `a page of ${size}: without outcomes ${without.toFixed(2)} ms, with ${withOutcomes.toFixed(2)} ms, ${ratio} x`,
    )
  }
  return lines
}

const perBatch = 1000
const turns = 7

async function compareInTurns(baseUrl: string, ledgers: Readable[], size: number): Promise<[number, number]> {
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

interface Readable {
  instanceId: string
  token: string
}

async function publishModel(baseUrl: string, token: string, instanceId: string): Promise<string> {
  const { twuModels } = createClient({ baseUrl, token }).instance(instanceId)
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
