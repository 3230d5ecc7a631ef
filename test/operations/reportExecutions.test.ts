import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asObject } from '../../contract/json.ts'
import type { WorkOperation } from '../../sdk/src/index.ts'
import { copyRow } from '../helpers/data/copies.ts'
import { check, execution, pay } from '../helpers/data/executions.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'
import { leaveNoTime } from '../helpers/evaluations.ts'
import { refusal } from '../helpers/outcomes.ts'
import { rounds } from '../helpers/rounds.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
let modelId: string
beforeAll(async () => {
  service = await startTestService()
  const models = twuModels(service)
  modelId = (await models.create(completeInput())).body.id
  await models.publish(modelId)
})
afterAll(() => service.close())

type Report = Parameters<ReturnType<TestService['acme']>['executions']['reportMany']>[0][number]

const report = (reports: Report[]) => service.keyless().executions.reportMany(reports)
const one = (id: string, given: Partial<Report> = {}): Report => ({ modelId, ...execution({ id }), ...given })
const codesOf = ({ results }: Awaited<ReturnType<typeof report>>) => results.map(({ status, code }) => code ?? status)

function send(body: string, type = 'application/x-ndjson') {
  return service.request('/instances/acme/executions', { method: 'POST', headers: { 'Content-Type': type }, body })
}

describe('200', () => {
  test('each report has its own result, and those that are refused hinder no other', async () => {
    const reports = [
      one('a'),
      one('b', { modelId: 'missing' }),
      one('c', { version: 7 }),
      one('export'),
      one('d', { operations: [{ ...check, attributes: { note: 'x'.repeat(65_536) } }] }),
    ]
    const answer = await report(reports)
    expect(codesOf(answer)).toEqual([201, 'twu_model_not_found', 'twu_model_version_not_found', 'invalid_request', 201])
    expect(answer.results[0]).toEqual({
      id: 'a',
      status: 201,
      policyStatus: 'compliant',
      code: null,
      detail: null,
      errors: [],
    })
    expect(answer.results[3]?.errors).toMatchObject([{ pointer: '/id' }])
    expect(codesOf(await report(reports))).toEqual([200, ...codesOf(answer).slice(1, 4), 200])
  })

  test('a report at which the database fails is refused by itself', async () => {
    // What nobody has thought of yet: the contract takes it, and the database does not.
    await service.db.raw(
      `alter table work_ledger_entries add constraint unforeseen check (title <> 'unforeseen') not valid`,
    )
    const batch = ['p', 'q', 'r', 's', 't'].map((id) => one(id, id === 'r' ? { title: 'unforeseen' } : {}))
    expect(codesOf(await report(batch))).toEqual([201, 201, 'internal_error', 201, 201])
    await service.db.raw('alter table work_ledger_entries drop constraint unforeseen')
    expect(codesOf(await report(batch))).toEqual([200, 200, 201, 200, 200])
  })

  test('reports with one id count in their order', async () => {
    const running = one('row', { status: 'in_progress', operations: [check] })
    const done = one('row', { operations: [check, pay] })
    expect(codesOf(await report([running, running, done, done, running]))).toEqual([
      201,
      200,
      200,
      200,
      'execution_finished',
    ])
    expect(await service.keyless().workLedger.get('row')).toMatchObject({ status: 'completed', cost: 0.54 })
    const { total } = await service.keyless().workLedger.summarise({ search: 'row' })
    expect(total.count).toBe(1)
  })

  test('a batch is answered, and leaves what it leaves, as its reports one after the other', async () => {
    const models = twuModels(service)
    const { id: other } = (await models.create(completeInput('Other'))).body
    await models.publish(other)
    await models.createVersion(other)
    await models.publish(other)
    await models.createVersion(other)
    const drawn = fc.record({
      name: fc.constantFrom('a', 'b'),
      modelId: fc.constantFrom(modelId, other, other, 'missing'),
      version: fc.constantFrom(undefined, 1, 2, 3, 9),
      status: fc.constantFrom('in_progress', 'in_progress', 'completed'),
      operations: fc.constantFrom<WorkOperation[]>(
        [check],
        [check, pay],
        [{ ...pay, endedAt: '2026-01-01T00:00:00.000Z' }],
      ),
    })
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { maxLength: 2 }), fc.array(drawn, { minLength: 1 }), async (before, batch) => {
        round += 1
        const named = (side: string, { name, version, ...given }: (typeof batch)[number]) =>
          one(`${side}-${round}-${name}`, { ...given, ...(version !== undefined && { version }) })
        const alone = async ({ modelId, ...body }: Report) => {
          const path = `/instances/acme/twu-models/${modelId}/executions`
          const { status, json } = await service.request(path, { method: 'POST', body })
          return asObject(json)['code'] ?? status
        }
        const left = async (side: string) => {
          const { items } = await service
            .keyless()
            .workLedger.list({ search: `${side}-${round}-`, sort: 'createdAt,asc' })
          return new Map(
            items.map(({ id, createdAt: _created, updatedAt: _updated, ...entry }) => [id.slice(-1), entry] as const),
          )
        }
        for (const side of ['batch', 'alone']) for (const each of before) await alone(named(side, each))
        const together = codesOf(await report(batch.map((each) => named('batch', each))))
        const apart = []
        for (const each of batch) apart.push(await alone(named('alone', each)))
        expect(together).toEqual(apart)
        expect(await left('batch')).toEqual(await left('alone'))
      }),
      { numRuns: rounds(4) },
    )
  })

  test('lines are taken as a list is', async () => {
    const lines = [one('line-1'), one('line-2')].map((each) => JSON.stringify(each))
    const { status, json } = await send(`${lines[0]}\r\n\n${lines[1]}`)
    expect([status, json]).toMatchObject([
      200,
      {
        results: [
          { id: 'line-1', status: 201 },
          { id: 'line-2', status: 201 },
        ],
      },
    ])
  })

  test('an execution of more than 1 MiB is refused, and the others are taken', async () => {
    const attributes = Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`text${at}`, 'x'.repeat(65_000)]))
    const large = one('large', { operations: [{ ...check, attributes }] })
    expect(codesOf(await report([large, one('small')]))).toEqual(['payload_too_large', 201])
  })

  test('what there is no time for is not taken, and is taken when it is sent again', async () => {
    const reports = [one('late-1'), one('late-2')]
    const restore = leaveNoTime()
    expect(codesOf(await report(reports))).toEqual(['not_taken', 'not_taken'])
    restore()
    expect(codesOf(await report(reports))).toEqual([201, 201])
  })

  test('twenty versions of models are read for a batch, and reports of others are not taken', async () => {
    const ids = Array.from({ length: 22 }, (_, at) => `model-${at}`)
    for (const id of ids) {
      await copyRow(service, 'twu_models', 'id', modelId, id)
      await copyRow(service, 'twu_model_versions', 'model_id', modelId, id)
    }
    const reports = ids.map((id, at) => one(`of-${at}`, { modelId: id }))
    expect(codesOf(await report(reports))).toEqual([...Array<number>(20).fill(201), 'not_taken', 'not_taken'])
    expect(codesOf(await report(reports.slice(20)))).toEqual([201, 201])
  })

  test('the same reports at once are one execution each', async () => {
    const reports = Array.from({ length: 20 }, (_, at) => one(`race-${at}`))
    const answers = await Promise.all(Array.from({ length: 6 }, () => report(reports)))
    const statuses = answers.map(codesOf)
    for (const at of reports.keys())
      expect(statuses.map((each) => each[at]).filter((status) => status === 201)).toEqual([201])
    const { total } = await service.keyless().workLedger.summarise({ search: 'race-' })
    expect(total.count).toBe(20)
  })
})

describe('400', () => {
  test('a wrong report refuses all, with its place', async () => {
    const { status, json } = await send(
      `${JSON.stringify(one('right'))}\n${JSON.stringify({ ...one('wrong'), status: 'done' })}`,
    )
    expect([status, json]).toMatchObject([400, { errors: [{ pointer: '/1/status' }] }])
    expect(await refusal(service.keyless().workLedger.get('right'))).toMatchObject({ status: 404 })
  })

  test.each([
    [
      'a line that is no JSON',
      `${JSON.stringify({ id: 'x' })}\n{`,
      { code: 'malformed_json', errors: [{ pointer: '/1' }] },
    ],
    ['a line that is no object', '1', { code: 'invalid_request', errors: [{ pointer: '/0' }] }],
    ['more than 1,000 lines', '1\n'.repeat(1001), { code: 'invalid_request' }],
    ['empty lines alone', '\n\r\n  \n', { code: 'invalid_request', errors: [{ pointer: '' }] }],
  ])('%s', async (_name, body, problem) => {
    const { status, json } = await send(body)
    expect([status, json]).toMatchObject([400, problem])
  })
})

test('415: lines go to no other operation', async () => {
  const { status } = await service.request(`/instances/acme/twu-models/${modelId}/executions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: '{}',
  })
  expect([status, (await send('{}', 'text/plain')).status]).toEqual([415, 415])
})
