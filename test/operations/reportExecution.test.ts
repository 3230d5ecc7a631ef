import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TwuModelInput } from '../../sdk/src/index.ts'
import { check, execution, pay } from '../helpers/data/executions.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'
import { ledgerEntry } from '../helpers/data/work-ledger-entries.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { toWorkLedgerRow } from '../../server/db/work-ledger-entries.ts'
import { writeEntries } from '../../server/ledger/write-entries.ts'

let service: TestService
let modelId: string
beforeAll(async () => {
  service = await startTestService()
  modelId = await publish(completeInput())
})
afterAll(() => service.close())

async function publish(input: TwuModelInput): Promise<string> {
  const models = twuModels(service)
  const { body } = await models.create(input)
  await models.publish(body.id)
  return body.id
}

const recorder = () => service.keyless('Administrator').executions
const entryOf = (id: string) => service.keyless('Viewer').workLedger.get(id)
const totals = async () => (await service.keyless('Viewer').workLedger.summarise()).total

describe('201', () => {
  test('an execution is an entry of the ledger, computed by the newest published version', async () => {
    const before = await totals()
    const response = await service.request(`/instances/acme/twu-models/${modelId}/executions`, {
      method: 'POST',
      body: execution({ id: 'first' }),
    })
    expect(response.status).toBe(201)
    const entry = await entryOf('first')
    expect(response.json).toEqual(entry)
    expect(response.headers.get('location')).toBe('/instances/acme/work-ledger/first')
    expect(response.headers.get('etag')).toBe(`"${Date.parse(entry.updatedAt)}"`)
    const { title, status, entityId, relatedEntity, startedAt } = execution({ id: 'first' })
    expect(entry).toEqual({
      id: 'first',
      title,
      description: '',
      type: 'TWU',
      status,
      entityId,
      relatedEntity,
      startedAt,

      createdAt: entry.createdAt,
      updatedAt: entry.createdAt,

      actors: ['AI', 'HUMAN'],
      activeTime: 42.5,
      cost: 0.54,
      policyStatus: 'compliant',
      missedPolicies: [],

      modelName: 'Refund handling',
      modelId,
      modelVersion: 1,
      outcomes: [
        {
          name: 'refundCost',
          value: 0.54,
          type: 'number',
          unit: 'USD',
          fault: null,
        },
        {
          name: 'humanTouches',
          value: 1,
          type: 'integer',
          unit: null,
          fault: null,
        },
      ],
    })
    const after = await totals()
    expect([after.count - before.count, after.cost - before.cost]).toEqual([1, 0.54])
    expect(await service.db('changes').where({ operation: 'reportExecution' })).toEqual([])
  })

  test('the policies that were not met are named, and a finished execution that is not compliant leaves a record', async () => {
    const policies = [
      { name: 'checked', expression: 'operations.exists(o, o.action == "checkPolicy")' },
      { name: 'cheap', expression: 'sum(operations.map(o, o.cost)) < 0.1', otherwise: 'non_compliant' as const },
      { name: 'faulty', expression: 'operations[7].cost > 0.0' },
    ]
    const id = await publish({ ...completeInput('Judged'), policies })
    const running = await recorder().report(id, execution({ id: 'judged', status: 'in_progress', operations: [pay] }))
    expect(running).toMatchObject({ policyStatus: 'non_compliant', missedPolicies: ['checked', 'cheap', 'faulty'] })
    const flags = () => service.db('changes').where({ kind: 'flagged' })
    expect(await flags()).toEqual([])
    const title = `${'x'.repeat(255)}😀 and more`
    await recorder().report(id, execution({ id: 'judged', title, status: 'failed', operations: [check] }))
    expect(await flags()).toMatchObject([
      {
        resource_type: 'work_ledger',
        resource_id: 'judged',
        resource_name: `${'x'.repeat(255)}😀`,
        operation: 'reportExecution',
        after: {
          status: 'failed',
          policyStatus: 'review_required',
          missedPolicies: ['faulty'],
        },
      },
    ])
    const { items } = await service.keyless('Manager').changes.list({ resourceType: 'work_ledger' })
    expect(items).toMatchObject([{ kind: 'flagged', resource: { id: 'judged', name: `${'x'.repeat(255)}😀` } }])
  })

  test('an outcome that cannot be computed is stored as a fault, and texts that are too long together are not kept', async () => {
    const long = 'operations.map(o, o.attributes.text).join("")'
    const outcomes = [
      { name: 'none', expression: 'operations[9].cost' },
      ...Array.from({ length: 30 }, (_, at) => ({ name: `text${at}`, expression: long })),
    ]
    const id = await publish({ ...completeInput('Long'), outcomes })
    const operations = [{ ...check, attributes: { text: 'ä'.repeat(900) } }]
    const entry = await recorder().report(id, execution({ id: 'long', operations }))
    const [none, ...texts] = entry.outcomes ?? []
    expect(none).toMatchObject({ value: null, fault: { start: 0, end: 13 } })
    expect(texts[0]?.value).toBe('ä'.repeat(900))
    expect([texts.at(-1)?.value, texts.at(-1)?.fault?.message]).toEqual([null, expect.stringContaining('is not kept')])
    expect(Buffer.byteLength(JSON.stringify(entry.outcomes))).toBeLessThan(24 * 1024)
  })
})

describe('200', () => {
  test('the same report again changes nothing, with members in any order', async () => {
    const report = execution({ id: 'same', status: 'in_progress' })
    const entry = await recorder().report(modelId, report)
    const reordered = Object.fromEntries(Object.entries(report).toReversed())
    const again = await service.request(`/instances/acme/twu-models/${modelId}/executions`, {
      method: 'POST',
      body: reordered,
    })
    expect([again.status, again.json]).toEqual([200, entry])
    expect(await service.db('executions').where({ id: 'same' })).toHaveLength(1)
  })

  test('its times may be written in any form with a zone, and are the same report then', async () => {
    const [startedAt, endedAt] = ['2026-11-21T09:30:00.123Z', '2026-11-21T09:30:01.000Z']
    const written = (startedAt: string, endedAt: string) =>
      execution({ id: 'spelled', startedAt, operations: [{ ...check, startedAt, endedAt }] })
    const entry = await recorder().report(modelId, written('2026-11-21T10:30:00.123999+01:00', '2026-11-21t09:30:01z'))
    expect(entry.startedAt).toBe(startedAt)
    const { items } = await service.keyless('Viewer').workLedger.operations.list('spelled')
    expect(items).toMatchObject([{ operation: { startedAt, endedAt } }])
    for (const again of [
      written(startedAt, endedAt),
      written('2026-11-21T00:00:00.1230-09:30', '2026-11-21T09:30:01+00:00'),
    ])
      expect(await recorder().report(modelId, again)).toEqual(entry)
  })

  test('what is not finished is replaced, by the version of the first report', async () => {
    const models = twuModels(service)
    const id = await publish(completeInput('Versioned'))
    const first = await recorder().report(id, execution({ id: 'going', status: 'pending', operations: [check] }))
    await models.createVersion(id, { ...completeInput('Versioned'), outcomes: [{ name: 'one', expression: '1' }] })
    await models.publish(id)
    const before = await totals()
    const last = await recorder().report(id, execution({ id: 'going', status: 'completed' }))
    expect(last).toMatchObject({ status: 'completed', modelVersion: 1, cost: 0.54, createdAt: first.createdAt })
    expect(last.updatedAt > first.updatedAt).toBe(true)
    expect((await totals()).count).toBe(before.count)
    expect(await recorder().report(id, execution({ id: 'later' }))).toMatchObject({
      modelVersion: 2,
      outcomes: [{ value: 1 }],
    })
    expect(await recorder().report(id, execution({ id: 'older', version: 1 }))).toMatchObject({ modelVersion: 1 })
  })
})

describe('409', () => {
  test('a finished execution never changes', async () => {
    const finished = execution({ id: 'finished' })
    const entry = await recorder().report(modelId, finished)
    expect(await refusal(recorder().report(modelId, { ...finished, title: 'Another' }))).toMatchObject({
      status: 409,
      code: 'execution_finished',
    })
    expect(await entryOf('finished')).toEqual(entry)
  })

  test('an id belongs to the client that reported it, to its model, and to an imported entry', async () => {
    const report = execution({ id: 'mine', status: 'in_progress' })
    await recorder().report(modelId, report)
    const other = service
      .client('Administrator', { sub: 'somebody-else', client_id: 'somebody-else' })
      .instance('acme').executions
    const taken = { status: 409, code: 'execution_id_taken' }
    expect(await refusal(other.report(modelId, report))).toMatchObject(taken)
    expect(await refusal(recorder().report(await publish(completeInput()), report))).toMatchObject(taken)
    await writeEntries(service.db, 'acme', [toWorkLedgerRow('acme', { ...ledgerEntry, id: 'imported' })])
    expect(await refusal(recorder().report(modelId, execution({ id: 'imported' })))).toMatchObject(taken)
  })

  test('only a published version is executed', async () => {
    const { body: draft } = await twuModels(service).create(completeInput())
    const refused = { status: 409, code: 'version_not_published' }
    expect(await refusal(recorder().report(draft.id, execution({ id: 'early' })))).toMatchObject(refused)
    expect(await refusal(recorder().report(draft.id, execution({ id: 'early', version: 1 })))).toMatchObject(refused)
  })
})

describe('404', () => {
  test.each([
    ['no such model', 'missing', undefined, 'twu_model_not_found'],
    ['no such version', null, 9, 'twu_model_version_not_found'],
  ])('%s', async (_name, id, version, code) => {
    const report = { ...execution({ id: 'nowhere' }), ...(version !== undefined && { version }) }
    expect(await refusal(recorder().report(id ?? modelId, report))).toMatchObject({ status: 404, code })
  })
})

describe('400', () => {
  test.each([
    ['the id of a path', { id: 'summary' }, '/id'],
    ['no operation', { operations: [] }, '/operations'],
    ['more cost than can be added', { operations: [0, 1].map(() => ({ ...pay, cost: 1e12 })) }, '/operations'],
    [
      'an operation that ends before it starts',
      { operations: [{ ...pay, endedAt: '2020-01-01T00:00:00.000Z' }] },
      '/operations/0/endedAt',
    ],
    ['the year 0', { startedAt: '0000-01-01T00:00:00.000Z' }, '/startedAt'],
    ['a time without its zone', { startedAt: '2026-11-21T09:30:00' }, '/startedAt'],
    ['a time that does not exist', { startedAt: '2026-02-30T00:00:00.000Z' }, '/startedAt'],
  ])('%s', async (_name, given, pointer) => {
    const refused = await refusal(recorder().report(modelId, execution({ id: 'wrong', ...given })))
    expect(refused).toMatchObject({ status: 400, errors: [{ pointer }] })
  })
})

describe('403', () => {
  test('a Recorder reports and reads nothing', async () => {
    const claims = { sub: 'worker', client_id: 'worker', roles: ['Recorder'] }
    const client = service.client('Viewer', claims).instance('acme')
    expect(await client.executions.report(modelId, execution({ id: 'by-worker' }))).toMatchObject({ id: 'by-worker' })
    const { roles, operations } = await client.me()
    expect(roles).toEqual(['Recorder'])
    expect(operations.toSorted()).toEqual([
      'exportTraces',
      'getMe',
      'listInstances',
      'reportExecution',
      'reportExecutions',
      'sendMcpMessage',
    ])
    expect(await refusal(client.workLedger.get('by-worker'))).toMatchObject({ status: 403, code: 'role_missing' })
  })
})
