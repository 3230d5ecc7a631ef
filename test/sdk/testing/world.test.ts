import { expect, test } from 'vitest'
import { reportOn } from '../../../contract/rules/twu/report.ts'
import { toDefinition } from '../../../contract/rules/twu/definition.ts'
import { createClient } from '../../../sdk/src/index.ts'
import { createTestServer } from '../../../sdk/src/testing/index.ts'
import { seedWorld } from '../../../sdk/src/testing/world/index.ts'

const world = seedWorld()
const { users = [], agents = [], integrations = [], twuModels = [], workLedger = [] } = world

test('every model could be published: its references resolve, its expressions compile, its cases are met', () => {
  const versions = twuModels.flatMap(({ versions = [] }) => versions)
  expect(twuModels).toHaveLength(12)
  for (const version of versions) {
    const { cases, policies, outcomes } = toDefinition(version)
    expect([cases.length, outcomes.length, policies.length > 0]).toEqual([2, 3, true])
    expect(reportOn(toDefinition(version)).faults).toEqual([])
  }
})

test('no two models are the same but for their name', () => {
  const contents = twuModels.map(({ versions = [] }) => JSON.stringify(versions.map(toDefinition)))
  expect(new Set(contents).size).toBe(12)
})

test('the ledger has work of published models, and of each of them', () => {
  const published = twuModels.filter(({ versions = [] }) => versions.some(({ status }) => status === 'published'))
  const names = published.map(({ versions = [] }) => versions[0]?.name)
  expect(new Set(workLedger.map(({ modelName }) => modelName))).toEqual(new Set(names))
  expect(names).toHaveLength(10)
})

test('no two of a kind have one name', () => {
  const lists = [
    users.map(({ name, familyName }) => `${name} ${familyName}`),
    agents.map(({ name }) => name),
    integrations.map(({ name }) => name),
    twuModels.map(({ versions = [] }) => versions[0]?.name),
  ]
  for (const names of lists) expect(new Set(names).size).toBe(names.length)
})

test('people have the capabilities of people, programs those of programs', () => {
  const capabilitiesOf = (type: string) =>
    new Set(agents.filter((agent) => agent.type === type).flatMap(({ capabilities = [] }) => capabilities))
  const [human, ai] = [capabilitiesOf('HUMAN'), capabilitiesOf('AI')]
  expect([human.has('leadership'), ai.has('translation')]).toEqual([true, true])
  expect([...human].filter((capability) => ai.has(capability))).toEqual([])
})

test('a failed test says what the service says, and what to do', () => {
  const messages = integrations.flatMap(({ lastTest }) => (lastTest?.outcome === 'bad_credentials' ? [lastTest] : []))
  expect(messages[0]?.message).toMatch(/did not accept the credentials\. Check .+ and repeat the test\./)
})

test('the agent that cost most in the last 30 days is the one that failed most, and its entries say why', async () => {
  const server = createTestServer({ world })
  const { workLedger } = createClient({ baseUrl: 'https://admin.test', token: 'any', fetch: server.fetch }).instance(
    'demo',
  )
  const days = { createdFrom: '2026-10-22T00:00:00Z', createdTo: '2026-11-20T23:59:59Z' }
  const all = await workLedger.summarise({ ...days, groupBy: 'agent' })
  const failed = await workLedger.summarise({ ...days, groupBy: 'agent', status: 'failed' })
  const [dearest] = all.groups.toSorted((a, b) => b.cost - a.cost)
  expect(dearest).toMatchObject({ key: failed.groups[0]?.key, name: 'Fraud watcher' })
  const { items } = await workLedger.list({ ...days, agentId: failed.groups[0]?.key, status: 'failed' })
  expect(items.map(({ description }) => /It failed: /.test(description))).toEqual(items.map(() => true))
  expect(items.length).toBeGreaterThan(2)
})

test('no tokens are free without a word, and no sentence has two full stops', () => {
  const agents = workLedger.flatMap(({ agents = [] }) => agents)
  const operations = workLedger.flatMap(({ operations = [] }) => operations)
  expect(agents.filter(({ cost, withoutCost }) => cost === 0 && withoutCost === 0)).toEqual([])
  expect(operations.filter(({ cost, usage }) => cost === 0 && usage !== undefined)).toEqual([])
  expect(operations.filter(({ cost, usage }) => cost === undefined && usage !== undefined).length).toBeGreaterThan(5)
  expect(workLedger.filter(({ title, description }) => `${title} ${description}`.includes('..'))).toEqual([])
})
