import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TwuEvaluationInput, TwuModelInput, WorkOperation } from '../../sdk/src/index.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const startedAt = '2026-11-21T09:30:00.000Z'
const check: WorkOperation = { action: 'checkPolicy', actor: 'AI', startedAt, activeTime: 12, cost: 0.04 }
const pay: WorkOperation = { action: 'payRefund', actor: 'HUMAN', startedAt, activeTime: 30.5, cost: 0.5 }

function evaluate(input: TwuEvaluationInput) {
  return service.keyless('Viewer').twuModels.evaluate(input)
}

function withOutcome(expression: string, more: Partial<TwuModelInput> = {}): TwuModelInput {
  return { ...completeInput(), outcomes: [{ name: 'one', expression }], ...more }
}

async function outcomeOf(expression: string, operations: WorkOperation[] = [check, pay], more = {}) {
  const { outcomes } = await evaluate({ definition: withOutcome(expression, more), operations })
  return outcomes[0]
}

describe('200', () => {
  test('a model that is not saved says its outcomes, with the sums of the work, and nothing is stored', async () => {
    const before = await service.db('twu_models')
    expect(await evaluate({ definition: completeInput(), operations: [check, pay] })).toEqual({
      outcomes: [
        { name: 'refundCost', value: 0.54, type: 'number', unit: 'USD', fault: null },
        { name: 'humanTouches', value: 1, type: 'integer', unit: null, fault: null },
      ],
      policies: [],
      policyStatus: 'compliant',
      actors: ['AI', 'HUMAN'],
      activeTime: 42.5,
      cost: 0.54,
      unknown: [],
      cases: [],
    })
    expect(await service.db('twu_models')).toEqual(before)
    expect(await service.db('changes')).toEqual([])
  })

  test('a stored version says what it says, by default the one that the model shows', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create(withOutcome('1'))
    await models.publish(model.id)
    await models.createVersion(model.id, withOutcome('2'))
    const values = async (version?: number) => {
      const asked = version === undefined ? {} : { version }
      return (await evaluate({ modelId: model.id, ...asked, operations: [] })).outcomes.map(({ value }) => value)
    }
    expect([await values(), await values(1), await values(2)]).toEqual([[1], [1], [2]])
  })

  test.each([
    ['true', true, 'boolean'],
    ['operations.map(o, o.action).join("+")', 'checkPolicy+payRefund', 'string'],
    ['duration("90s")', 90, 'duration'],
    ['operations[1].endedAt - operations[0].startedAt', 0, 'duration'],
    ['avg(operations.map(o, o.activeTime))', 21.25, 'number'],
    ['operations[1].event == "" && operations[1].entity == "order"', true, 'boolean'],
  ])('%s is %s', async (expression, value, type) => {
    expect(await outcomeOf(expression)).toMatchObject({ value, type, fault: null })
  })

  test('attributes have the types of the model', async () => {
    const entities = [
      {
        name: 'order',
        attributes: [
          { name: 'items', type: 'integer' as const },
          { name: 'total', type: 'number' as const },
          { name: 'paidAt', type: 'timestamp' as const },
        ],
      },
    ]
    const attributes = { items: 3, total: 3, paidAt: '2026-11-21T10:00:00.000Z', isUrgent: true }
    const expression = `operations[0].attributes.items + 1 == 4 && operations[0].attributes.total + 0.5 == 3.5 &&
      operations[0].attributes.paidAt.getHours() == 10 && operations[0].attributes.isUrgent`
    const input = { definition: withOutcome(expression, { entities }), operations: [{ ...check, attributes }] }
    const { outcomes, unknown } = await evaluate(input)
    expect(outcomes[0]).toMatchObject({ value: true })
    expect(unknown.map(({ pointer }) => pointer)).toEqual(['/operations/0/attributes/isUrgent'])
  })

  test.each([
    ['1 / 0', 'The outcome cannot be computed: division by zero.', 0],
    ['1.0 / 0.0', 'The outcome computes no finite number.', 0],
    ['0.0 / 0.0', 'The outcome computes no finite number.', 0],
    ['9007199254740993', 'The outcome computes an integer beyond 2^53.', 0],
    ['1 + operations[9].attributes.x', 'no element 9', 4],
    ['operations[0].attributes.total', 'No such key: total', 25],
    ['dyn(operations)', 'an outcome is a number, a string, a duration or true or false', 0],
    ['"a".matches("a")', 'calls matches(), which is not available here', 0],
    ['1 +', 'does not compile', 3],
    [' ', 'The outcome is missing.', 0],

    ['operations[0].startedAt', 'The outcome computes a time; an outcome is', 0],
    [`${'1+'.repeat(500)}1`, 'it has more than 500 parts', 0],
    [`${'['.repeat(40)}${']'.repeat(40)}`, 'it has more than 32 levels', 32],
  ])('the outcome %s has a fault and its place', async (expression, message, start) => {
    const outcome = await outcomeOf(expression)
    expect(outcome).toMatchObject({ value: null, type: null })
    expect(outcome?.fault?.message).toContain(message)
    expect(outcome?.fault?.start).toBe(start)
  })

  test('the worst policy that is not met is the policy status, and one that faults needs a review', async () => {
    const policy = (expression: string, otherwise?: 'non_compliant' | 'review_required') => {
      return { name: `p${expression.length}`, expression, ...(otherwise && { otherwise }) }
    }
    const statusOf = async (...policies: ReturnType<typeof policy>[]) => {
      return (await evaluate({ definition: withOutcome('1', { policies }), operations: [check] })).policyStatus
    }
    expect(await statusOf(policy('true'))).toBe('compliant')
    expect(await statusOf(policy('true'), policy('false'))).toBe('review_required')
    expect(await statusOf(policy('false'), policy('1 > 2', 'non_compliant'))).toBe('non_compliant')
    expect(await statusOf(policy('1 / 0 == 1', 'non_compliant'))).toBe('review_required')
    expect(await statusOf(policy('1 +', 'non_compliant'))).toBe('review_required')
    expect(await statusOf(policy('"text"', 'non_compliant'))).toBe('review_required')
    expect(await statusOf(policy('dyn(1)', 'non_compliant'))).toBe('review_required')
  })

  test('what operations name and the model does not have is pointed at', async () => {
    const operations: WorkOperation[] = [
      { ...check, event: 'refundPaid', attributes: { total: 'much', colour: 'red' } },
      { action: 'dance', actor: 'AI', startedAt, entity: 'floor', event: 'music' },
    ]
    const { unknown } = await evaluate({ definition: completeInput(), operations })
    expect(unknown.map(({ pointer, message }) => [pointer, message])).toEqual([
      ['/operations/0/attributes/total', expect.stringContaining('must be of the type number')],
      ['/operations/0/attributes/colour', expect.stringContaining('is no attribute of the entity "order"')],
      ['/operations/1/action', expect.stringContaining('is "dance", but the model has no such action')],
      ['/operations/1/entity', expect.stringContaining('is "floor"')],
      ['/operations/1/event', expect.stringContaining('is "music"')],
    ])
  })

  test('names of any length are pointed at', async () => {
    const long = 'n'.repeat(3000)
    const cases = [{ name: 'c', operations: [], outcomes: { [long]: 1 } }]
    const operations = [{ ...check, attributes: { [long]: 1 } }]
    const { unknown, cases: results } = await evaluate({ definition: { ...completeInput(), cases }, operations })
    expect(unknown[0]?.pointer).toBe(`/operations/0/attributes/${'n'.repeat(256)}`)
    expect(results[0]?.faults[0]?.pointer).toBe(`/cases/0/outcomes/${'n'.repeat(256)}`)
  })

  test('cases say what is not as expected', async () => {
    const cases = [
      { name: 'right', operations: [check], outcomes: { refundCost: 0.04000000000001, humanTouches: 0 } },
      {
        name: 'wrong',
        operations: [pay],
        outcomes: { refundCost: 1, nothing: 'x' },
        policyStatus: 'non_compliant' as const,
      },
    ]
    const { cases: results } = await evaluate({ definition: { ...completeInput(), cases }, operations: [] })
    expect(results.map(({ name, isMet }) => [name, isMet])).toEqual([
      ['right', true],
      ['wrong', false],
    ])
    expect(results[1]?.faults.map(({ pointer, message }) => [pointer, message])).toEqual([
      ['/cases/1/outcomes/nothing', 'The case "wrong" expects the outcome "nothing", which the model does not have.'],
      ['/cases/1/outcomes/refundCost', 'The case "wrong" expects 1 as "refundCost", and 0.5 was computed.'],
      [
        '/cases/1/policyStatus',
        'The case "wrong" expects the policy status non_compliant, and compliant was computed.',
      ],
    ])
  })

  test('a model that would take too long for these operations is not computed', async () => {
    const cubic = 'operations.all(a, operations.all(b, operations.all(c, a.cost + b.cost + c.cost >= 0.0)))'
    expect(await outcomeOf(cubic)).toMatchObject({ value: true })
    const many = Array.from({ length: 1000 }, () => check)
    expect((await outcomeOf(cubic, many))?.fault?.message).toMatch(/takes up to [\d,]+ steps for these operations/)
  })
})

describe('400', () => {
  test.each([
    ['neither a model nor its id', {}, '/modelId'],
    ['a version without a model', { version: 1 }, '/modelId'],
    ['a model and an id', { definition: completeInput(), modelId: 'any' }, '/modelId'],
    ['a model and a version', { definition: completeInput(), version: 1 }, '/version'],
  ])('%s', async (_what, model, pointer) => {
    const error = await refusal(evaluate({ ...model, operations: [] }))
    expect(error).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(error.errors.map((fault) => fault.pointer)).toEqual([pointer])
  })
})

describe('404', () => {
  test('a model or version that the instance does not have', async () => {
    const { body: model } = await twuModels(service).create()
    expect(await refusal(evaluate({ modelId: 'nothing', operations: [] }))).toMatchObject({
      code: 'twu_model_not_found',
    })
    expect(await refusal(evaluate({ modelId: model.id, version: 2, operations: [] }))).toMatchObject({
      status: 404,
      code: 'twu_model_version_not_found',
    })
    const other = service.other('Viewer').twuModels.evaluate({ modelId: model.id, operations: [] })
    expect(await refusal(other)).toMatchObject({ status: 404, code: 'twu_model_not_found' })
  })
})

describe('the drafts', () => {
  test('the answer of each save says what the draft lacks, and what its cases say', async () => {
    const { twuModels } = service.keyless('Editor')
    const input = withOutcome('1 +', { cases: [{ name: 'c', operations: [check], outcomes: { one: 1 } }] })
    const { id, report } = await twuModels.create(input)
    expect(report?.faults.map(({ pointer }) => pointer)).toEqual(['/outcomes/0/expression', '/cases/0/outcomes/one'])
    expect(report?.cases).toMatchObject([{ name: 'c', isMet: false }])
    const mended = await twuModels.versions.update(id, 1, { ...input, outcomes: [{ name: 'one', expression: '1' }] })
    expect(mended.report).toEqual({ faults: [], cases: [{ name: 'c', isMet: true, faults: [] }] })
    expect(await twuModels.versions.get(id, 1)).not.toHaveProperty('report')
  })

  test('a draft with a case that is not met cannot be published', async () => {
    const models = twuModels(service)
    const cases = [{ name: 'c', operations: [check], outcomes: { one: 2 } }]
    const { body: model } = await models.create(withOutcome('1', { cases }))
    const error = await refusal(service.keyless('Editor').twuModels.publish(model.id))
    expect(error).toMatchObject({ status: 422, code: 'draft_incomplete' })
    expect(error.message).toContain('The case "c" expects 2 as "one", and 1 was computed.')
    expect(error.errors.map(({ pointer }) => pointer)).toEqual(['/cases/0/outcomes/one'])
  })

  test('a draft that is too expensive for a large execution is told so', async () => {
    const cubic = 'operations.all(a, operations.all(b, operations.all(c, a.cost >= b.cost)))'
    const { report } = await service.keyless('Editor').twuModels.create(withOutcome(cubic))
    expect(report?.faults.map(({ pointer, code }) => [pointer, code])).toEqual([['/outcomes', 'expensive']])
  })
})
