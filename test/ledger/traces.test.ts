import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ExecutionReport } from '../../sdk/src/index.ts'
import { startService, type RunningService } from '../../server/service.ts'
import { names, path, requestOf, spansOf, tenSecondsLater, timeOf, type Span } from '../helpers/data/traces.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'
import { development, preparedOnce, startTestService, testConfig, type TestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { rounds } from '../helpers/rounds.ts'
import { corpus, type Shape } from './traces-corpus.ts'

let service: TestService
let second: RunningService
let modelId: string
beforeAll(async () => {
  const jobTimings = { pollSeconds: 0.5 }
  service = await startTestService({}, { jobTimings })
  const config = testConfig(service.databaseUrl, service.issuer.url)
  const started = await startService(config, { development, jobTimings, prepared: await preparedOnce() })
  if (!started.ok) throw new Error(started.message)
  second = started
  const models = twuModels(service)
  const actions = ['checkPolicy', 'payRefund', 'chat', 'lookup'].map((name) => ({
    name,
    entity: 'order',
    actors: ['AI' as const],
  }))
  modelId = (await models.create({ ...completeInput(), actions, events: [{ name: 'paid', entity: 'order' }] })).body.id
  await models.publish(modelId)
  await service
    .acme()
    .modelPrices.set({ model: 'gpt-4o', validFrom: '2026-01-01', input: 2.5, output: 10, cachedInput: 1.25 })
  await service.acme().agents.create({ name: 'Refunds', type: 'AI', active: true, model: 'gpt-5' })
})
afterAll(async () => {
  await second.stop()
  await service.close()
})

/** Sends spans to the first or the second server, as the one client. */
async function send(spans: readonly Span[], server = 0): Promise<void> {
  const headers = {
    Authorization: `Bearer ${await service.token('Administrator')}`,
    'Content-Type': 'application/json',
  }
  const url = (server === 0 ? service.baseUrl : second.baseUrl) + path
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(requestOf(spans)) })
  expect([answer.status, await answer.text()]).toEqual([200, '{}'])
}

const title = 'Refund order 48-1177'
const spansFor = ({ children }: Shape, id: string) =>
  spansOf(id, { id: 'root', name: title, at: [0, 10], says: names(modelId, id), children })

/** What is stored of an execution, but for its id and its two times. */
async function stored(id: string) {
  const {
    id: _id,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    ...entry
  } = await until(() => service.acme().workLedger.get(id))
  const { items } = await service.acme().workLedger.operations.list(id, { size: 200 })
  return { entry, operations: items }
}

describe.each(corpus)('$name', (shape) => {
  const at = corpus.indexOf(shape)
  let reported: Awaited<ReturnType<typeof stored>>
  beforeAll(async () => {
    const report: ExecutionReport = {
      id: `reported-${at}`,
      title,
      status: 'completed',
      entityId: 'order-48-1177',
      relatedEntity: 'order-48-1177',
      startedAt: timeOf(0),
      operations: shape.operations,
    }
    await service.acme().executions.report(modelId, report)
    reported = await stored(report.id)
  })

  test('whole, in single spans to two servers, and doubled, it is the entry of the report', async () => {
    const [whole, single, doubled] = ['whole', 'single', 'doubled'].map((way) => `${way}-${at}`)
    await send(spansFor(shape, whole ?? ''))
    for (const [place, span] of spansFor(shape, single ?? '').entries()) await send([span], place % 2)
    const twice = spansFor(shape, doubled ?? '')
    await Promise.all([send(twice), send([...twice, ...twice.toReversed()], 1)])
    await tenSecondsLater(service)
    for (const id of [whole, single, doubled]) expect(await stored(id ?? '')).toEqual(reported)
  })

  test('shuffled, doubled and cut at random, it is the same', async () => {
    let round = 0
    const ids: string[] = []
    const drawn = fc.array(fc.record({ key: fc.integer(), server: fc.constantFrom(0, 1), cut: fc.boolean() }), {
      minLength: 20,
    })
    await fc.assert(
      fc.asyncProperty(drawn, async (draws) => {
        const id = `random-${at}-${round++}`
        ids.push(id)
        const spans = spansFor(shape, id)
        const drawnOf = (place: number) => draws[place % draws.length] ?? expect.fail()
        const shuffled = [...spans, ...spans.slice(0, draws.length % spans.length)]
          .map((span, place) => ({ span, ...drawnOf(place) }))
          .toSorted((one, other) => one.key - other.key)
        let piece: Span[] = []
        for (const { span, server, cut } of shuffled) {
          piece.push(span)
          if (cut) await send(piece.splice(0), server)
        }
        if (piece.length > 0) await send(piece)
      }),
      { numRuns: rounds(1) },
    )
    await tenSecondsLater(service)
    for (const id of ids) expect(await stored(id)).toEqual(reported)
  })
})

test('an agent that says its cost costs that and no more', async () => {
  const { entry } = await stored('whole-8')
  // 100 tokens at 10 dollars a million are 0.001.
  expect(entry.cost).toBe(0.5 + 0.001 + 0.01 + 0.25)
  expect(entry).not.toHaveProperty('withoutCost')
})

test('the costs that no span says come from prices', async () => {
  const { entry } = await stored('whole-1')
  expect(entry.cost).toBe(0.00105)
  expect(entry.agents).toMatchObject([{ id: 'a-7', operations: 3, cost: 0.00105, usage: { inputTokens: 300 } }])
})
