import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '../helpers/faults.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

describe('200', () => {
  test('an older published version stays readable, unchanged, with the same ETag', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    const published = await models.publish(model.id)
    await models.createVersion(model.id, { name: 'Other', description: '' })
    await models.updateVersion(model.id, 2, completeInput('Another'))
    await models.publish(model.id)
    await models.createVersion(model.id)
    await models.archiveVersion(model.id, 3)
    const read = await models.readVersion(model.id, 1)
    expect(read.body).toEqual({ ...published.body, status: 'published' })
    expect(read.etag).toBe(published.etag)
  })

  test('a Viewer reads drafts and archived versions too', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    await models.publish(model.id)
    const archived = await models.archiveVersion(model.id, 1)
    const draft = await models.createVersion(model.id)
    for (const { body } of [archived, draft]) {
      const read = await service.acme('Viewer').twuModels.versions.get(model.id, body.version)
      expect(read).toEqual(body)
    }
  })
})

describe('304', () => {
  test('a version that the caller holds is not sent again, and is once it has changed', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    const { etag } = await models.readVersion(model.id, 1)
    const read = (held: string) =>
      service.request(`/instances/acme/twu-models/${model.id}/versions/1`, {
        headers: { 'If-None-Match': held },
      })
    for (const held of [etag, `"0", W/${etag}`, '*']) {
      const answer = await read(held)
      expect(answer).toMatchObject({ status: 304, text: '' })
      expect(answer.headers.get('etag')).toBe(etag)
    }
    await models.updateVersion(model.id, 1, completeInput('Changed'))
    expect(await read(etag)).toMatchObject({ status: 200, json: { name: 'Changed' } })
  })
})

describe('400', () => {
  test.each(['0', '-1', '1.5', 'latest', '2147483648', '1e0', '0x1', '%20', '9'.repeat(300), '9'.repeat(400)])(
    'a version that cannot be one is refused: %s',
    async (version) => {
      const { body: model } = await twuModels(service).create()
      const read = await service.request(`/instances/acme/twu-models/${model.id}/versions/${version}`)
      expect(read).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
      expect(faultsOf(read)[0]).toMatch(/^path \/version (type|minimum|maximum)$/)
    },
  )
})

describe('404', () => {
  test('a version that the model does not have is told from a model that is not there', async () => {
    const { body: model } = await twuModels(service).create()
    const { versions } = service.acme().twuModels
    await expect(versions.get(model.id, 2_147_483_647)).rejects.toMatchObject({
      status: 404,
      code: 'twu_model_version_not_found',
      message: 'Failed to fetch TWU model version: The TWU model has no version 2147483647.',
    })
    const noModel = versions.get('nothing', 1)
    await expect(noModel).rejects.toMatchObject({ status: 404, code: 'twu_model_not_found' })
  })

  test('a version of another instance looks the same as one of a missing model', async () => {
    const { body: model } = await twuModels(service).create()
    const foreign = service.other().twuModels.versions.get(model.id, 1)
    await expect(foreign).rejects.toMatchObject({ status: 404, code: 'twu_model_not_found' })
  })
})
