import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Resources } from '../../sdk/src/index.ts'
import { now } from '../helpers/clock.ts'
import { boxOf } from '../helpers/sealed-integrations.ts'
import { development, startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
let demo: Resources
beforeAll(async () => {
  service = await startTestService()
  await seed()
  demo = service.client('Administrator', { instances: ['demo'] }).instance('demo')
})
afterAll(() => service.close())

async function seed() {
  await development.seed(service.db, boxOf(`k1:${randomBytes(32).toString('base64')}`))
}

test('the first start shows an instance in use: people, agents, connections and models in all states', async () => {
  expect((await demo.users.list({ search: 'ada@example.com' })).items).toMatchObject([
    { username: 'ada', roles: ['Administrator'], enabled: true },
  ])
  expect((await demo.agents.list()).page.totalElements).toBe(25)
  const integrations = (await demo.integrations.list({ size: 200 })).items
  expect(new Set(integrations.map(({ status }) => status))).toEqual(new Set(['active', 'error', 'inactive']))
  for (const { id, status, isHealthy, lastTest } of integrations) {
    if (status === 'active') expect([isHealthy, lastTest?.outcome]).toEqual([true, 'ok'])
    if (status === 'error') expect(lastTest?.message).toMatch(/\w\.$/)
    if (lastTest) expect(await demo.integrations.lastTest.get(id)).toMatchObject({ outcome: lastTest.outcome })
  }
  const models = (await demo.twuModels.list({ size: 200 })).items
  expect(new Set(models.map(({ status }) => status))).toEqual(new Set(['DRAFT', 'published', 'archived']))
  const claims = models.find(({ name }) => name === 'Claim assessment')
  const versions = (await demo.twuModels.versions.list(claims?.id ?? '')).items
  expect(versions.map(({ version, status }) => [version, status])).toEqual([
    [3, 'DRAFT'],
    [2, 'published'],
    [1, 'archived'],
  ])
})

test('its work is that of the last weeks, and what waits for a review has what was done, computed by a model', async () => {
  const sums = async (from: number, to: number) =>
    (await demo.workLedger.summarise({ createdFrom: daysAgo(from), createdTo: daysAgo(to) })).total.count
  expect(await sums(30, 0)).toBeGreaterThan(50)
  expect(await sums(60, 30)).toBeGreaterThan(50)
  expect(await sums(36_500, 90)).toBe(0)
  const waiting = (await demo.workLedger.list({ review: 'open', size: 200 })).items
  expect(waiting.length).toBeGreaterThan(5)
  for (const { id, missedPolicies, modelId, modelVersion } of waiting) {
    expect(missedPolicies).toEqual(['largeByPerson'])
    const { items } = await demo.workLedger.operations.list(id)
    const { policies } = await demo.twuModels.versions.get(modelId ?? '', modelVersion ?? 0)
    expect([items.length > 0, policies.map(({ name }) => name)]).toEqual([true, ['checkedFirst', 'largeByPerson']])
  }
})

test('no made-up secret is sent to a vendor by a check in the background', async () => {
  const due = service.db('integrations').where({ instance_id: 'demo' }).whereNot({ status: 'inactive' })
  expect(await due.clone().whereRaw(`next_check_at < now() + interval '50 years'`)).toEqual([])
  expect(await due).toHaveLength(20)
})

test('a later start adds nothing', async () => {
  const last = async () => (await demo.changes.list({ size: 1 })).items[0]?.sequence
  const before = [await last(), (await demo.workLedger.list()).page.totalElements]
  await seed()
  expect([await last(), (await demo.workLedger.list()).page.totalElements]).toEqual(before)
})

function daysAgo(days: number): string {
  return new Date(now() - days * 86_400_000).toISOString()
}
