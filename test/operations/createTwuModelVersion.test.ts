import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

function createVersion(modelId: string, input: TwuModelInput, idempotencyKey?: string) {
  const { twuModels } = idempotencyKey === undefined ? service.keyless() : service.acme()
  return twuModels.versions.create(modelId, input, { idempotencyKey }).withResponse()
}

async function createPublished() {
  const models = twuModels(service)
  const { body } = await models.create()
  await models.publish(body.id)
  return { id: body.id, versions: `/instances/acme/twu-models/${body.id}/versions` }
}

describe('201', () => {
  test('the next version is a draft with what was sent; the older one stays as it was', async () => {
    const models = twuModels(service)
    const { id } = await createPublished()
    const before = await models.readVersion(id, 1)
    const { body, etag, response } = await models.createVersion(id, completeInput('Refunds'))
    expect(body).toEqual({
      ...completeInput('Refunds'),
      modelId: id,
      version: 2,
      status: 'DRAFT',
      createdAt: body.createdAt,
      etag: body.etag,
      updatedAt: body.createdAt,
      publishedAt: null,
      archivedAt: null,
    })
    const location = response.headers.get('location')
    expect(location).toBe(`/instances/acme/twu-models/${id}/versions/2`)
    const read = await service.request(location ?? '')
    expect(read.json).toEqual(body)
    expect(read.headers.get('etag')).toBe(etag)
    const after = await models.readVersion(id, 1)
    expect(after.body).toEqual(before.body)
    expect(after.etag).toBe(before.etag)
  })

  test('a draft may have gaps, and takes nothing over from the version before', async () => {
    const { id } = await createPublished()
    const { body } = await twuModels(service).createVersion(id, { name: 'Empty', description: '' })
    expect(body).toMatchObject({ entities: [], actions: [], events: [], outcomes: [] })
  })

  test('a discarded draft frees the slot, and its number is not given again', async () => {
    const models = twuModels(service)
    const { id } = await createPublished()
    await models.createVersion(id)
    await models.archiveVersion(id, 2)
    expect((await models.createVersion(id)).body.version).toBe(3)
  })

  test('of callers who race, exactly one gets the draft, and numbers have no gaps', async () => {
    const models = twuModels(service)
    const { id } = await createPublished()
    for (let round = 2; round <= 5; round += 1) {
      const { answers, refusals } = await race(
        service,
        id,
        Array.from({ length: 8 }, (_, at) => {
          const key = at % 2 === 0 ? undefined : `race-${round}-${at}`
          return () => createVersion(id, completeInput(`Caller ${at}`), key)
        }),
      )
      expect(answers.map(({ data }) => data.version)).toEqual([round])
      expect(refusals.map(({ status, code }) => [status, code])).toEqual(
        Array.from({ length: 7 }, () => [409, 'draft_exists']),
      )
      const { body } = await models.readVersion(id, round)
      expect(body.name).toBe(answers[0]?.data.name)
      if (round % 2 === 0) await models.publish(id)
      else await models.archiveVersion(id, round)
    }
    const { body } = await models.listVersions(id)
    expect(body.map(({ version, status }) => [version, status])).toEqual([
      [5, 'archived'],
      [4, 'published'],
      [3, 'archived'],
      [2, 'published'],
      [1, 'published'],
    ])
  })

  test('a repeat with the same Idempotency-Key gets the first answer, even after the draft was published', async () => {
    const models = twuModels(service)
    const { id } = await createPublished()
    const first = await createVersion(id, completeInput(), 'version-once')
    await models.publish(id)
    const again = await createVersion(id, completeInput(), 'version-once')
    expect([again.response.status, again.data]).toEqual([201, first.data])
    expect(replayed(again)).toBe('true')
    expect((await models.listVersions(id)).body).toHaveLength(2)
  })
})

describe('400', () => {
  test('every fault is named with its pointer, and no version is created', async () => {
    const { id, versions } = await createPublished()
    const refused = await service.request(`${versions}?copyFrom=1`, {
      method: 'POST',
      body: { name: '', state: 'published', outcomes: [{ name: 'cost', unit: 7 }] },
    })
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'body /description required',
      'body /name minLength',
      'body /outcomes/0/unit type',
      'body /state additionalProperties',
      'query /copyFrom unknown',
    ])
    expect((await twuModels(service).listVersions(id)).body).toHaveLength(1)
  })
})

describe('409', () => {
  test('while there is a draft there is no second one; the answer names the first', async () => {
    const { body: model } = await twuModels(service).create()
    const refused = await refusal(createVersion(model.id, completeInput()))
    expect(refused).toMatchObject({ status: 409, code: 'draft_exists', errors: [] })
    expect(refused.message).toContain('Version 1 is a draft')
  })
})
