import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ExecutionReport, WorkOperation } from '../../sdk/src/index.ts'
import { check, execution, pay } from '../helpers/data/executions.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'
import { refusal } from '../helpers/outcomes.ts'
import { runCommandHere } from '../helpers/programs/command.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { collect } from '../helpers/walks.ts'

let service: TestService
let modelId: string
beforeAll(async () => {
  service = await startTestService()
  const models = twuModels(service)
  modelId = (await models.create(completeInput())).body.id
  await models.publish(modelId)
})
afterAll(() => service.close())

const report = (id: string, operations: WorkOperation[], given: Partial<ExecutionReport> = {}) =>
  service.keyless().executions.report(modelId, execution({ id, operations, ...given }))

async function agentNamed(name: string): Promise<string> {
  return (await service.acme().agents.create({ name, type: 'AI', model: 'm', active: true })).id
}

describe('an entry', () => {
  test('shows the agents of its operations, the dearest first, with the names that they had', async () => {
    const id = await agentNamed('Refunds')
    const operations = [
      { ...check, agentId: id, aiModel: 'm-1', cost: 0.1, usage: { inputTokens: 10, outputTokens: 2 } },
      { ...check, agentId: id, aiModel: 'm-2', cost: 0.2, usage: { inputTokens: 5, cachedInputTokens: 5 } },
      { ...check, agentId: 'crawler', cost: 0.7 },
      { ...pay, cost: 1 },
    ]
    const { agents, moreAgents } = await report('shown', operations)
    const usage = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0 }
    expect(agents).toEqual([
      { id: 'crawler', name: null, operations: 1, activeTime: 12, cost: 0.7, withoutCost: 0, usage },
      {
        id,
        name: 'Refunds',
        operations: 2,
        activeTime: 24,
        cost: 0.3,
        withoutCost: 0,
        usage: { inputTokens: 15, cachedInputTokens: 5, cacheWriteTokens: 0, outputTokens: 2 },
      },
    ])
    expect(moreAgents).toBeUndefined()
    await service.acme().agents.delete(id)
    expect((await service.acme().workLedger.get('shown')).agents?.[1]?.name).toBe('Refunds')
  })

  test('shows the 20 agents that cost most, and how many more there are', async () => {
    const operations = Array.from({ length: 23 }, (_, at) => ({ ...check, agentId: `agent-${at}`, cost: at / 8 }))
    const { agents, moreAgents } = await report('crowd', operations)
    expect(agents?.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, at) => `agent-${22 - at}`))
    expect(moreAgents).toBe(3)
    const ids = async (agentId: string) =>
      (await collect(service.acme().workLedger.list({ agentId }))).map(({ id }) => id)
    expect(await ids('agent-0')).toEqual(['crowd'])
    expect(await ids('agent-99')).toEqual([])
  })

  test('is found by an AI model that one of its operations names', async () => {
    await report('with-model', [{ ...check, aiModel: 'openai/gpt-5, preview' }])
    const found = await collect(service.acme().workLedger.list({ aiModel: 'openai/gpt-5, preview' }))
    expect(found.map(({ id }) => id)).toEqual(['with-model'])
    expect(found[0]?.agents).toBeUndefined()
  })

  test('that was imported again has the agents that the export had', async () => {
    const exported = await new Response(await service.acme().workLedger.export({ agentId: 'crawler' })).text()
    const folder = mkdtempSync(join(tmpdir(), 'agents-'))
    const file = join(folder, 'entries.ndjson')
    writeFileSync(file, exported)
    const imported = await runCommandHere('ledger', ['import', '--instance', 'other', file], {
      DATABASE_URL: service.databaseUrl,
    })
    expect(imported).toMatchObject({ code: 0 })
    const again = await new Response(await service.other().workLedger.export({ agentId: 'crawler' })).text()
    expect(again).toBe(exported)
    const { total } = await service.other().agents.work.get('crawler')
    expect(total).toMatchObject({ executions: 1, cost: 0.7 })
    rmSync(folder, { recursive: true })
  })
})

describe('a report is refused', () => {
  test('whose actor contradicts the type of the agent, unless the report is stored already', async () => {
    const id = await agentNamed('Was AI')
    const operations = [{ ...check, agentId: id }]
    const stored = await report('stored', operations)
    const { etag } = await service.acme().agents.get(id)
    await service.acme().agents.update(id, { name: 'Is human', type: 'HUMAN', active: true }, { ifMatch: etag })
    expect(await report('stored', operations)).toEqual(stored)
    expect(await refusal(report('other', operations))).toMatchObject({
      status: 400,
      errors: [{ pointer: '/operations/0/agentId', code: 'actor' }],
    })
    expect(await service.acme().workLedger.get('stored')).toMatchObject({ agents: [{ name: 'Was AI' }] })
  })

  test.each([
    ['names a person for what an AI did', { userId: 'ada' }, '/operations/0/userId'],
    [
      'has more cached tokens than tokens',
      { usage: { inputTokens: 1, cachedInputTokens: 2 } },
      '/operations/0/usage/inputTokens',
    ],
    ['has half a token', { usage: { inputTokens: 0.5 } }, '/operations/0/usage/inputTokens'],
    ['names nobody', { agentId: ' ' }, '/operations/0/agentId'],
  ])('that %s', async (_what, given, pointer) => {
    const refused = await refusal(report('wrong', [{ ...check, ...given }]))
    expect(refused).toMatchObject({ status: 400, errors: [{ pointer }] })
  })
})

describe("an agent's work", () => {
  test('404: of an agent that neither the instance nor an operation has', async () => {
    expect(await refusal(service.acme().agents.work.get('nobody'))).toMatchObject({
      status: 404,
      code: 'agent_not_found',
    })
    const id = await agentNamed('Idle')
    expect(await service.acme().agents.work.get(id)).toMatchObject({
      name: 'Idle',
      exists: true,
      total: { executions: 0 },
    })
  })

  test.each([
    [{ from: '2026-11-02', to: '2026-11-01' }, '/from', 'range'],
    [{ from: '2025-01-01', to: '2026-02-05' }, '/from', 'range'],
    [{ timeZone: 'Mars/Olympus' }, '/timeZone', 'unknown_time_zone'],
  ])('400: %j', async (query, pointer, code) => {
    const refused = await refusal(service.acme().agents.work.get('crawler', query))
    expect(refused).toMatchObject({ status: 400, errors: [{ pointer, code }] })
  })

  test('is that of the last 30 days when nothing else is said', async () => {
    const { from, to, timeZone, days } = await service.acme().agents.work.get('crawler')
    expect([(Date.parse(to) - Date.parse(from)) / 864e5, timeZone]).toEqual([29, 'UTC'])
    expect(days.map(({ day }) => day)).toEqual([to])
  })

  test('of an agent whose name has a slash is found by its encoded path', async () => {
    await report('slash', [{ ...check, agentId: 'team/crawler' }])
    const answer = await service.request('/instances/acme/agents/team%2Fcrawler/work', { role: 'Viewer' })
    expect([answer.status, answer.json]).toMatchObject([200, { id: 'team/crawler', total: { executions: 1 } }])
  })
})

describe('a summary by days of another time zone', () => {
  test('400: of more than 400 days, and of a zone that nobody knows', async () => {
    await service.db('work_ledger_entries').where({ id: 'slash' }).update({ created_at: '2020-01-01T00:00:00.000Z' })
    const summarise = (query: object) => refusal(service.acme().workLedger.summarise({ groupBy: 'day', ...query }))
    expect(await summarise({ timeZone: 'Asia/Tokyo' })).toMatchObject({
      status: 400,
      errors: [{ pointer: '/createdFrom' }],
    })
    expect(await summarise({ timeZone: 'Tokyo' })).toMatchObject({ status: 400, errors: [{ pointer: '/timeZone' }] })
    const { groups } = await service.acme().workLedger.summarise({
      groupBy: 'day',
      timeZone: 'Asia/Tokyo',
      createdFrom: '2019-12-31T00:00:00.000Z',
      createdTo: '2020-01-02T00:00:00.000Z',
    })
    expect(groups.map(({ key, count }) => [key, count])).toEqual([['2020-01-01', 1]])
  })
})
