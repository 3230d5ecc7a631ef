import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { TwuModelInput, WorkOperation } from '../../sdk/src/index.ts'
import { holdEvaluations } from '../helpers/evaluations.ts'
import { faultsOf } from '../helpers/faults.ts'
import { refusal, settle } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { compareVersions, completeInput, createVersions, twuModels, withOutcomes } from '../helpers/data/twu-models.ts'
import { until } from '../helpers/until.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const pay: WorkOperation = { action: 'payRefund', actor: 'HUMAN', startedAt: '2026-11-21T09:30:00.000Z', cost: 0.5 }

const compare = (older: TwuModelInput, newer: TwuModelInput) => compareVersions(service, older, newer)

describe('200', () => {
  test('each definition that was added, removed or changed is told, with what differs', async () => {
    const older = completeInput()
    const [order] = older.entities
    const [check, paid] = older.actions
    if (!order || !check || !paid) expect.fail()
    const changed = { ...paid, actors: ['AI' as const] }
    const policies = [{ name: 'cheap', expression: 'true' }]
    const entities = [{ ...order, name: 'purchase' }]
    const newer = { ...older, name: 'Refunds', entities, actions: [check, changed], policies }
    const { changes } = await compare(older, newer)
    const kept = { description: older.description }
    expect(changes).toEqual([
      {
        list: 'model',
        name: 'Refunds',
        kind: 'changed',
        before: { name: 'Refund handling', ...kept },
        after: { name: 'Refunds', ...kept },
        difference: [{ pointer: '/name', before: 'Refund handling', after: 'Refunds' }],
        breaksReaders: false,
      },
      { list: 'entities', name: 'order', kind: 'removed', before: order, difference: [], breaksReaders: false },
      {
        list: 'entities',
        name: 'purchase',
        kind: 'added',
        after: entities[0],
        difference: [],
        breaksReaders: false,
      },
      {
        list: 'actions',
        name: 'payRefund',
        kind: 'changed',
        before: paid,
        after: changed,
        difference: [{ pointer: '/actors', before: ['AI', 'HUMAN'], after: ['AI'] }],
        breaksReaders: false,
      },
      { list: 'policies', name: 'cheap', kind: 'added', after: policies[0], difference: [], breaksReaders: false },
    ])
  })

  test('both versions say what they make of the cases of the newer one', async () => {
    const policies = [{ name: 'cheap', expression: 'operations.all(o, o.cost < 0.1)' }]
    const newer = { ...withOutcomes('sum(operations.map(o, o.cost)) * 2.0', 'true'), policies }
    const { outcomes, casesLeftOut } = await compare(
      { ...withOutcomes('sum(operations.map(o, o.cost))'), cases: [{ name: 'old', operations: [] }] },
      { ...newer, cases: [{ name: 'paid', operations: [pay] }] },
    )
    expect(casesLeftOut).toBe(0)
    expect(outcomes).toEqual([
      {
        case: 'paid',
        results: [
          {
            name: 'o0',
            before: { name: 'o0', value: 0.5, type: 'number', unit: null, fault: null },
            after: { name: 'o0', value: 1, type: 'number', unit: null, fault: null },
          },
          { name: 'o1', before: null, after: { name: 'o1', value: true, type: 'boolean', unit: null, fault: null } },
        ],
        policyStatus: { before: 'compliant', after: 'review_required' },
      },
    ])
  })

  test.each([
    ['is gone', withOutcomes('1', '2'), withOutcomes('1'), ['o1']],
    ['is new', withOutcomes('1'), withOutcomes('1', '2'), []],
    ['has another value', withOutcomes('1'), withOutcomes('2'), []],
    ['has another type', withOutcomes('1'), withOutcomes('1.0'), ['o0']],
    ['has a fault', withOutcomes('1'), withOutcomes('1 +'), []],
    ['has a type that nothing tells', withOutcomes('1'), withOutcomes('dyn("a")'), []],
  ])('an outcome that %s breaks readers, or not', async (_what, older, newer, broken) => {
    const { changes } = await compare(older, newer)
    expect(changes.filter(({ breaksReaders }) => breaksReaders).map(({ name }) => name)).toEqual(broken)
  })

  test('an outcome breaks readers, too, when another definition gives it another type', async () => {
    const typed = (type: 'number' | 'integer') => ({
      ...withOutcomes('operations[0].attributes.total'),
      entities: [{ name: 'order', attributes: [{ name: 'total', type }] }],
      cases: [{ name: 'one', operations: [{ ...pay, attributes: { total: 3 } }] }],
    })
    const { changes } = await compare(typed('number'), typed('integer'))
    expect(changes.map(({ list, difference, breaksReaders }) => [list, difference.length, breaksReaders])).toEqual([
      ['entities', 1, false],
      ['outcomes', 0, true],
    ])
  })

  test('it goes from the older to the newer version, whichever is named first', async () => {
    const id = await createVersions(service, completeInput(), completeInput('Newer'))
    const { versions } = service.acme('Viewer').twuModels
    const forward = await versions.compare(id, 1, 2)
    expect(forward).toMatchObject({ older: 1, newer: 2, changes: [{ list: 'model', name: 'Newer' }] })
    expect(await versions.compare(id, 2, 1)).toEqual(forward)
    expect(await versions.compare(id, 2, 2)).toMatchObject({ older: 2, newer: 2, changes: [] })
  })

  test('names that a draft repeats are matched in their order', async () => {
    const { changes } = await compare(
      { ...completeInput(), events: [{ name: 'e' }, { name: 'e', description: 'second' }] },
      { ...completeInput(), events: [{ name: 'e', description: 'first' }] },
    )
    expect(changes.map(({ kind, before }) => [kind, before])).toEqual([
      ['changed', { name: 'e' }],
      ['removed', { name: 'e', description: 'second' }],
    ])
  })
})

describe('400', () => {
  test.each(['0', 'one', '1.5', '2147483648'])('a version that cannot be one is refused: %s', async (other) => {
    const answer = await service.request(`/instances/acme/twu-models/any/versions/1/compare/${other}`)
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(answer)[0]).toMatch(/^path \/other (type|minimum|maximum)$/)
  })
})

describe('404', () => {
  test('the version that is missing is named', async () => {
    const { body: model } = await twuModels(service).create()
    const { versions } = service.acme().twuModels
    for (const [version, other] of [
      [1, 7],
      [7, 1],
      [7, 8],
    ] as const)
      expect(await refusal(versions.compare(model.id, version, other))).toMatchObject({
        status: 404,
        code: 'twu_model_version_not_found',
        message: 'Failed to compare TWU model versions: The TWU model has no version 7.',
      })
  })
})

describe('503', () => {
  test('who compares keeps nobody who reads waiting, and is told when too many compare', async () => {
    // One connection to the database, one thread, and one who may wait for it.
    const small = await startTestService(
      { databasePoolSize: 1 },
      { evaluation: { threads: 1, mostWaiting: 1, limitMs: 120_000 } },
    )
    onTestFinished(() => small.close())
    const { id } = await small.keyless('Editor').twuModels.create(completeInput())
    const viewer = small.acme('Viewer')
    const compare = () => viewer.twuModels.versions.compare(id, 1, 1)
    const { asked, release } = holdEvaluations()
    const first = compare()
    await until(() => expect(asked()).toBe(1))
    await viewer.agents.list()
    // Whichever comes first waits.
    const both = [compare(), compare()]
    expect(await refusal(Promise.race(both))).toMatchObject({ status: 503, code: 'temporarily_unavailable' })
    release()
    expect(await first).toMatchObject({ older: 1, newer: 1 })
    const { answers, refusals } = await settle(both)
    expect([answers, refusals]).toMatchObject([[{ older: 1, newer: 1 }], [{ status: 503 }]])
  })
})
