import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Agent, ListAgentsQuery } from '../../sdk/src/index.ts'
import { toAgent, type AgentRow } from '../../server/db/agents.ts'
import { faultsOf } from '../helpers/faults.ts'
import { describeList, inOrder, tyingTimes } from '../helpers/lists.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

const path = '/instances/acme/agents'
const sorts = ['name,asc', 'name,desc', 'createdAt,asc', 'createdAt,desc', 'updatedAt,asc', 'updatedAt,desc'] as const

// Names may repeat. Those of control characters are as long in a cursor as names get.
const names = [
  'Bot',
  'bot',
  'BOT',
  'Bot 50%',
  'bot_5',
  'a\\b',
  'École',
  'ÉCOLE',
  '😀',
  '\uFFFDx',
  ...Array<string>(4).fill('\u0001'.repeat(256)),
]
const rows: AgentRow[] = names.map((name, at) => ({
  instance_id: 'acme',
  id: `${at % 2 ? 'a' : 'A'}-${(at * 3) % 14}`,
  name,
  type: at % 3 ? 'AI' : 'HUMAN',
  active: at % 4 !== 0,
  capabilities: at % 2 ? ['translation', ...(at % 3 ? ['a,b', 'Leadership'] : [])] : [],
  model: at % 3 ? 'claude-sonnet-4-5' : null,
  priority: at % 5 ? (at % 2 ? 'low' : 'high') : null,
  metadata: { at },
  revision: 1,
  ...tyingTimes(at),
}))

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await service.db('agents').insert(rows)
  await service.db('agents').insert(rows.slice(0, 3).map((row) => ({ ...row, instance_id: 'other' })))
})
afterAll(() => service.close())

function list(query: ListAgentsQuery = {}) {
  return service.acme('Viewer').agents.list(query)
}

/** What the list must be, from the same agents in memory. */
function expected({ type, active, name, capability, priority, sort = 'name,asc' }: ListAgentsQuery = {}): Agent[] {
  const found = rows
    .map(toAgent)
    .filter((agent) => type === undefined || agent.type === type)
    .filter((agent) => active === undefined || agent.active === active)
    .filter(({ capabilities }) => capability === undefined || capabilities.includes(capability))
    .filter((agent) => priority === undefined || agent.priority === priority)
    .filter((agent) => name === undefined || agent.name.toLowerCase().includes(name.toLowerCase()))
  return inOrder(found, sort)
}

describeList<ListAgentsQuery, Agent>({
  service: () => service,
  path,
  list,
  listElsewhere: (query) => service.other('Viewer').agents.list(query),
  expected,
  anyQuery: fc.record(
    {
      name: fc.constantFrom('b', 'BOT', 'é', '%', 'nobody'),
      type: fc.constantFrom('AI' as const, 'HUMAN' as const),
      active: fc.boolean(),
      capability: fc.constantFrom('translation', 'Leadership', 'leadership', 'a,b', 'lead'),
      priority: fc.constantFrom('high' as const, 'medium' as const, 'low' as const),
      sort: fc.constantFrom(...sorts),
    },
    { requiredKeys: [] },
  ),
  sorted: sorts.map((sort) => ({ sort })),
  texts: [
    {
      filter: 'name',
      query: (name) => ({ name }),
      found: [
        ['bot', 5],
        ['BOT', 5],
        ['50%', 1],
        ['%', 1],
        ['_', 1],
        ['T_', 1],
        ['\\', 1],
        ['A\\B', 1],
        ['éCO', 2],
        ['😀', 1],
        ['\u0001\u0001', 4],
        ["' or true --", 0],
        ['bot?', 0],
      ],
    },
  ],
  walked: {
    query: { name: 'b', sort: 'name,asc' },
    others: [
      { sort: 'name,asc' },
      { name: 'B' },
      { name: 'b', sort: 'name,desc' },
      { name: 'b', sort: 'name,asc', active: true },
      { name: 'b', sort: 'name,asc', type: 'AI' },
    ],
  },
})

describe('200', () => {
  test('filters find what they name, and together what fits both', async () => {
    for (const query of [
      { type: 'AI' },
      { type: 'HUMAN' },
      { active: true },
      { active: false },
      { type: 'AI', active: false },
      { type: 'HUMAN', active: true, name: 'bot' },
      { capability: 'Leadership' },
      { capability: 'a,b' },
      { priority: 'low' },
      { capability: 'translation', priority: 'low' },
    ] as const) {
      const wanted = expected(query)
      expect(wanted.length).toBeGreaterThan(0)
      expect(wanted.length).toBeLessThan(rows.length)
      expect((await list(query)).items).toEqual(wanted)
    }
  })
})

describe('400', () => {
  test('every fault of the query is named', async () => {
    const refused = await service.request(
      `${path}?size=0&page=10001&sort=type,asc&type=ai&active=1&name=%00&capability=%20&priority=urgent&skill=x`,
    )
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'query /active type',
      'query /capability pattern',
      'query /name nul',
      'query /page maximum',
      'query /priority enum',
      'query /size minimum',
      'query /skill unknown',
      'query /sort enum',
      'query /type enum',
    ])
    expect(faultsOf(await service.request(`${path}?size=201`))).toEqual(['query /size maximum'])
  })
})
