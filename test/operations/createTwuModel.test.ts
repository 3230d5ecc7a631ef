import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TwuModelInput } from '../../sdk/src/index.ts'
import { faultsOf } from '../helpers/faults.ts'
import { describeIdempotentCreation } from '../helpers/idempotency.ts'
import { expectReadBack } from '../helpers/creations.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const path = '/instances/acme/twu-models'
const bodyLimit = 262_144

async function countModels(): Promise<number> {
  return (await service.acme('Viewer').twuModels.list()).page.totalElements
}

describe('201', () => {
  test('a model begins as a draft of version 1 that holds what was sent', async () => {
    const created = await twuModels(service).create()
    const { body } = created
    expect(body).toEqual({
      ...completeInput(),
      id: body.modelId,
      modelId: body.id,
      status: 'DRAFT',
      version: 1,
      draftVersion: 1,
      publishedVersion: null,
      createdAt: body.createdAt,
      etag: body.etag,
      updatedAt: body.createdAt,
    })
    await expectReadBack(service, 'twu-models', created)
  })

  test('version 1 of the model reads back what was created', async () => {
    const models = twuModels(service)
    const { body } = await models.create()
    const { body: version } = await models.readVersion(body.id, 1)
    expect(version).toEqual({
      ...completeInput(),
      modelId: body.id,
      version: 1,
      status: 'DRAFT',
      createdAt: body.createdAt,
      etag: '"1-1"',
      updatedAt: body.createdAt,
      publishedAt: null,
      archivedAt: null,
    })
  })

  test.each<[string, TwuModelInput]>([
    ['no definitions at all', { name: 'Sketch', description: '' }],
    ['empty lists', { name: 'Sketch', description: '', entities: [], actions: [], events: [], outcomes: [] }],
    [
      'gaps, repeated names, references to nothing and an expression that does not compile',
      {
        name: 'Sketch',
        description: '',
        entities: [{ name: 'order' }, { name: 'order', attributes: [] }],
        actions: [{ name: 'pay' }, { name: 'ship', entity: 'parcel', actors: [] }],
        events: [{ name: 'paid', action: 'refund' }],
        outcomes: [{ name: 'cost' }, { name: 'gain', expression: 'sum(' }],
      },
    ],
  ])('a draft may have %s', async (_gaps, input) => {
    const { body } = await twuModels(service).create(input)
    const lists = { entities: [], actions: [], events: [], outcomes: [] }
    expect(body).toMatchObject({ ...lists, ...input, status: 'DRAFT' })
  })

  test('two models may have the same name', async () => {
    const models = twuModels(service)
    const [first, second] = await Promise.all([models.create(), models.create()])
    expect(first.body.id).not.toBe(second.body.id)
  })

  test('a body of exactly 262,144 bytes is accepted', async () => {
    const created = await service.request(path, { method: 'POST', body: bodyOf(bodyLimit) })
    expect(created).toMatchObject({ status: 201, json: { actions: { length: 120 } } })
  })
})

describeIdempotentCreation({
  service: () => service,
  collection: 'twu-models',
  input: (name) => completeInput(name),
  broken: { ...completeInput(), name: '' },
})

describe('400', () => {
  test('every fault of the body is named with its pointer, and nothing is stored', async () => {
    const before = await countModels()
    const refused = await service.request(path, {
      method: 'POST',
      body: {
        description: 5,
        owner: 'ada',
        entities: [{ name: '1order' }, { name: 'item', attributes: [{ name: 'size', type: 'blob' }] }],
        actions: [{ name: 'pay', actors: ['ROBOT'] }, { name: 'ship', actors: ['AI', 'AI'] }, {}],
        events: [{ name: 'paid', entity: 'a b', cause: 'pay' }],
        outcomes: [{ name: 'cost', expression: 'x'.repeat(2001) }],
      },
    })
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'body /actions/0/actors/0 enum',
      'body /actions/1/actors uniqueItems',
      'body /actions/2/name required',
      'body /description type',
      'body /entities/0/name pattern',
      'body /entities/1/attributes/0/type enum',
      'body /events/0/cause additionalProperties',
      'body /events/0/entity pattern',
      'body /name required',
      'body /outcomes/0/expression maxLength',
      'body /owner additionalProperties',
    ])
    expect(await countModels()).toBe(before)
  })

  test.each<[string, unknown, string]>([
    ['a blank name', { ...completeInput(), name: ' \t ' }, 'body /name pattern'],
    ['a list that is null', { ...completeInput(), events: null }, 'body /events type'],
    [
      'more entities than a model takes',
      { ...completeInput(), entities: Array.from({ length: 101 }, (_, at) => ({ name: `e${at}` })) },
      'body /entities maxItems',
    ],
    [
      'a name with a line break at its end',
      { ...completeInput(), entities: [{ name: 'order\n' }] },
      'body /entities/0/name pattern',
    ],
    ['a NUL character', { ...completeInput(), description: 'a\0b' }, 'body /description nul'],
    ['half a surrogate pair', { ...completeInput(), description: '\ud83d' }, 'body /description surrogate'],
    ['an array', [], 'body  type'],
  ])('%s is refused', async (_what, body, fault) => {
    const refused = await service.request(path, { method: 'POST', body })
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)).toEqual([fault])
  })
})

describe('413', () => {
  test('a body of one byte more than 262,144 is refused and nothing is stored', async () => {
    const before = await countModels()
    const refused = await service.request(path, { method: 'POST', body: bodyOf(bodyLimit + 1) })
    expect(refused).toMatchObject({ status: 413, json: { code: 'payload_too_large' } })
    expect(await countModels()).toBe(before)
  })
})

/** A valid definition of so many bytes of JSON. */
function bodyOf(bytes: number): string {
  const actions = Array.from({ length: 120 }, (_, at) => ({ name: `a${at}`, description: 'd'.repeat(1000) }))
  return JSON.stringify({ ...completeInput(), actions }).padEnd(bytes, ' ')
}
