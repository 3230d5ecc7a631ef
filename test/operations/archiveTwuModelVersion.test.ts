import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outcome } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { completeInput, race, twuModels } from '../helpers/data/twu-models.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

function archive(modelId: string, version: number, idempotencyKey?: string) {
  const { twuModels } = idempotencyKey === undefined ? service.keyless() : service.acme()
  return twuModels.versions.archive(modelId, version, { idempotencyKey }).withResponse()
}

describe('200', () => {
  test('a published version is archived and stays readable with its definitions', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    const published = await models.publish(model.id)
    const archived = await models.archiveVersion(model.id, 1)
    expect(archived.body).toEqual({
      ...published.body,
      status: 'archived',
      etag: archived.body.etag,
      updatedAt: archived.body.updatedAt,
      archivedAt: archived.body.updatedAt,
    })
    expect(archived.etag).not.toBe(published.etag)
    const read = await models.readVersion(model.id, 1)
    expect(read.body).toEqual(archived.body)
    expect(read.etag).toBe(archived.etag)
  })

  test('archiving a draft discards it: nothing is left to publish and the slot is free', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    const { body } = await models.archiveVersion(model.id, 1)
    expect(body).toMatchObject({ ...completeInput(), status: 'archived', publishedAt: null })
    expect((await models.read(model.id)).body).toMatchObject({ status: 'archived', draftVersion: null })
    expect((await models.createVersion(model.id)).body).toMatchObject({ version: 2, status: 'DRAFT' })
  })

  test('an archived version stays as it is: same body, same ETag, and the model does not change', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    await models.publish(model.id)
    const first = await models.archiveVersion(model.id, 1)
    const before = await models.read(model.id)
    const again = await models.archiveVersion(model.id, 1)
    expect(again.body).toEqual(first.body)
    expect(again.etag).toBe(first.etag)
    const after = await models.read(model.id)
    expect(after.body).toEqual(before.body)
    expect(after.etag).toBe(before.etag)
  })

  test('the other versions stay as they are', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    const first = await models.publish(model.id)
    await models.createVersion(model.id)
    await models.publish(model.id)
    const draft = await models.createVersion(model.id)
    const archived = await models.archiveVersion(model.id, 2)
    const { body } = await models.listVersions(model.id)
    expect(body).toEqual([draft.body, archived.body, first.body])
  })

  test('callers who race all see the same archived version', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    const { answers } = await race(
      service,
      model.id,
      Array.from({ length: 6 }, () => () => archive(model.id, 1)),
    )
    expect(answers).toHaveLength(6)
    const states = new Set(answers.map(({ version, data }) => `${version} ${JSON.stringify(data)}`))
    expect([...states]).toEqual([expect.stringMatching(/^"/)])
  })

  test('archiving a draft while it is published leaves one truth', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    const [archived, published] = await Promise.all([
      archive(model.id, 1),
      outcome(service.keyless().twuModels.publish(model.id)),
    ])
    const { body } = await models.readVersion(model.id, 1)
    expect(body).toEqual(archived.data)
    if (body.publishedAt === null) expect(published).toMatchObject({ code: 'draft_missing', status: 409 })
    else expect(published).toMatchObject({ version: 1, status: 'published' })
  })
})

describe('422', () => {
  test('a key that was used for another version is refused', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    await models.publish(model.id)
    await models.createVersion(model.id)
    await archive(model.id, 1, 'reused')
    const refused = archive(model.id, 2, 'reused')
    await expect(refused).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect((await models.readVersion(model.id, 2)).body.status).toBe('DRAFT')
  })
})
