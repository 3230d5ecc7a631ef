import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asObject } from '../../contract/json.ts'
import type { TwuModelInput } from '../../sdk/src/index.ts'
import { faultsOf } from '../helpers/faults.ts'
import { replayed } from '../helpers/idempotency.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { completeInput, race, twuModels } from '../helpers/data/twu-models.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

function publish(modelId: string, idempotencyKey?: string) {
  const { twuModels } = idempotencyKey === undefined ? service.keyless() : service.acme()
  return twuModels.publish(modelId, { idempotencyKey }).withResponse()
}

/** What the SDK would not send, or does not tell of a refusal. */
function post(modelId: string, headers: Record<string, string>) {
  return service.request(`/instances/acme/twu-models/${modelId}/publish`, { method: 'POST', headers })
}

describe('200', () => {
  test('the draft becomes the published version with the definitions that it had', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    const { body: draft, etag: draftTag } = await models.readVersion(model.id, 1)
    const { body, etag } = await models.publish(model.id)
    expect(body).toEqual({
      ...draft,
      status: 'published',
      etag: body.etag,
      updatedAt: body.updatedAt,
      publishedAt: body.updatedAt,
    })
    expect(body.updatedAt >= draft.updatedAt).toBe(true)
    expect(etag).not.toBe(draftTag)
    const read = await models.readVersion(model.id, 1)
    expect(read.body).toEqual(body)
    expect(read.etag).toBe(etag)
  })

  test('older published versions stay published, to the byte', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    const published = []
    for (const version of [1, 2, 3]) {
      if (version > 1) await models.createVersion(model.id, completeInput(`Version ${version}`))
      published.push(await models.publish(model.id))
    }
    const { body: versions } = await models.listVersions(model.id)
    expect(versions).toEqual(published.map(({ body }) => body).toReversed())
  })

  test('names may repeat across lists, references may go backwards, and optional gaps stay open', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create({
      name: 'Least',
      description: '',
      entities: [{ name: 'pay' }, { name: 'Pay', attributes: [] }],
      actions: [{ name: 'pay', entity: 'Pay', actors: ['HUMAN', 'AI'] }],
      events: [{ name: 'pay', entity: 'pay' }],
      outcomes: [{ name: 'pay', expression: '1' }],
    })
    expect((await publish(model.id)).data.status).toBe('published')
  })

  test('of callers who race, exactly one publishes', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    const { answers, refusals } = await race(
      service,
      model.id,
      Array.from({ length: 8 }, (_, at) => () => publish(model.id, at % 2 === 0 ? undefined : `race-${at}`)),
    )
    expect(answers).toHaveLength(1)
    expect(refusals).toHaveLength(7)
    for (const refused of refusals) expect(refused).toMatchObject({ status: 409, code: 'draft_missing' })
  })

  test('an edit that races with publishing is in the published version or refused', async () => {
    const models = twuModels(service)
    for (let round = 0; round < 4; round += 1) {
      const { body: model } = await models.create()
      const { twuModels } = service.keyless()
      const edit = () => twuModels.versions.update(model.id, 1, completeInput('Edited'))
      // Only the edit may be refused: what is answered last is the publishing.
      const { answers, refusals } = await race(service, model.id, [edit, () => twuModels.publish(model.id)])
      const published = answers.at(-1)
      expect(published).toMatchObject({
        status: 'published',
        name: refusals.length === 0 ? 'Edited' : 'Refund handling',
      })
      for (const refused of refusals)
        expect(refused).toMatchObject({ status: 409, operation: 'twuModels.versions.update' })
      expect((await models.readVersion(model.id, 1)).body).toEqual(published)
    }
  })

  test('a repeat with the same Idempotency-Key gets the first answer instead of 409', async () => {
    const { body: model } = await twuModels(service).create()
    const first = await publish(model.id, 'publish-once')
    const again = await publish(model.id, 'publish-once')
    expect([again.response.status, again.data, again.version]).toEqual([200, first.data, first.version])
    expect(replayed(again)).toBe('true')
  })
})

describe('409', () => {
  test('a model without a draft has nothing to publish', async () => {
    const models = twuModels(service)
    const { body: published } = await models.create()
    await models.publish(published.id)
    const { body: discarded } = await models.create()
    await models.archiveVersion(discarded.id, 1)
    for (const { id } of [published, discarded]) {
      await expect(publish(id)).rejects.toMatchObject({ status: 409, code: 'draft_missing', errors: [] })
    }
  })
})

describe('412', () => {
  test('a draft that somebody else has changed is not published; as it is known, it is', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    const { etag: seen } = await models.readVersion(model.id, 1)
    const { etag: now } = await models.updateVersion(model.id, 1, completeInput('Changed meanwhile'))
    const publishSeen = (ifMatch: string) => service.acme().twuModels.publish(model.id, { ifMatch })
    const refused = await refusal(publishSeen(seen))
    expect(refused).toMatchObject({ status: 412, code: 'precondition_failed' })
    expect(refused.response.headers.get('etag')).toBe(now)
    expect((await models.readVersion(model.id, 1)).body.status).toBe('DRAFT')
    expect(await publishSeen(now)).toMatchObject({ status: 'published', name: 'Changed meanwhile' })
  })
})

describe('the ETag of the model', () => {
  test.each(['create', 'read'] as const)(
    'that %s answered publishes, and none from before a change',
    async (answered) => {
      const models = twuModels(service)
      const created = await models.create()
      const { etag: seen } = answered === 'create' ? created : await models.read(created.body.id)
      const { id } = created.body
      const { twuModels: own } = service.acme()
      const edited = await own.versions.update(id, 1, completeInput('Edited'), { ifMatch: seen }).withResponse()
      const refused = await refusal(own.publish(id, { ifMatch: seen }))
      expect(refused).toMatchObject({ status: 412, code: 'precondition_failed' })
      expect(refused.response.headers.get('etag')).toBe(edited.version)
      const { etag: now } = await models.read(id)
      expect(await own.publish(id, { ifMatch: now })).toMatchObject({ status: 'published', name: 'Edited' })
    },
  )

  test('moves with a draft beside a published version, for edits, publication and archiving', async () => {
    const models = twuModels(service)
    const { body, etag: created } = await models.create()
    const { twuModels: own } = service.acme()
    await own.publish(body.id, { ifMatch: created })
    await models.createVersion(body.id, completeInput('Second'))
    const { etag: seen } = await models.read(body.id)
    await own.versions.update(body.id, 2, completeInput('Unseen'))
    const late = { status: 412, code: 'precondition_failed' }
    await expect(own.versions.update(body.id, 2, completeInput(), { ifMatch: seen })).rejects.toMatchObject(late)
    await expect(own.publish(body.id, { ifMatch: seen })).rejects.toMatchObject(late)
    await expect(own.versions.archive(body.id, 2, { ifMatch: seen })).rejects.toMatchObject(late)
    const { etag: now } = await models.read(body.id)
    expect(await own.versions.archive(body.id, 2, { ifMatch: now })).toMatchObject({ status: 'archived' })
  })
})

test('the tag of one version is none of another, whatever was done to either', async () => {
  const { twuModels: own } = service.acme()
  const { id } = await own.create(completeInput())
  const tags = new Set<string>()
  const keep = async (version: number) => {
    const { version: tag } = await own.versions.get(id, version).withResponse()
    tags.add(tag ?? '')
  }
  await keep(1)
  await own.publish(id)
  await keep(1)
  await own.versions.archive(id, 1)
  await keep(1)
  await own.versions.create(id, completeInput('Unseen'))
  for (const ifMatch of tags) {
    await expect(own.publish(id, { ifMatch })).rejects.toMatchObject({ code: 'precondition_failed' })
    await expect(own.versions.archive(id, 2, { ifMatch })).rejects.toMatchObject({
      code: 'precondition_failed',
    })
  }
  expect(tags.size).toBe(3)
  expect(await own.versions.get(id, 2)).toMatchObject({ status: 'DRAFT' })
})

test('a key that met another state may be sent with the tag of this one', async () => {
  const { twuModels: own } = service.acme()
  const { id } = await own.create(completeInput())
  const options = { idempotencyKey: 'stale-then-fresh' }
  await expect(own.publish(id, { ...options, ifMatch: '"1-7"' })).rejects.toMatchObject({ status: 412 })
  const published = await own.publish(id, { ...options, ifMatch: '"1-1"' })
  expect(await own.publish(id, { ...options, ifMatch: '"1-1"' })).toEqual(published)
})

describe('422', () => {
  const broken: TwuModelInput = {
    name: 'Sketch',
    description: '',
    entities: [
      {
        name: 'order',
        attributes: [
          { name: 'total', type: 'number' },
          { name: 'total', type: 'string' },
        ],
      },
      { name: 'order' },
      { name: 'order' },
    ],
    actions: [
      { name: 'pay', entity: 'invoice', actors: ['AI'] },
      { name: 'pay' },
      { name: 'ship', entity: 'order', actors: [] },
    ],
    events: [
      { name: 'paid', entity: 'order', action: 'refund' },
      { name: 'paid', action: 'order' },
      { name: 'shipped', entity: 'ship', action: 'ship' },
    ],
    outcomes: [
      { name: 'cost' },
      { name: 'cost', expression: ' \n ' },
      { name: 'gain', expression: 'sum(' },
      { name: 'list', expression: 'operations' },
      { name: 'fine', expression: '1.5' },
      { name: 'odd', expression: '1 + 😀' },
    ],
  }

  const brokenFaults = [
    'body /actions/0/entity unresolved',
    'body /actions/1/actors empty',
    'body /actions/1/entity required',
    'body /actions/1/name repeated',
    'body /actions/2/actors empty',
    'body /entities/0/attributes/1/name repeated',
    'body /entities/1/name repeated',
    'body /entities/2/name repeated',
    'body /events/0/action unresolved',
    'body /events/1/action unresolved',
    'body /events/1/entity required',
    'body /events/1/name repeated',
    'body /events/2/entity unresolved',
    'body /outcomes/0/expression required',
    'body /outcomes/1/expression required',
    'body /outcomes/1/name repeated',
    'body /outcomes/2/expression expression',
    'body /outcomes/3/expression expression',
    'body /outcomes/5/expression expression',
  ]

  test('every fault of an incomplete draft is named with its pointer, and nothing changes', async () => {
    const models = twuModels(service)
    const { body: model, etag } = await models.create(broken)
    const before = await models.readVersion(model.id, 1)
    const refused = await refusal(publish(model.id))
    expect(refused).toMatchObject({ status: 422, code: 'draft_incomplete' })
    expect(refused.message).toContain('There are 16 more faults.')
    expect(faultsOf(refused)).toEqual(brokenFaults)
    const read = await models.read(model.id)
    expect(read.body).toEqual(model)
    expect(read.etag).toBe(etag)
    const after = await models.readVersion(model.id, 1)
    expect(after.body).toEqual(before.body)
    expect(after.etag).toBe(before.etag)
  })

  test('its faults are sentences for whoever edits the model', async () => {
    const { body: model } = await twuModels(service).create(broken)
    const { errors } = await refusal(publish(model.id))
    const message = (pointer: string) => errors.find((fault) => fault.pointer === pointer)?.message
    expect(message('/actions/1/name')).toBe(
      'The name of the second action is "pay", which another has. Give each a name of its own.',
    )
    expect(message('/actions/1/entity')).toBe('The second action must name an entity of the model.')
    expect(message('/actions/1/actors')).toBe('The second action needs actors: AI, HUMAN or both.')
    expect(message('/events/0/action')).toBe(
      'The action of the first event is "refund", but the model has no such action.',
    )
    expect(message('/outcomes/0/expression')).toBe('The first outcome needs an expression that computes it.')
    expect(message('/outcomes/2/expression')).toMatch(/^The expression of the third outcome does not compile: /)
    const { body: empty } = await twuModels(service).create({ name: 'Empty', description: '' })
    expect((await refusal(publish(empty.id))).errors.map((fault) => fault.message)).toEqual([
      'The model needs at least one entity.',
      'The model needs at least one action.',
      'The model needs at least one event.',
      'The model needs at least one outcome.',
    ])
  })

  test('each empty list is a fault of its own', async () => {
    const { body: model } = await twuModels(service).create({ name: 'Empty', description: '' })
    expect(faultsOf(await refusal(publish(model.id)))).toEqual([
      'body /actions empty',
      'body /entities empty',
      'body /events empty',
      'body /outcomes empty',
    ])
  })

  test.each<[string, Partial<TwuModelInput>, string]>([
    ['no entities', { entities: [], actions: [], events: [] }, 'body /entities empty'],
    [
      'a reference that differs in case',
      { events: [{ name: 'paid', entity: 'Order' }] },
      'body /events/0/entity unresolved',
    ],
    ['an action without actors', { actions: [{ name: 'payRefund', entity: 'order' }] }, 'body /actions/0/actors empty'],
    [
      'a name from an object of JavaScript',
      { events: [{ name: 'paid', entity: 'constructor' }] },
      'body /events/0/entity unresolved',
    ],
  ])('%s', async (_what, changes, fault) => {
    const { body: model } = await twuModels(service).create({ ...completeInput(), ...changes })
    const refused = await refusal(publish(model.id))
    expect(refused.status).toBe(422)
    expect(faultsOf(refused)).toContain(fault)
  })

  test('a mended draft is published', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create(broken)
    await expect(publish(model.id)).rejects.toMatchObject({ status: 422 })
    await models.updateVersion(model.id, 1, completeInput())
    expect((await publish(model.id)).data.status).toBe('published')
  })

  test.each([
    ['half of an emoji', '1 + 😀'],
    ['a NUL character', String.raw`operations[0]["\u0000"]`],
  ])('a message about %s is kept for a repeat with the same Idempotency-Key', async (what, expression) => {
    const outcomes = [{ name: 'cost', expression }]
    const { body: model } = await twuModels(service).create({ ...completeInput(), outcomes })
    const headers = { 'Idempotency-Key': `refused-${what.length}` }
    const first = await post(model.id, headers)
    expect(first).toMatchObject({ status: 422, json: { code: 'draft_incomplete' } })
    const again = await post(model.id, headers)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(asObject(again.json)['errors']).toEqual(asObject(first.json)['errors'])
  })

  test('of more faults than an answer holds, the first 500 are listed and the detail says so', async () => {
    const actions = Array.from({ length: 200 }, () => ({ name: 'pay' }))
    const { body: model } = await twuModels(service).create({ ...completeInput(), actions })
    const refused = await refusal(publish(model.id))
    expect(refused.message).toContain('The first 500 are listed.')
    expect(refused.errors).toHaveLength(500)
  })
})
