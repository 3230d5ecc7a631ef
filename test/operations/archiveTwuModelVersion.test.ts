import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whileRunning } from '../helpers/idempotency.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { completeInput, race, twuModels } from '../helpers/twu-models.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

function archive(modelId: string, version: number | string, headers: Record<string, string> = {}) {
  const path = `/instances/acme/twu-models/${modelId}/versions/${version}/archive`
  return service.request(path, { method: 'POST', headers })
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
    const answers = await race(
      service,
      model.id,
      Array.from({ length: 6 }, () => () => archive(model.id, 1)),
    )
    const states = new Set(
      answers.map(({ status, headers, text }) => `${status} ${headers.get('etag')} ${text}`),
    )
    expect([...states]).toEqual([expect.stringMatching(/^200 /)])
  })

  test('archiving a draft while it is published leaves one truth', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    const [archived, published] = await Promise.all([
      archive(model.id, 1),
      service.request(`/instances/acme/twu-models/${model.id}/publish`, { method: 'POST' }),
    ])
    expect(archived.status).toBe(200)
    expect([200, 409]).toContain(published.status)
    const { body } = await models.readVersion(model.id, 1)
    expect(body).toEqual(archived.json)
    expect(body.publishedAt !== null).toBe(published.status === 200)
  })

  test('a repeat with the same Idempotency-Key gets the first answer', async () => {
    const { body: model } = await twuModels(service).create()
    const headers = { 'Idempotency-Key': 'archive-once' }
    const first = await archive(model.id, 1, headers)
    const again = await archive(model.id, 1, headers)
    expect(again).toMatchObject({ status: 200, json: first.json })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })
})

describe('400', () => {
  test('a version that cannot be one is refused', async () => {
    const { body: model } = await twuModels(service).create()
    expect(await archive(model.id, 'latest')).toMatchObject({
      status: 400,
      json: { code: 'invalid_request', errors: [{ in: 'path', pointer: '/version' }] },
    })
  })
})

describe('404', () => {
  test('a missing version, a missing model and a foreign one are not archived', async () => {
    const { body: model } = await twuModels(service).create()
    const token = await service.token('Administrator', { instances: ['other'] })
    const foreign = await service.request(`/instances/other/twu-models/${model.id}/versions/1/archive`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(await archive(model.id, 2)).toMatchObject({
      status: 404,
      json: { code: 'twu_model_version_not_found' },
    })
    expect(await archive('nothing', 1)).toMatchObject({ status: 404, json: { code: 'twu_model_not_found' } })
    expect(foreign).toMatchObject({ status: 404, json: { code: 'twu_model_not_found' } })
    expect((await twuModels(service).read(model.id)).body.status).toBe('DRAFT')
  })
})

describe('409', () => {
  test('a key whose first request still runs is in use', async () => {
    const { body: model } = await twuModels(service).create()
    const headers = { 'Idempotency-Key': 'running' }
    const first = await whileRunning(
      service,
      'twu_models',
      'running',
      () => archive(model.id, 1, headers),
      async () => {
        const second = await archive(model.id, 1, headers)
        expect(second).toMatchObject({ status: 409, json: { code: 'idempotency_key_in_use' } })
      },
    )
    expect(first.status).toBe(200)
  })
})

describe('422', () => {
  test('a key that was used for another version is refused', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    await models.publish(model.id)
    await models.createVersion(model.id)
    const headers = { 'Idempotency-Key': 'reused' }
    expect((await archive(model.id, 1, headers)).status).toBe(200)
    const refused = await archive(model.id, 2, headers)
    expect(refused).toMatchObject({ status: 422, json: { code: 'idempotency_key_reused' } })
    expect((await models.readVersion(model.id, 2)).body.status).toBe('DRAFT')
  })
})
