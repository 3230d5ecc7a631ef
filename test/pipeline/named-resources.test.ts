import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readContract, type ContractOperation } from '../../contract/document.ts'
import { asArray, asObject, asString } from '../../contract/json.ts'
import type { ProblemCode } from '../../contract/types.ts'
import { createValidRequests, fillPath, type ValidRequest } from '../helpers/data/valid-requests.ts'
import { faultsOf } from '../helpers/faults.ts'
import { createProblemChecks } from '../helpers/problems.ts'
import { startTestService, type RequestOptions, type TestResponse, type TestService } from '../helpers/service.ts'

// What holds for every operation whose path names a resource, or whose resource has an ETag.

const contract = await readContract()
const { operations } = contract
const { expectDeclared } = createProblemChecks(contract)

let service: TestService
let requests: ReadonlyMap<string, ValidRequest>
beforeAll(async () => {
  // No host has an address: whatever calls out gets nowhere.
  service = await startTestService({}, { lookup: async () => [] })
  requests = await createValidRequests(service, contract)
})
afterAll(() => service.close())

/** Of the parameters in the path, the code that says that nothing has that name. */
const missingCodes: Readonly<Record<string, ProblemCode>> = {
  userId: 'user_not_found',
  agentId: 'agent_not_found',
  integrationId: 'integration_not_found',
  type: 'integration_type_not_found',
  entryId: 'ledger_entry_not_found',
  priceId: 'model_price_not_found',
  modelId: 'twu_model_not_found',
  version: 'twu_model_version_not_found',
  other: 'twu_model_version_not_found',
  sequence: 'change_not_found',
  webhookId: 'webhook_not_found',
  deliveryId: 'webhook_delivery_not_found',
}

const namesIn = ({ path }: ContractOperation) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => name !== 'instanceId')
// The work of an agent outlives the agent, and is found by any name.
const withResource = operations.filter((operation) => namesIn(operation).length > 0 && operation.id !== 'getAgentWork')
const ofInstance = withResource.filter(({ id }) => id !== 'getIntegrationType')

describe('400', () => {
  test.each(withResource)('$id names every fault of its path, and of its headers with it', async (operation) => {
    const names = namesIn(operation)
    const headers = operation.headers.filter((name) => /^(If-|Idem)/.test(name))
    const ask = (given: string) => {
      const path = fillPath(operation.path, { instanceId: 'acme', ...Object.fromEntries(names.map((n) => [n, given])) })
      return send(operation, { path, headers: Object.fromEntries(headers.map((name) => [name, ''])) })
    }
    for (const [given, rule] of [
      ['a%20b', 'pattern'],
      ['X'.repeat(300), 'maxLength'],
    ] as const) {
      const answer = await ask(given)
      expectDeclared(answer, operation, { status: 400, code: 'invalid_request' })
      const inPath = names.map((name) => `path /${name} ${operation.numbersInPath.includes(name) ? 'type' : rule}`)
      const inHeaders = headers.map((name) => `header /${name.toLowerCase()} minLength`)
      expect(faultsOf(answer)).toEqual([...inPath, ...inHeaders].toSorted())
    }
  })
})

describe('404', () => {
  test.each(withResource)('$id says of each name in its path that nothing has it', async (operation) => {
    const segments = operation.path.split('/')
    for (const name of namesIn(operation)) {
      const nothing = operation.numbersInPath.includes(name) ? '4711' : 'NOTHING'
      const path = requestOf(operation)
        .path.split('/')
        .with(segments.indexOf(`{${name}}`), nothing)
        .join('/')
      const code = missingCodes[name] ?? expect.fail(`There is no code for ${name}.`)
      expectDeclared(await send(operation, { path }), operation, { status: 404, code })
    }
  })

  test.each(ofInstance)(
    '$id tells what is in another instance from what is missing by nothing, and it stays as it is',
    async (operation) => {
      const token = await service.token('Administrator', { instances: ['other'] })
      const path = requestOf(operation).path.replace('/acme/', '/other/')
      const [name = ''] = namesIn(operation)
      const missing = path
        .split('/')
        .with(operation.path.split('/').indexOf(`{${name}}`), '4711')
        .join('/')
      const before = await readAcme()
      const conditions = ['If-Match', 'If-None-Match'].filter((name) => operation.headers.includes(name))
      for (const condition of [{}, ...conditions.map((name) => ({ [name]: '*' }))]) {
        const headers = { Authorization: `Bearer ${token}`, ...condition }
        const answers = [await send(operation, { path, headers }), await send(operation, { path: missing, headers })]
        const code = missingCodes[name] ?? expect.fail(`There is no code for ${name}.`)
        for (const answer of answers) expectDeclared(answer, operation, { status: 404, code })
        const [there, nowhere] = answers.map(({ json }) => ({ ...asObject(json), instance: '', requestId: '' }))
        expect(there).toEqual(nowhere)
      }
      expect(await readAcme()).toEqual(before)
    },
  )
})

describe('304', () => {
  const conditional = operations.filter(({ headers }) => headers.includes('If-None-Match'))

  test.each(conditional)('$id does not send again what the caller holds', async (operation) => {
    const { json, headers } = await send(operation)
    const etag = headers.get('etag') ?? ''
    for (const held of [etag, `W/${etag}`, `"0" ,${etag}`, '*']) {
      const answer = await send(operation, { headers: { 'If-None-Match': held } })
      expect(answer).toMatchObject({ status: 304, text: '' })
      expect(answer.headers.get('etag')).toBe(etag)
    }
    for (const other of ['"77"', '"nothing"', 'nothing', ',', '"1'])
      expect(await send(operation, { headers: { 'If-None-Match': other } })).toMatchObject({ status: 200, json })
  })
})

describe('If-Match', () => {
  const conditional = operations
    .filter(({ headers }) => headers.includes('If-Match'))
    // What is deleted first could not be asked for more.
    .toSorted((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'))
  // The first names its price in the body; the second takes the tag of the model, too; the last asks for work that needs a review.
  const others = ['setModelPrice', 'publishTwuModel', 'reviewWorkLedgerEntry']
  const ofOneResource = conditional.filter(({ id }) => !others.includes(id))

  test.each(conditional)('$id refuses what is no ETag with the right form, and nothing changes', async (operation) => {
    const before = await readAcme()
    for (const ifMatch of ['3', "'3'", '"3', '"3", 3', '*, "3"', '", *; drop table agents']) {
      const refused = await send(operation, { headers: { 'If-Match': ifMatch } })
      const detail = 'The header If-Match must be an ETag with its quotation marks, such as "3", or *.'
      expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request', detail } })
    }
    expect(await readAcme()).toEqual(before)
  })

  test.each(ofOneResource)(
    '$id refuses another state than the current one, which it names, and nothing changes',
    async (operation) => {
      const etag = await readTag(operation)
      const before = await readAcme()
      const proxied = etag.replace(/"$/, '-gzip"')
      for (const ifMatch of ['"77"', 'W/"77"', '"78", "77"', etag.replace('"', '"0'), proxied, '"99999999999"']) {
        const refused = await send(operation, { headers: { 'If-Match': ifMatch } })
        expectDeclared(refused, operation, { status: 412, code: 'precondition_failed' })
        expect(refused.headers.get('etag')).toBe(etag)
      }
      expect(await readAcme()).toEqual(before)
    },
  )

  test.each(ofOneResource)('$id lets the current state through', async (operation) => {
    const forms = [(etag: string) => etag, (etag: string) => `W/${etag}`, (etag: string) => `"77",${etag} , W/"78"`]
    const isDeletion = operation.method === 'delete'
    for (const form of isDeletion ? forms.slice(0, 1) : [...forms, () => '*']) {
      const answer = await send(operation, { headers: { 'If-Match': form(await readTag(operation)) } })
      expect(answer).toMatchObject({ status: isDeletion ? 204 : 200 })
    }
  })
})

function requestOf({ id }: ContractOperation): ValidRequest {
  return requests.get(id) ?? expect.fail(`There is no request for ${id}.`)
}

function send(operation: ContractOperation, { path, ...options }: RequestOptions & { path?: string } = {}) {
  const { method, path: own, body } = requestOf(operation)
  return service.request(path ?? own, { method, body, ...options })
}

/** The ETag of what the operation changes, as a read of it answers. */
async function readTag(operation: ContractOperation): Promise<string> {
  const { path } = requestOf(operation)
  const reads = operations.filter(({ headers }) => headers.includes('If-None-Match')).map(requestOf)
  const [read] = reads
    .filter((read) => `${path}/`.startsWith(`${read.path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)
  if (read) return (await service.request(read.path)).headers.get('etag') ?? ''
  const place = path.lastIndexOf('/')
  const { json }: TestResponse = await service.request(path.slice(0, place))
  const listed = asArray(asObject(json)['content']).map(asObject)
  return asString(listed.find(({ id }) => id === path.slice(place + 1))?.['etag'])
}

/** What the instance has, but for what the service itself goes on with, such as deliveries. */
function readAcme(): Promise<string[][]> {
  const people = ['users', 'user_credentials', 'user_sign_in_names']
  const models = ['twu_models', 'twu_model_versions', 'model_prices', 'work_ledger_entries']
  const tables = [...people, ...models, 'agents', 'integrations', 'mcp_access', 'changes']
  const webhooks = ['instance_id', 'id', 'revision', 'enabled', 'secrets']
  return Promise.all(
    [...tables.map((table) => service.db(table).select()), service.db('webhooks').select(webhooks)].map(
      async (query) => {
        const rows: unknown[] = await query.where({ instance_id: 'acme' })
        return rows.map((row) => JSON.stringify(row)).toSorted()
      },
    ),
  )
}
