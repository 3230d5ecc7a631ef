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
