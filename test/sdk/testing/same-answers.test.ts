import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readContract } from '../../../contract/document.ts'
import { toWorkLedgerRow } from '../../../server/db/work-ledger-entries.ts'
import { operationsById } from '../../../sdk/src/testing/operations.ts'
import { human, summariser } from '../../helpers/data/agents.ts'
import { check, execution, pay } from '../../helpers/data/executions.ts'
import { sonnet } from '../../helpers/data/model-prices.ts'
import { amazonConnect, salesforce, slack, zendesk } from '../../helpers/data/integrations.ts'
import { webhookInput } from '../../helpers/data/webhooks.ts'
import { completeInput } from '../../helpers/data/twu-models.ts'
import { userInput } from '../../helpers/data/users.ts'
import { generatedEntries, insertLedgerRows } from '../../helpers/data/work-ledger-entries.ts'
import { isExhaustive } from '../../helpers/rounds.ts'
import { expectSameAnswers, refused, startSides, type Side, type Sides } from './sides.ts'
import { rulesOf, sendTypes } from './wrong-requests.ts'
import { interceptVendors, nock } from '../../helpers/vendors.ts'

/**
 * The test server answers as the service: everything is done on both, and every answer is compared. With more rounds it is
 * done on the mock, too, which answers with the test server.
 */
interceptVendors()
let sides: Sides
const entries = generatedEntries(60)
const same = (facts: (side: Side) => Promise<unknown>) => () => expectSameAnswers(sides, facts)
/** The mock has every instance. */
const sameWithoutMock = (facts: (side: Side) => Promise<unknown>) => () =>
  expectSameAnswers({ ...sides, mocked: null }, facts)
beforeAll(async () => {
  nock('https://slack.com').persist().post('/api/auth.test').reply(200, { ok: true })
  sides = await startSides({ workLedger: entries }, isExhaustive())
  await insertLedgerRows(
    sides.service,
    entries.map((entry) => toWorkLedgerRow('acme', entry)),
  )
})
afterAll(() => sides.stop())

describe('instances', () => {
  test(
    'are listed, page after page',
    sameWithoutMock(async ({ client }) => {
      await client.instances.list()
      await client.instances.list({ sort: 'name,desc', size: 1 })
      await (await client.instances.list({ size: 1 })).next()
      await refused(client.instances.list({ page: 10_000, size: 2 }))
      await refused(client.instances.list({ cursor: 'bm9uc2Vuc2U' }))
    }),
  )
})

describe('users', () => {
  test(
    'are created, read, changed and found',
    same(async ({ acme }) => {
      const { data: ada, version } = await acme.users.create(userInput('ada')).withResponse()
      await acme.users.create(userInput('Bob', { middleName: 'B', familyName: null }))
      await acme.users.get(ada.id)
      await acme.users.getAccount(ada.id)
      await acme.users.update(ada.id, { familyName: 'King', middleName: null }, { ifMatch: version })
      await acme.users.update(ada.id, { enabled: false, temporaryPassword: 'correct-horse-battery' })
      await acme.users.getAccount(ada.id)
      await acme.users.update(ada.id, {})
      await acme.users.update(ada.id, await acme.users.get(ada.id))
      await acme.users.list()
      await acme.users.list({ enabled: false })
      await acme.users.update(ada.id, { roles: ['Editor', 'Viewer'] })
      await acme.users.create(userInput('Eve', { roles: ['Manager'] }))
      await acme.users.list({ role: 'Editor' })
      await acme.me()
      await acme.users.list({ username: 'BO', sort: 'username,desc' })
      await acme.users.list({ username: '%' })
    }),
  )

  test(
    'are created many at once, each or not',
    same(async ({ acme }) => {
      const users = [userInput('one'), userInput('ONE', { email: 'one-b@example.com' })]
      const { results } = await acme.users.createMany({ users })
      await acme.users.createMany({ users: [userInput('three', { email: 'One@example.com' })] })
      for (const { id } of results) if (id !== null) await acme.users.get(id)
    }),
  )

  test(
    'are deleted for good',
    same(async ({ acme }) => {
      const { data, version } = await acme.users.create(userInput('leaver')).withResponse()
      await acme.users.update(data.id, { name: 'Augusta' })
      await refused(acme.users.delete(data.id, { ifMatch: version }))
      await acme.users.delete(data.id)
      await refused(acme.users.get(data.id))
      await refused(acme.users.getAccount(data.id))
      await refused(acme.users.delete(data.id))
      await acme.users.list({ username: 'leaver' })
      const again = await acme.users.create(userInput('leaver'))
      await acme.users.delete(again.id)
    }),
  )

  test(
    'who were deleted are not brought back by a repeat of their creation',
    // Not in `acme`, whose records of changes are compared with the mock's.
    sameWithoutMock(async ({ other }) => {
      const create = () => other.users.create(userInput('leaver'), { idempotencyKey: 'leaver' })
      await other.users.delete((await create()).id)
      await refused(create())
      await other.users.list({ username: 'leaver' })
    }),
  )

  test(
    'may have empty fields, as forms send them, and searches spaces around them',
    same(async ({ acme, send }) => {
      const names = { middleName: '', familyName: '' }
      const { id } = await acme.users.create(userInput('Formosa', names))
      await acme.users.update(id, { ...names, temporaryPassword: '' })
      await refused(acme.users.create(userInput('Emptier', { temporaryPassword: '' })))
      await acme.users.list({ search: '  formosa ' })
      await acme.users.list({ username: '  ' })
      await refused(acme.users.update(id, { temporaryPassword: 'FORMOSA@example.com' }))
      await refused(acme.users.update(id, { temporaryPassword: ' '.repeat(12) }))
      await refused(acme.users.create(userInput('formosa.strait', { temporaryPassword: 'Formosa.Strait' })))
      await send('POST', '/integrations', { body: { ...slack, description: '', metadata: { botToken: '' } } })
    }),
  )

  test(
    'have an email address as browsers take it',
    same(async ({ send }) => {
      for (const email of ['a@b', 'a..b@c.de', '.a@b.c', 'a@-b', 'a@b-', 'a@b.', 'a@b..c', 'ä@b.c', 'a', '@b', 'a b@c'])
        await send('POST', '/users', { body: userInput('ivy', { email }) })
      for (const name of ['x'.repeat(63), 'x'.repeat(64)])
        await send('POST', '/users', { body: userInput('joe', { email: `joe@${name}.com` }) })
    }),
  )

  test(
    'have names of their own, whatever the case',
    same(async ({ acme }) => {
      await acme.users.create(userInput('carol'))
      const { id } = await acme.users.create(userInput('dave'))
      await refused(acme.users.create(userInput('CAROL')))
      await refused(acme.users.create(userInput('erin', { email: 'Carol@example.com' })))
      await refused(acme.users.update(id, { username: 'carol' }))
      await refused(acme.users.update(id, { email: 'carol@example.com' }))
      await refused(acme.users.create(userInput('carol', { email: 'CAROL@example.com' })))
      await acme.users.update(id, { username: 'DAVE' })
    }),
  )

  test(
    'that are missing or have changed are refused',
    same(async ({ acme }) => {
      await refused(acme.users.get('nobody'))
      await refused(acme.users.update('nobody', { name: 'X' }))
      const { id } = await acme.users.create(userInput('frank'))
      await acme.users.update(id, { name: 'Frank' })
      await refused(acme.users.update(id, { username: 'ada' }, { ifMatch: '"1"' }))
      await refused(acme.users.update(id, { name: 'F' }, { ifMatch: 'W/"1"' }))
      await acme.users.update(id, { name: 'F' }, { ifMatch: '"1", W/"2"' })
      await acme.users.update(id, { name: 'G' }, { ifMatch: '*' })
    }),
  )
})

describe('agents', () => {
  test(
    'are created, replaced, found and deleted',
    same(async ({ acme }) => {
      const agent = await acme.agents.create(summariser)
      await acme.agents.create(human)
      await acme.agents.list({ type: 'AI' })
      await acme.agents.list({ active: false, name: 'GRACE' })
      await acme.agents.update(agent.id, { ...human, name: 'Ada' })
      await acme.agents.update(agent.id, await acme.agents.get(agent.id), { ifMatch: '"2"' })
      await refused(acme.agents.delete(agent.id, { ifMatch: '"1"' }))
      await acme.agents.delete(agent.id, { ifMatch: '"2"' })
      await refused(acme.agents.get(agent.id))
      await refused(acme.agents.delete(agent.id))
      await refused(acme.agents.update(agent.id, human))
    }),
  )

  test(
    'need a model or must not have one',
    same(async ({ send }) => {
      await send('POST', '/agents', { body: { ...human, model: 'gpt' } })
      await send('POST', '/agents', { body: { ...summariser, model: null } })
      await send('POST', '/agents', { body: { name: 'X', type: 'AI', active: true } })
      await send('POST', '/agents', { body: { name: 'X', type: 'ROBOT', active: 'yes', extra: 1 } })
    }),
  )

  test(
    'are told each fault once, and keep what only the service sets',
    same(async ({ send }) => {
      const quoted = String.raw`{"name":"","type":5,"active":true,"metadata":{"a\"b":{},"\t":1},"__proto__":1}`
      for (const body of ['', quoted, { ...human, priority: -5 }, { ...human, id: 5, createdAt: 'never' }])
        await send('POST', '/agents', { body })
    }),
  )

  test(
    'that the caller holds are not sent again',
    same(async ({ acme, send }) => {
      const { id } = await acme.agents.create(human)
      for (const tag of ['"1"', 'W/"1"', '*', '"2", "1"', '"2"', 'x'])
        await send('GET', `/agents/${id}`, { headers: { 'If-None-Match': tag } })
    }),
  )
})

describe('lists', () => {
  test(
    'have pages, by number and by cursor',
    same(async ({ acme }) => {
      for (const name of ['Alpha', 'beta', 'Gamma', 'delta', 'Epsilon']) await acme.agents.create({ ...human, name })
      for await (const _ of acme.agents.list({ size: 2, sort: 'name,asc', name: 'a' }));
      for await (const _ of acme.agents.list({ size: 2, sort: 'createdAt,desc' }));
      for (const page of [0, 1, 2, 9]) await acme.agents.list({ page, size: 3, sort: 'name,desc' })
    }),
  )

  test(
    'end a page of large items, and refuse it by number',
    same(async ({ acme }) => {
      const metadata = { filler: 'x'.repeat(60_000) }
      for (let at = 0; at < 20; at += 1) await acme.agents.create({ ...human, name: `Large ${at}`, metadata })
      const query = { name: 'large', sort: 'createdAt,asc' } as const
      for await (const _ of acme.agents.list(query));
      await refused(acme.agents.list({ ...query, page: 0 }))
      for (const page of [0, 1]) await acme.agents.list({ ...query, page, size: 17 })
    }),
  )

  test(
    'refuse a page that is too deep and a cursor that is not theirs',
    same(async ({ acme }) => {
      await acme.agents.list({ page: 10_000, size: 1 })
      await refused(acme.agents.list({ page: 5001, size: 2 }))
      await refused(acme.agents.list({ page: 10_001 }))
      await refused(acme.agents.list({ cursor: 'abc' }))
      const { page } = await acme.agents.list({ size: 1, sort: 'name,asc' })
      const cursor = page.next ?? ''
      await acme.agents.list({ size: 2, sort: 'name,asc', cursor })
      await refused(acme.agents.list({ size: 1, sort: 'name,desc', cursor }))
      await refused(acme.agents.list({ size: 1, sort: 'name,asc', type: 'AI', cursor }))
      await refused(acme.users.list({ size: 1, cursor }))
      await refused(acme.agents.list({ size: 1, sort: 'name,asc', cursor, page: 1 }))
    }),
  )
})

describe('integrations', () => {
  test(
    'are created, replaced, found and deleted',
    same(async ({ acme }) => {
      const { id } = await acme.integrations.create(slack)
      await acme.integrations.create(amazonConnect)
      await acme.integrations.get(id)
      await acme.integrations.list({ search: 'HAND' })
      await acme.integrations.list({ type: 'AMAZON_CONNECT', status: 'connecting', sort: 'name,desc' })
      await acme.integrations.update(id, { name: 'Sales', type: 'SLACK', metadata: {} })
      await acme.integrations.update(id, { name: 'Sales', type: 'SLACK', metadata: {} })
      await refused(acme.integrations.update(id, slack, { ifMatch: '"1"' }))
      await acme.integrations.delete(id)
      await refused(acme.integrations.update(id, slack))
      await refused(acme.integrations.delete(id))
    }),
  )

  test(
    'keep the secrets that are left out, lose those that are cleared, and want them for another host',
    same(async ({ acme, send }) => {
      const amazon = await acme.integrations.create(amazonConnect)
      const { secretAccessKey: _, sessionToken: __, ...plain } = amazonConnect.metadata
      await acme.integrations.update(amazon.id, { ...amazonConnect, metadata: plain })
      await acme.integrations.update(amazon.id, {
        ...amazonConnect,
        metadata: { ...plain, sessionToken: null },
      })
      const { id } = await acme.integrations.create(zendesk)
      await send('PUT', `/integrations/${id}`, {
        body: { ...zendesk, metadata: { subdomain: 'other', email: 'a@example.com' } },
      })
      await send('PUT', `/integrations/${id}`, {
        body: { ...zendesk, metadata: { subdomain: 'acme', email: 'a@example.com' } },
      })
      await send('PUT', `/integrations/${id}`, {
        body: { ...zendesk, metadata: { ...zendesk.metadata, apiToken: '********' } },
      })
      await send('PUT', `/integrations/${id}`, {
        body: { ...zendesk, metadata: { ...zendesk.metadata, apiToken: null } },
      })
      await send('PUT', `/integrations/${id}`, { body: slack })
    }),
  )

  test(
    'are enabled, disabled and tested',
    same(async ({ acme }) => {
      const { id } = await acme.integrations.create(salesforce)
      await refused(acme.integrations.lastTest.get(id))
      await acme.integrations.enable(id)
      await acme.integrations.disable(id)
      await acme.integrations.disable(id)
      await acme.integrations.test(id)
      await acme.integrations.enable(id)
      await acme.integrations.test(id)
      await acme.integrations.get(id)
      await acme.integrations.update(id, { ...salesforce, name: 'Renamed', metadata: salesforce.metadata })
      await refused(acme.integrations.test(id, { ifMatch: '"99"' }))
      await refused(acme.integrations.enable(id, { ifMatch: '"99"' }))
      await refused(acme.integrations.disable(id, { ifMatch: '"99"' }))
      await acme.integrations.lastTest.get(id)
      await refused(acme.integrations.test('nothing'))
      await refused(acme.integrations.lastTest.get('nothing'))
      await refused(acme.integrations.enable('nothing'))
      await refused(acme.integrations.disable('nothing'))
    }),
  )

  test(
    'that work are to be tested again once their configuration has changed',
    same(async ({ acme, other }) => {
      const { id } = await other.integrations.create(slack)
      await other.integrations.test(id)
      await other.integrations.update(id, { ...slack, name: 'Renamed', metadata: {} })
      await other.integrations.update(id, slack)
      await other.integrations.test(id)
      await other.integrations.disable(id)
      await other.integrations.update(id, slack)
      await other.integrations.test(id)
      await other.integrations.lastTest.get(id)
      await other.integrations.testUnsaved({ type: 'SLACK', metadata: {}, integrationId: id })
      await acme.integrations.testUnsaved({ type: 'ZENDESK', metadata: zendesk.metadata })
      await refused(acme.integrations.testUnsaved({ type: 'ZENDESK', metadata: {} }))
      await refused(acme.integrations.testUnsaved({ type: 'SLAKC', metadata: {} }))
      await refused(acme.integrations.testUnsaved({ type: 'SLACK', metadata: {}, integrationId: 'nothing' }))
      await refused(other.integrations.testUnsaved({ type: 'ZENDESK', metadata: {}, integrationId: id }))
      await other.integrations.list({ status: 'inactive' })
    }),
  )

  test(
    'of a type with rules of its own must fit it',
    same(async (side) => {
      const { acme, send } = side
      const seen = new Set<string>()
      await sendTypes(side, (fields, right, wrong) => {
        const rules = fields.map(rulesOf)
        if (rules.every((rule) => seen.has(rule))) return []
        const other = seen.size % 2
        for (const rule of rules) seen.add(rule)
        return [right, ...wrong.filter((_, at) => at % 2 === other)]
      })
      await send('POST', '/integrations', { body: { ...slack, type: 'SLAKC' } })
      for (const type of ['SLAKC', 'slack', 'SLACK', 7])
        await send('POST', '/integrations', { body: { name: '', type, metadata: { colour: 'red' } } })
      const { id } = await acme.integrations.create(slack)
      for (const metadata of [{ colour: 'red' }, { botToken: null }, {}, 7])
        await send('PUT', `/integrations/${id}?size=1`, { body: { ...slack, metadata } })
    }),
  )

  test(
    'have types to choose from',
    same(async ({ acme, send }) => {
      await acme.integrationTypes.list()
      await acme.integrationTypes.list({ group: 'crm_sales', sort: 'name,desc', size: 5 })
      await acme.integrationTypes.list({ search: 'sLa' })
      await acme.integrationTypes.get('SLACK')
      await refused(acme.integrationTypes.get('SLAKC'))
      await send('GET', '/integration-types/slack')
    }),
  )
})

describe('TWU models', () => {
  test(
    'go from draft to version to version',
    same(async ({ acme }) => {
      const { id } = await acme.twuModels.create(completeInput())
      const { versions } = acme.twuModels
      await acme.twuModels.get(id)
      await acme.twuModels.list({ status: 'DRAFT', name: 'refund' })
      await refused(versions.create(id, completeInput()))
      await versions.update(id, 1, completeInput('Refunds'), { ifMatch: '"1-1"' })
      await refused(versions.update(id, 1, completeInput(), { ifMatch: '"1-1"' }))
      await versions.update(id, 1, await versions.get(id, 1), { ifMatch: '"1-2"' })
      await acme.twuModels.get(id)
      await refused(acme.twuModels.publish(id, { ifMatch: '"1-1"' }))
      await refused(acme.twuModels.publish(id, { ifMatch: '"1"' }))
      await acme.twuModels.publish(id, { ifMatch: '"2"' })
      await refused(acme.twuModels.publish(id))
      await refused(versions.archive(id, 1, { ifMatch: '"1-1"' }))
      await refused(versions.update(id, 1, completeInput()))
      await versions.create(id, { name: 'Second', description: '' })
      await acme.twuModels.get(id)
      await acme.twuModels.list({ name: 'second' })
      await acme.twuModels.list({ hasDraft: true, status: 'published' })
      await versions.get(id, 2)
      for await (const _ of versions.list(id, { size: 1 }));
      await versions.list(id, { sort: 'version,asc' })
      await versions.update(id, 2, { name: 'Third', description: '' }, { ifMatch: '"4"' })
      await versions.archive(id, 2, { ifMatch: '"5"' })
      await versions.archive(id, 2)
      await acme.twuModels.get(id)
      await versions.create(id, { name: 'Third', description: '' })
      await versions.archive(id, 3)
      await versions.archive(id, 1)
      await acme.twuModels.get(id)
      await acme.twuModels.list()
      await acme.twuModels.list({ status: 'archived', sort: 'name,asc' })
      await acme.twuModels.list({ hasDraft: false })
    }),
  )

  test(
    'are published only when they are complete',
    same(async ({ acme, send }) => {
      const { id } = await acme.twuModels.create({ name: 'Sketch', description: '' })
      await refused(acme.twuModels.publish(id))
      for (const body of [{ version: 1 }, 'null', '{', ' {\n}', ''])
        await send('POST', `/twu-models/${id}/publish`, { body })
      const { entities, actions, events, outcomes } = completeInput()
      await send('PUT', `/twu-models/${id}/versions/1`, {
        body: {
          ...completeInput(),
          entities: [
            ...entities,
            {
              name: 'order',
              attributes: [
                { name: 'a', type: 'string' },
                { name: 'a', type: 'number' },
              ],
            },
          ],
          actions: [...actions, { name: 'checkPolicy', entity: 'nothing', actors: [] }, { name: 'x' }],
          events: [...events, { name: 'refundPaid', entity: 'order', action: 'nothing' }, { name: 'y' }],
          outcomes: [...outcomes, { name: 'z' }, { name: 'z', expression: ' ' }, { name: 'v', expression: 'sum(cost' }],
        },
      })
      await refused(acme.twuModels.publish(id))
    }),
  )

  test(
    'are tried',
    same(async ({ acme }) => {
      const startedAt = '2026-11-21T09:30:00.000Z'
      const operations = [
        { action: 'checkPolicy', actor: 'AI' as const, startedAt, activeTime: 1.1, cost: 0.1 },
        {
          action: 'payRefund',
          actor: 'HUMAN' as const,
          startedAt,
          activeTime: 2.2,
          cost: 0.2,
          attributes: { total: 'x' },
        },
        { action: 'dance', actor: 'AI' as const, startedAt, event: 'music' },
      ]
      const cases = [
        { name: 'right', operations, outcomes: { humanTouches: 1 } },
        { name: 'wrong', operations: [], outcomes: { refundCost: 1, other: 'x' }, policyStatus: 'compliant' as const },
      ]
      const policies = [
        { name: 'checked', expression: 'operations.exists(o, o.action == "checkPolicy")' },
        { name: 'cheap', expression: 'operations.all(o, o.cost < 0.15)', otherwise: 'non_compliant' as const },
        { name: 'odd', expression: '1 / 0 == 1' },
      ]
      const definition = { ...completeInput(), policies, cases }
      await acme.twuModels.evaluate({ definition, operations })
      await refused(acme.twuModels.evaluate({ definition, modelId: 'any', operations }))
      await refused(acme.twuModels.evaluate({ operations }))
      await refused(acme.twuModels.evaluate({ modelId: 'nothing', operations }))
      const { id } = await acme.twuModels.create(definition)
      await acme.twuModels.evaluate({ modelId: id, operations })
      await acme.twuModels.evaluate({ modelId: id, version: 1, operations: [] })
      await refused(acme.twuModels.evaluate({ modelId: id, version: 2, operations }))
      await refused(acme.twuModels.publish(id))
      await acme.twuModels.versions.update(id, 1, { ...definition, cases: [], policies: [] })
      await acme.twuModels.publish(id)
      const { versions } = acme.twuModels
      const outcomes = [{ name: 'refundCost', expression: 'size(operations)', unit: 'EUR' }, { name: 'new' }]
      await versions.create(id, { ...definition, name: 'Second', entities: [], outcomes })
      await versions.compare(id, 1, 2)
      await versions.compare(id, 2, 1)
      await versions.compare(id, 2, 2)
      await refused(versions.compare(id, 1, 3))
      await refused(versions.compare(id, 4, 3))
      await refused(versions.compare('nothing', 1, 2))
    }),
  )

  test(
    'that are missing are refused',
    same(async ({ acme, send }) => {
      const { versions } = acme.twuModels
      const { id } = await acme.twuModels.create(completeInput())
      await refused(acme.twuModels.get('nothing'))
      await refused(acme.twuModels.publish('nothing'))
      await refused(versions.list('nothing'))
      await refused(versions.create('nothing', completeInput()))
      await refused(versions.get('nothing', 1))
      await refused(versions.get(id, 2))
      await refused(versions.update(id, 2, completeInput()))
      await refused(versions.archive(id, 2))
      for (const version of ['0', 'one', '1.5', '-1', '01', '1e0', '1e21', '2147483648'])
        await send('GET', `/twu-models/${id}/versions/${version}`)
    }),
  )
})

describe('the work ledger', () => {
  test(
    'is filtered, sorted and read',
    same(async ({ acme, send }) => {
      const [{ id, title, modelName, type, cost } = { id: '', title: '', modelName: '', type: '', cost: 0 }] = entries
      await acme.workLedger.list()
      await acme.workLedger.list({ search: title.slice(2, 8).toUpperCase() })
      await acme.workLedger.list({
        status: 'completed',
        policyStatus: 'compliant',
        size: 5,
        sort: 'cost,asc',
      })
      for (const actors of ['AI', 'HUMAN', 'HYBRID'] as const)
        await acme.workLedger.list({ actors, sort: 'activeTime,desc' })
      await acme.workLedger.list({
        modelName,
        type,
        costMin: cost,
        costMax: cost * 10,
        timeMin: 0,
        timeMax: 1e6,
      })
      await refused(acme.workLedger.list({ costMin: 2, costMax: 1, timeMin: 2, timeMax: 1 }))
      for await (const _ of acme.workLedger.list({ size: 25, sort: 'updatedAt,asc' }));
      const { version } = await acme.workLedger.get(id).withResponse()
      await send('GET', `/work-ledger/${id}`, { headers: { 'If-None-Match': version ?? '' } })
      await refused(acme.workLedger.get('nothing'))
    }),
  )
})

describe('a summary of the work ledger', () => {
  test(
    'adds up by every grouping',
    same(async ({ acme }) => {
      for (const groupBy of ['status', 'policyStatus', 'actors', 'modelName', 'day', 'agent', 'aiModel'] as const)
        await acme.workLedger.summarise({ groupBy })
      await acme.workLedger.summarise({ actors: 'HUMAN', costMin: 1 })
      await acme.workLedger.summarise({ search: 'nothing at all' })
      await refused(acme.workLedger.summarise({ costMin: 2, costMax: 1 }))
    }),
  )
})

test(
  'an export of the work ledger is the same file, in either format, with the filters and sorts of the list',
  same(async ({ acme, send }) => {
    await send('GET', '/work-ledger/export')
    await send('GET', '/work-ledger/export?format=csv&status=completed&sort=cost,asc')
    await send('GET', '/work-ledger/export?format=csv&search=nothing+at+all')
    for (const Accept of ['text/csv', 'application/x-ndjson', 'application/json'])
      await send('GET', '/work-ledger/export', { headers: { Accept } })
    await send('HEAD', '/work-ledger/export', { headers: { Accept: 'text/csv' } })
    await refused(acme.workLedger.export({ costMin: 2, costMax: 1 }))
  }),
)

describe('changes', () => {
  test(
    'are listed, filtered and read',
    same(async ({ acme }) => {
      const { id: resourceId } = await acme.agents.create(summariser)
      await acme.agents.update(resourceId, { ...summariser, metadata: { b: { c: [1] }, a: null } })
      await acme.agents.update(resourceId, { ...summariser, metadata: { b: { c: [1, 2] } } })
      await acme.agents.delete(resourceId)
      const { items } = await acme.changes.list({ resourceId })
      const at = items.map((change) => change.at)
      await acme.changes.list({ resourceId, resourceType: 'agent', operation: 'updateAgent', actorId: 'test' })
      for (const other of [{ resourceType: 'user' as const }, { operation: 'deleteUser' }, { actorId: 'nobody' }])
        await acme.changes.list({ resourceId, ...other })
      await acme.changes.list({ resourceId, from: at[1], to: at[1] })
      await (await acme.changes.list({ resourceId, sort: 'sequence,asc', size: 3 })).next()
      await refused(acme.changes.list({ resourceId, from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }))
      for (const { sequence } of items) await acme.changes.get(sequence)
      await refused(acme.changes.get(999_999))
    }),
  )

  test(
    'are followed from a position on',
    same(async ({ acme, send }) => {
      const { id } = await acme.agents.create(summariser)
      const [{ sequence } = { sequence: 0 }] = (await acme.changes.list({ resourceId: id })).items
      await acme.agents.update(id, human)
      await acme.agents.delete(id)
      const stream = '/changes/stream'
      await send('GET', stream)
      await send('GET', `${stream}?after=${sequence}`, { events: 3 })
      await send('GET', `${stream}?after=0`, { headers: { 'Last-Event-ID': String(sequence + 1) }, events: 2 })
      for (const after of ['999999', `${sequence}-abc`, '0-abc']) await send('GET', `${stream}?after=${after}`)
      for (const lastEventId of ['', 'x', '-1', '9'.repeat(17)])
        await send('GET', stream, { headers: { 'Last-Event-ID': lastEventId } })
      await send('HEAD', stream)
      await send('GET', stream, { headers: { Accept: 'application/json' } })
    }),
  )
})

describe('an Idempotency-Key', () => {
  test(
    'gets the first answer again, good or bad, for the same payload',
    same(async ({ acme, send }) => {
      const once = { idempotencyKey: 'once' }
      await acme.agents.create(human, once)
      await acme.agents.create(human, once)
      await refused(acme.agents.create(summariser, once))
      await refused(acme.twuModels.publish('nothing', once))
      await refused(acme.twuModels.publish('nothing', { idempotencyKey: 'twice' }))
      await refused(acme.twuModels.publish('nothing', { idempotencyKey: 'twice' }))
      await send('POST', '/agents', {
        body: { active: false, type: 'HUMAN', name: 'Grace Hopper' },
        headers: { 'Idempotency-Key': 'once' },
      })
      await send('POST', '/agents', { body: { name: 'X' }, headers: { 'Idempotency-Key': 'free' } })
      await send('POST', '/agents', { body: human, headers: { 'Idempotency-Key': 'free' } })
      await send('POST', '/agents', { body: human, headers: { 'Idempotency-Key': 'not visible' } })
    }),
  )

  test(
    'keeps no refusal of another state, and counts only where the contract has it',
    same(async ({ acme, send }) => {
      const creation = { idempotencyKey: 'creation' }
      const user = await acme.users.create(userInput('forgotten'), creation)
      await acme.users.delete(user.id)
      await refused(acme.users.create(userInput('forgotten'), creation))
      const { id } = await acme.integrations.create(slack)
      await refused(acme.integrations.disable(id, { ifMatch: '"99"', idempotencyKey: 'state' }))
      await acme.integrations.disable(id, { ifMatch: '"1"', idempotencyKey: 'state' })
      const body = { definition: completeInput(), operations: [] }
      const headers = { 'Idempotency-Key': 'read' }
      await send('POST', '/twu-models/evaluate', { body, headers })
      await send('POST', '/twu-models/evaluate', { body: { ...body, operations: [check] }, headers })
    }),
  )
})

describe('a request that breaks the contract', () => {
  test(
    'of an instance that is not there',
    sameWithoutMock(({ send }) => send('GET', '/../nobody/agents')),
  )

  test(
    'is refused in the same way when it is none of this service',
    same(async ({ send }) => {
      await send('POST', '/agents', { body: '{"name":' })
      await send('POST', '/agents', { body: '{"name": nobody}' })
      await send('POST', '/agents?unknown=1', { body: '{"name":' })
      await send('GET', '/agents??size=5')
      await send('POST', '/agents', { body: '' })
      await send('POST', '/agents', { body: '[]' })
      await send('POST', '/agents', { body: JSON.stringify({ ...human, name: 'x'.repeat(70_000) }) })
      await send('POST', '/agents', { body: 'name=x', headers: { 'Content-Type': 'text/plain' } })
      for (const encoding of ['gzip', 'Identity'])
        await send('POST', '/agents', { body: human, headers: { 'Content-Encoding': encoding } })
      for (const charset of ['latin1', 'utf-8', '"UTF-8"', 'utf8'])
        await send('POST', '/agents', {
          body: human,
          headers: { 'Content-Type': `application/json; charset=${charset}` },
        })
      await send('GET', '/agents', { headers: { Accept: 'text/html' } })
      await send('GET', '/agents/a%20b')
      await send('GET', '/agents/%zz')
      await send('GET', '/integration-types/ADA')
      await send('PATCH', '/agents')
      await send('HEAD', '/agents')
      await send('HEAD', '/agents/nobody')
      await send('HEAD', '/twu-models/nothing/publish')
      await send('HEAD', '/nothing')
      await send('OPTIONS', '/agents')
      await send('OPTIONS', '/nothing')
      await send('PUT', '/work-ledger/summary')
      await send('DELETE', '/users/ada')
      await send('GET', '/nothing')
      await send('PUT', '/users/nobody', { body: {}, headers: { 'If-Match': 'x'.repeat(600) } })
      for (const tag of ['1', '1, "2"', '*, "1"', '"1" , W/"2",, "3"', '"a"b"'])
        await send('PUT', '/users/nobody', { body: {}, headers: { 'If-Match': tag } })
    }),
  )
})

describe('prices of AI models', () => {
  test(
    'are set, corrected, listed and deleted',
    same(async ({ acme, send }) => {
      const price = await acme.modelPrices.set(sonnet)
      await acme.modelPrices.set(sonnet)
      await acme.modelPrices.set({ ...price, validFrom: '2026-12-01', input: 2.5 })
      await acme.modelPrices.set({ model: 'openai/gpt-4.1', validFrom: '2026-11-01', input: 2, output: 8 })
      await refused(acme.modelPrices.set({ ...sonnet, input: 9 }, { ifMatch: '"7"' }))
      await refused(acme.modelPrices.set({ ...sonnet, model: 'none' }, { ifMatch: '"1"' }))
      await acme.modelPrices.set({ ...sonnet, output: 14 }, { ifMatch: price.etag })
      await acme.modelPrices.list({ model: sonnet.model, sort: 'validFrom,desc' })
      await acme.modelPrices.list({ sort: 'model,desc', size: 1 })
      await refused(acme.modelPrices.delete(price.id, { ifMatch: price.etag }))
      await acme.modelPrices.delete(price.id)
      await refused(acme.modelPrices.delete(price.id))
      await send('PUT', '/model-prices', { body: { ...sonnet, validFrom: 'today', input: -1, currency: 'EUR' } })
    }),
  )

  test(
    'compute costs that are not reported',
    same(async ({ acme }) => {
      const { id } = await acme.twuModels.create(completeInput())
      await acme.twuModels.publish(id)
      await acme.modelPrices.set({ ...sonnet, model: 'priced' })
      const usage = { inputTokens: 1003, cachedInputTokens: 700, cacheWriteTokens: 200, outputTokens: 7 }
      const { cost: _, ...own } = { ...check, agentId: 'researcher', usage }
      const operations = [
        { ...own, aiModel: 'priced' },
        { ...own, aiModel: 'priced', startedAt: '2026-11-01T08:59:59+09:00' },
        { ...own, aiModel: 'unpriced' },
        pay,
      ]
      await acme.executions.report(id, execution({ id: 'priced', status: 'in_progress', operations }))
      await acme.modelPrices.set({ ...sonnet, model: 'unpriced' })
      await acme.executions.report(id, execution({ id: 'priced', status: 'in_progress', operations }))
      await acme.workLedger.operations.list('priced')
      await acme.executions.report(id, execution({ id: 'priced', operations }))
      await acme.workLedger.operations.list('priced')
      await acme.modelPrices.set({ ...sonnet, model: 'unpriced', input: 1e6 })
      const dear = [{ ...own, aiModel: 'unpriced', usage: { inputTokens: 1e12, outputTokens: 1e12 } }]
      await refused(acme.executions.report(id, execution({ id: 'too-dear', operations: dear })))
    }),
  )
})

describe('the access of assistants', () => {
  test(
    'is set and read',
    same(async ({ acme: { mcpAccess }, send }) => {
      const unset = await mcpAccess.get()
      await refused(mcpAccess.set({ operations: [] }, { ifMatch: '"7"' }))
      const set = await mcpAccess.set({ operations: ['updateAgent', 'createAgent'] }, { ifMatch: unset.etag })
      await mcpAccess.set(set)
      await mcpAccess.get()
      await send('GET', '/mcp-access', { headers: { 'If-None-Match': set.etag } })
      await refused(mcpAccess.set({ operations: [] }, { ifMatch: unset.etag }))
      await refused(mcpAccess.set({ operations: ['deleteAgent', 'deleteUser'] }))
      const names = ['nonsense', 'listAgents', 'evaluateTwuModel', 'exportTraces', 'setMcpAccess', 'createAgent']
      await refused(mcpAccess.set({ operations: names }))
      await mcpAccess.set({ operations: ['deleteAgent'], deletes: true })
      await send('PUT', '/mcp-access', { body: { operations: ['createAgent', 'createAgent'], delete: true } })
    }),
  )
})

describe('executions', () => {
  test(
    'are reported, computed and judged',
    same(async ({ acme }) => {
      const policies = [
        { name: 'checked', expression: 'operations.exists(o, o.action == "checkPolicy")' },
        { name: 'odd', expression: 'operations[5].cost == 0.0' },
      ]
      const { id } = await acme.twuModels.create({ ...completeInput('Reported'), policies })
      await refused(acme.executions.report(id, execution({ id: 'early' })))
      await acme.twuModels.publish(id)
      const running = execution({ id: 'reported', status: 'in_progress', operations: [check] })
      await acme.executions.report(id, running)
      await acme.executions.report(id, running)
      await acme.executions.report(id, execution({ id: 'reported', operations: [pay], version: 7 }))
      await refused(acme.executions.report(id, running))
      await refused(acme.executions.report(id, execution({ id: 'missing', version: 7 })))
      await refused(acme.executions.report('none', execution({ id: 'missing' })))
      await refused(acme.executions.report(id, execution({ id: 'export' })))
      await refused(acme.executions.report(id, execution({ id: entries[0]?.id ?? '' })))
      const batch = ['many', 'many', 'summary', 'reported'].map((each) => ({ modelId: id, ...execution({ id: each }) }))
      await acme.executions.reportMany([...batch, { modelId: 'none', ...execution({ id: 'nothing' }) }])
      await acme.workLedger.get('reported')
      await acme.workLedger.summarise({ modelName: 'Reported', groupBy: 'policyStatus' })
      await acme.workLedger.summarise({ modelId: id, outcome: 'humanTouches' })
      await acme.workLedger.summarise({ modelId: id, groupBy: 'day', outcome: 'nothing' })
      await refused(acme.workLedger.summarise({ outcome: 'humanTouches' }))
      await acme.workLedger.list({ modelId: id, sort: 'cost,asc' })
      await acme.workLedger.list({ modelId: id, modelVersion: 2 })
      await acme.workLedger.operations.list('many')
      await acme.workLedger.operations.list('many', { sort: 'position,desc', size: 1 })
      await refused(acme.workLedger.operations.list('missing'))
    }),
  )

  test(
    'name agents, whose work is summed up',
    same(async ({ acme }) => {
      const { id } = await acme.twuModels.create(completeInput('Agents'))
      await acme.twuModels.publish(id)
      const made = await acme.agents.create({ ...summariser, name: 'Before' })
      const usage = { inputTokens: 100, cachedInputTokens: 40, outputTokens: 7 }
      const operations = [
        { ...check, agentId: made.id, aiModel: 'm-1', usage },
        { ...check, agentId: made.id, aiModel: 'm-2', cost: 0.1 },
        { ...check, agentId: 'crawler', aiModel: 'm-1' },
        { ...pay, agentId: 'Ada', userId: 'ada' },
        pay,
      ]
      await acme.executions.report(id, execution({ id: 'by-agents', operations }))
      await acme.executions.report(
        id,
        execution({ id: 'by-one', status: 'failed', operations: operations.slice(0, 1) }),
      )
      await refused(acme.executions.report(id, execution({ id: 'no', operations: [{ ...pay, agentId: made.id }] })))
      await refused(acme.executions.report(id, execution({ id: 'no', operations: [{ ...check, userId: 'ada' }] })))
      await acme.agents.update(made.id, { ...summariser, name: 'After' }, { ifMatch: made.etag })
      for (const groupBy of ['agent', 'aiModel'] as const) {
        await acme.workLedger.summarise({ groupBy })
        await acme.workLedger.summarise({ groupBy, modelId: id, status: 'failed', outcome: 'humanTouches' })
      }
      await acme.workLedger.list({ agentId: made.id })
      await acme.workLedger.list({ aiModel: 'm-1', size: 1 })
      await acme.agents.work.get(made.id)
      await acme.agents.delete(made.id)
      await acme.agents.work.get(made.id, { timeZone: 'Pacific/Chatham' })
      await acme.workLedger.summarise({ groupBy: 'agent', modelId: id })
      await acme.agents.work.get('crawler', { to: '2020-01-01' })
      await refused(acme.agents.work.get('nobody'))
      await refused(acme.agents.work.get('crawler', { from: '2020-01-02', to: '2020-01-01' }))
      const days = { groupBy: 'day', timeZone: 'Asia/Kathmandu' } as const
      await refused(acme.workLedger.summarise(days))
      const newest =
        entries
          .map(({ createdAt }) => createdAt)
          .toSorted()
          .at(-1) ?? ''
      await acme.workLedger.summarise({
        ...days,
        createdFrom: new Date(Date.parse(newest) - 300 * 864e5).toISOString(),
      })
      await refused(acme.workLedger.summarise({ ...days, timeZone: 'Kathmandu' }))
    }),
  )

  test(
    'have times in any form with a zone, as has every filter',
    same(async ({ acme, send }) => {
      const { id } = await acme.twuModels.create(completeInput('Times'))
      await acme.twuModels.publish(id)
      const startedAt = '2016-12-31T23:59:60.9999z'
      const timed = (startedAt: string) =>
        execution({
          id: 'timed',
          startedAt,
          operations: [{ ...check, startedAt, endedAt: '2017-01-01T01:00:01+01:00' }],
        })
      await acme.executions.report(id, timed(startedAt))
      await acme.executions.report(id, timed('2016-12-31T14:30:00.999-09:30'))
      await acme.workLedger.operations.list('timed')
      const wrong = [
        '0000-01-01T00:00:00.000Z',
        '0001-01-01T00:00:00+00:01',
        '2016-12-31T12:00:60Z',
        '2017-01-01T00:00:00',
      ]
      for (const time of wrong) await refused(acme.executions.reportMany([{ modelId: id, ...timed(time) }]))
      const cases = [{ name: 'timed', operations: [{ ...check, startedAt }] }]
      await acme.twuModels.create({ ...completeInput('Timed cases'), cases })
      await acme.twuModels.evaluate({ modelId: id, operations: [{ ...check, startedAt }] })
      const { page } = await acme.workLedger.list({ createdFrom: '2001-01-01T01:00:00+01:00', size: 1 })
      await acme.workLedger.list({ createdFrom: '2001-01-01t00:00:00.0009z', size: 1, cursor: page.next ?? '' })
      await refused(
        acme.workLedger.list({ createdFrom: '2026-01-01T00:00:00Z', createdTo: '2026-01-01T00:30:00+01:00' }),
      )
      for (const time of ['2026-01-01T00:00:00+01:00', '0000-01-01T00:00:00Z', '2026-01-01T00:00:00'])
        await send('GET', `/changes?from=${time}&resourceId=none`)
    }),
  )

  test(
    'add up as decimals, and are in the order of characters',
    same(async ({ acme }) => {
      for (const [at, name] of ['😀', '～'].entries()) {
        const { id } = await acme.twuModels.create(completeInput(name))
        await acme.twuModels.publish(id)
        for (const [nth, cost] of [0.0000004, 0.0000025, 0.1, 0.2, 0.00000000375, 1e11].entries())
          await acme.executions.report(id, execution({ id: `${at}-${nth}`, operations: [{ ...pay, cost }, check] }))
        await acme.workLedger.summarise({ modelId: id, outcome: 'refundCost' })
      }
      await acme.workLedger.summarise({ groupBy: 'modelName' })
      await acme.twuModels.list({ sort: 'name,asc', size: 100 })
    }),
  )

  test(
    'are what a draft is tried on',
    same(async ({ acme }) => {
      const { id } = await acme.twuModels.create(completeInput('Tried on work'))
      await acme.twuModels.publish(id)
      await acme.executions.report(id, execution({ id: 'tried-1' }))
      await acme.executions.report(id, execution({ id: 'tried-2', operations: [pay], entityId: 'other' }))
      const outcomes = [{ name: 'refundCost', expression: 'sum(operations.map(o, o.cost)) + 1.0' }]
      const { versions } = acme.twuModels
      await versions.create(id, {
        ...completeInput('Tried on work'),
        outcomes,
        policies: [{ name: 'never', expression: 'false' }],
      })
      await versions.backtest(id, 2)
      await versions.backtest(id, 1, { size: 1 })
      await versions.backtest(id, 2, { entityId: 'other', review: 'open' })
      await refused(versions.backtest(id, 2, { timeMin: 2, timeMax: 1 }))
      await refused(versions.backtest(id, 3))
      await refused(versions.backtest('none', 1))
    }),
  )

  test(
    'are reviewed',
    same(async ({ acme }) => {
      const policies = [{ name: 'checked', expression: 'operations[0].action == "checkPolicy"' }]
      const { id } = await acme.twuModels.create({ ...completeInput('Reviewed'), policies })
      await acme.twuModels.publish(id)
      const before = await acme.executions.report(id, execution({ id: 'to-review', operations: [pay] }))
      await acme.executions.report(id, execution({ id: 'left', operations: [pay] }))
      const decision = { policyStatus: 'non_compliant', reason: 'Nobody checked.' } as const
      await refused(acme.workLedger.review('to-review', decision, { ifMatch: '"1"' }))
      await acme.workLedger.list({ modelId: id, review: 'open', sort: 'createdAt,asc' })
      await acme.workLedger.review('to-review', decision, { ifMatch: `"${Date.parse(before.updatedAt)}"` })
      await refused(acme.workLedger.review('to-review', decision))
      await refused(acme.workLedger.review('missing', decision))
      await acme.workLedger.list({ modelId: id, review: 'done' })
      await acme.workLedger.list({ modelId: id, review: 'open' })
      await acme.workLedger.summarise({ modelId: id, groupBy: 'policyStatus' })
    }),
  )

  test(
    'are sent by lines, too',
    same(async ({ send }) => {
      const headers = { 'Content-Type': 'application/x-ndjson' }
      for (const body of ['{}\n', '1\n{', '\n', 'x'.repeat(10)]) await send('POST', '/executions', { body, headers })
    }),
  )
})

describe('webhooks', () => {
  const hook = webhookInput({ url: 'https://hooks.example.com/in', description: 'Hook' })

  test(
    'are created, replaced, given other secrets, found and deleted',
    same(async ({ acme: { webhooks }, send }) => {
      for (const host of [
        '10.0.0.1',
        '[::1]',
        '[2001:db8::1]',
        '0xa.1',
        '8.8.8.8:444',
        'me@example.com',
        'example.com.',
      ])
        await refused(webhooks.create({ ...hook, url: `https://${host}/in` }))
      const create = () => webhooks.create(hook, { idempotencyKey: 'made' })
      const { id } = await create()
      await create()
      await send('POST', '/webhooks', { body: { url: 'http://hooks.example.com', events: ['none'], enabled: 1 } })
      await webhooks.get(id)
      await webhooks.list({ sort: 'createdAt,asc' })
      await webhooks.update(id, hook)
      await webhooks.update(id, { ...hook, description: null, enabled: false })
      await refused(webhooks.update(id, hook, { ifMatch: '"1"' }))
      await webhooks.rotateSecret(id)
      await refused(webhooks.rotateSecret(id, { ifMatch: '"1"' }))
      await webhooks.rotateSecret(id, { idempotencyKey: 'rotated' })
      await webhooks.rotateSecret(id, { idempotencyKey: 'rotated' })
      await create()
      for (const action of ['test', 'deliveries/none/redeliver']) await send('POST', `/webhooks/${id}/${action}`)
      await refused(webhooks.replay(id, { from: 1, to: 2 }))
      await refused(webhooks.delete(id, { ifMatch: '"1"' }))
      await webhooks.delete(id)
      await refused(webhooks.delete(id))
      await refused(webhooks.get(id))
      await refused(webhooks.update(id, hook))
      await refused(webhooks.rotateSecret(id))
      await webhooks.rotateSecret(id, { idempotencyKey: 'rotated' })
      await refused(webhooks.deliveries.list(id))
    }),
  )

  test(
    'are tested, and changes are sent again',
    sameWithoutMock(async ({ acme: { webhooks, agents } }) => {
      const { id } = await webhooks.create(hook)
      await webhooks.deliveries.list(id)
      await refused(webhooks.deliveries.redeliver(id, 'none'))
      const { id: delivery } = await webhooks.test(id)
      await webhooks.deliveries.redeliver(id, delivery)
      await agents.create(human)
      await webhooks.replay(id, { from: 900_000, to: 900_001 })
      await webhooks.update(id, { ...hook, enabled: false })
      await refused(webhooks.test(id))
      await refused(webhooks.replay(id, { from: 1, to: 2 }))
      await refused(webhooks.deliveries.redeliver(id, delivery))
    }),
  )

  test(
    'are 20 at most',
    same(async ({ other: { webhooks } }) => {
      for (let count = 0; count < 20; count += 1) await webhooks.create(hook)
      await refused(webhooks.create(hook))
    }),
  )
})

describe('the comparison', () => {
  test('has seen a good answer of every operation that the test server claims', () => {
    const { contract, server } = sides
    const answered = server.requests
      .filter(({ status }) => status !== null && status < 300)
      .map(({ method, path }) => contract.find(method, path)?.id)
    expect(Object.keys(operationsById).filter((id) => !answered.includes(id))).toEqual([])
  })

  test('has compared a record of every operation that writes', async () => {
    const { operations } = await readContract()
    const left = new Set<string>()
    for (const { changes } of [sides.memory.acme, sides.memory.other])
      for await (const { operation } of changes.list({ size: 200 })) left.add(operation)
    const writing = operations.filter(({ id, method, isRead, path, isRepeatable }) => {
      // A delivery is its own record.
      const isDelivery = isRepeatable && path.includes('/webhooks/')
      return method !== 'get' && !isRead && !isDelivery && id in operationsById
    })
    expect(writing.filter(({ id }) => !left.has(id)).map(({ id }) => id)).toEqual([])
  })
})
