import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readContract } from '../../contract/document.ts'
import { asArray, asObject, asString, type JsonObject } from '../../contract/json.ts'
import type { Change } from '../../sdk/src/index.ts'
import { findHead, listChangesAfter, toChange } from '../../server/db/changes.ts'
import { applyBackwards } from '../helpers/changes.ts'
import { human, summariser } from '../helpers/data/agents.ts'
import { slack } from '../helpers/data/integrations.ts'
import { createValidRequests } from '../helpers/data/valid-requests.ts'
import { completeInput } from '../helpers/data/twu-models.ts'
import { userInput } from '../helpers/data/users.ts'
import { webhookInput } from '../helpers/data/webhooks.ts'
import { insertLedgerRows, ledgerRow } from '../helpers/data/work-ledger-entries.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

interface Write {
  operation: string
  /** Behind the instance: of the call, and of the resources that it changes. */
  path: string
  method?: 'POST' | 'PUT' | 'DELETE'
  body?: object
  changes: string[] | ((answer: JsonObject) => string[])
}

let service: TestService
beforeAll(async () => {
  // No host has an address: the connection of an integration is never healthy.
  service = await startTestService({}, { lookup: async () => [] })
  await insertLedgerRows(service, [ledgerRow({ id: 'reviewed', policy_status: 'review_required' })])
})
afterAll(() => service.close())

const url = (path: string) => `/instances/acme/${path}`

async function read(path: string): Promise<JsonObject | null> {
  const { status, json } = await service.request(url(path))
  return status === 404 ? null : asObject(json)
}

async function listChanges(): Promise<Change[]> {
  return (await service.acme().changes.list({ sort: 'sequence,asc', size: 200 })).items
}

const created = (collection: string) => (answer: JsonObject) => [`${collection}/${asString(answer['id'])}`]

/** The last path segment of a resource of the collection that a test made. */
const made = new Map([['work-ledger', 'reviewed']])
const idOf = (collection: string) => made.get(collection) ?? 'none'

/** In an order in which each is possible. */
const writes: (() => Write)[] = [
  () => ({ operation: 'createAgent', path: 'agents', body: summariser, changes: created('agents') }),
  () => ({
    operation: 'updateAgent',
    path: `agents/${idOf('agents')}`,
    method: 'PUT',
    body: { ...human, capabilities: ['x'], metadata: { 'a/b~c': { '': 1, d: null }, team: { name: 'x' } } },
    changes: [`agents/${idOf('agents')}`],
  }),
  () => ({ operation: 'createUser', path: 'users', body: userInput('byron'), changes: created('users') }),
  () => ({
    operation: 'createUsers',
    path: 'users/batch',
    body: { users: [userInput('grace', { middleName: 'B.' }), userInput('mary')] },
    changes: ({ results }) => asArray(results).map((result) => `users/${asString(asObject(result)['id'])}`),
  }),
  () => ({
    operation: 'updateUser',
    path: `users/${idOf('users')}`,
    method: 'PUT',
    body: {
      username: 'byron-2',
      familyName: 'Lovelace',
      roles: ['Viewer'],
      temporaryPassword: 'another-horse-battery',
    },
    changes: [`users/${idOf('users')}`],
  }),
  () => ({ operation: 'createIntegration', path: 'integrations', body: slack, changes: created('integrations') }),
  () => ({
    operation: 'updateIntegration',
    path: `integrations/${idOf('integrations')}`,
    method: 'PUT',
    body: { name: 'Renamed', type: 'SLACK', description: null, metadata: { botToken: 'another-token' } },
    changes: [`integrations/${idOf('integrations')}`],
  }),
  ...['test', 'disable', 'enable'].map((verb) => () => ({
    operation: `${verb}Integration`,
    path: `integrations/${idOf('integrations')}/${verb}`,
    changes: [`integrations/${idOf('integrations')}`],
  })),
  () => ({
    operation: 'createTwuModel',
    path: 'twu-models',
    body: { name: 'Draft', description: 'Of a model.' },
    changes: (answer) => [`twu-models/${asString(answer['id'])}/versions/1`],
  }),
  () => ({
    operation: 'updateTwuModelVersion',
    path: `twu-models/${idOf('twu-models')}/versions/1`,
    method: 'PUT',
    body: completeInput(),
    changes: [`twu-models/${idOf('twu-models')}/versions/1`],
  }),
  () => ({
    operation: 'publishTwuModel',
    path: `twu-models/${idOf('twu-models')}/publish`,
    changes: [`twu-models/${idOf('twu-models')}/versions/1`],
  }),
  () => ({
    operation: 'createTwuModelVersion',
    path: `twu-models/${idOf('twu-models')}/versions`,
    body: completeInput('Second version'),
    changes: [`twu-models/${idOf('twu-models')}/versions/2`],
  }),
  () => ({
    operation: 'archiveTwuModelVersion',
    path: `twu-models/${idOf('twu-models')}/versions/1/archive`,
    changes: [`twu-models/${idOf('twu-models')}/versions/1`],
  }),
  () => ({
    operation: 'reviewWorkLedgerEntry',
    path: 'work-ledger/reviewed/review',
    body: { policyStatus: 'compliant', reason: 'Checked by phone.' },
    changes: ['work-ledger/reviewed'],
  }),
  () => ({ operation: 'createWebhook', path: 'webhooks', body: webhookInput(), changes: created('webhooks') }),
  () => ({
    operation: 'updateWebhook',
    path: `webhooks/${idOf('webhooks')}`,
    method: 'PUT',
    body: webhookInput({ description: 'x', events: ['user.created'], enabled: false }),
    changes: [`webhooks/${idOf('webhooks')}`],
  }),
  () => ({
    operation: 'rotateWebhookSecret',
    path: `webhooks/${idOf('webhooks')}/rotate-secret`,
    changes: [`webhooks/${idOf('webhooks')}`],
  }),
  ...['Agent', 'Integration', 'User', 'Webhook'].map((name) => () => {
    const path = `${name.toLowerCase()}s/${idOf(`${name.toLowerCase()}s`)}`
    return { operation: `delete${name}`, path, method: 'DELETE' as const, changes: [path] }
  }),
]

/** The tag of the resource; of a version, that of its model. */
async function readTag(path: string): Promise<unknown> {
  return (await read(path.replace(/\/versions\/\d+$/, '')))?.['etag'] ?? null
}

test('each writing operation of the contract leaves a record, by which the resource before can be made', async () => {
  const contract = await readContract()
  const walked: string[] = []
  for (const next of writes) {
    const { operation, path, method = 'POST', body, changes } = next()
    walked.push(operation)
    const befores = Array.isArray(changes) ? await Promise.all(changes.map(read)) : []
    const tagsBefore = Array.isArray(changes) ? await Promise.all(changes.map(readTag)) : []
    const known = await listChanges()
    const answer = await service.request(url(path), { method, body })
    expect([operation, answer.status < 300 || answer.text]).toEqual([operation, true])
    const changed = Array.isArray(changes) ? changes : changes(asObject(answer.json))
    remember(changed)
    const records = (await listChanges()).slice(known.length)
    expect([operation, records.length]).toEqual([operation, changed.length])

    for (const path of changed) {
      const [after, before] = [await read(path), befores[changed.indexOf(path)] ?? null]
      const record = records.find(({ resource }) => path.split('/').includes(resource.id))
      expect([operation, record]).toMatchObject([
        operation,
        {
          operation,
          kind: before === null ? 'created' : after === null ? 'deleted' : 'updated',
          requestId: answer.headers.get('x-request-id'),
          actor: { type: 'client', id: 'tester-Administrator', name: 'tester-Administrator' },
          version: after?.['version'] ?? null,
          etagBefore: tagsBefore[changed.indexOf(path)] ?? null,
          etagAfter: await readTag(path),
        },
      ])
      // Of a deleted user, the record has nothing.
      if (operation === 'deleteUser') expect(record).toMatchObject({ resource: { name: null }, difference: [] })
      else
        expect([operation, applyBackwards(compared(after), record?.difference ?? [])]).toEqual([
          operation,
          compared(before),
        ])
    }
  }
  // Of an operation that is not in the list above, that it leaves a record.
  const others = contract.operations.filter(
    ({ id, method, isRead, isRepeatable }) => method !== 'get' && !isRead && !isRepeatable && !walked.includes(id),
  )
  const requests = others.length > 0 ? await createValidRequests(service, contract) : new Map<string, never>()
  for (const { id } of others) {
    const { method, path, body } = requests.get(id) ?? expect.fail(id)
    await service.request(path, { method, body })
    expect((await listChanges()).at(-1)?.operation).toBe(id)
  }
})

describe('no record is left', () => {
  // What a record says may change meanwhile: the names of a deleted user are erased.
  const listNumbers = async () => (await listChanges()).map(({ sequence }) => sequence)

  test('by what is so already, by a test that confirms, and by what is refused', async () => {
    const { integrations, users } = service.acme()
    await users.create(userInput('unchanged'))
    const { id } = await integrations.create(slack)
    await integrations.test(id)
    const known = await listNumbers()
    await integrations.test(id)
    expect(await listNumbers()).toEqual(known)
    await integrations.disable(id)
    const disabled = await listNumbers()
    await integrations.disable(id)
    for (const [path, options] of [
      ['agents', { method: 'POST', body: { name: 'No type' } }],
      [`integrations/${id}`, { method: 'DELETE', headers: { 'If-Match': '"1"' } }],
      ['users', { method: 'POST', body: userInput('unchanged') }],
      ['agents/nowhere', { method: 'DELETE' }],
    ] as const)
      expect((await service.request(url(path), options)).status).toBeGreaterThan(399)
    expect(await listNumbers()).toEqual(disabled)
  })
})

test('webhooks are told of changes without reading the large parts of resources', async () => {
  const cases = [{ name: 'x'.repeat(60), operations: [], outcomes: { text: 'long '.repeat(200) } }]
  const { id } = await service.acme().twuModels.create({ ...completeInput(), cases })
  const { id: agentId } = await service.acme().agents.create({ ...human, metadata: { notes: 'long '.repeat(1000) } })
  const { sequence } = await findHead(service.db, 'acme')
  const rows = await listChangesAfter(service.db, 'acme', sequence - 2, 10)
  expect(rows.map(({ resource_id: id }) => id)).toEqual([id, agentId])
  expect(JSON.stringify(rows)).not.toContain('long long')
  expect(
    rows
      .map((row) => toChange(row).difference)
      .flat()
      .map(({ pointer }) => pointer),
  ).toContain('/name')
})

function remember(paths: readonly string[]): void {
  for (const path of paths) {
    const [collection = '', id = ''] = path.split('/')
    made.set(collection, id)
  }
}

/** A resource without what the difference does not tell. */
function compared(resource: JsonObject | null): JsonObject | null {
  if (resource === null) return null
  const { etag: _etag, updatedAt: _updatedAt, ...rest } = resource
  return rest
}
