import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isApiError, type TwuModelInput, type VersionedCall } from '../../sdk/src/index.ts'
import { outcome } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

describe('200', () => {
  test('a model reads back as it was created, with the same ETag', async () => {
    const { body, etag } = await twuModels(service).create()
    const { data, version } = await service.acme('Viewer').twuModels.get(body.id).withResponse()
    expect([data, version]).toEqual([body, etag])
  })

  test('status and version numbers follow the versions, at every step of a life', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    const read = async () => {
      const { status, version, draftVersion, publishedVersion, name } = (await models.read(model.id)).body
      return [status, version, draftVersion, publishedVersion, name]
    }
    expect(await read()).toEqual(['DRAFT', 1, 1, null, 'Refund handling'])
    await models.publish(model.id)
    expect(await read()).toEqual(['published', 1, null, 1, 'Refund handling'])
    await models.createVersion(model.id, { name: 'Refunds', description: '' })
    expect(await read()).toEqual(['published', 1, 2, 1, 'Refund handling'])
    await models.updateVersion(model.id, 2, completeInput('Refund desk'))
    expect(await read()).toEqual(['published', 1, 2, 1, 'Refund handling'])
    await models.archiveVersion(model.id, 1)
    expect(await read()).toEqual(['DRAFT', 2, 2, null, 'Refund desk'])
    await models.publish(model.id)
    expect(await read()).toEqual(['published', 2, null, 2, 'Refund desk'])
    await models.createVersion(model.id, completeInput('Refund office'))
    await models.publish(model.id)
    expect(await read()).toEqual(['published', 3, null, 3, 'Refund office'])
    await models.archiveVersion(model.id, 3)
    expect(await read()).toEqual(['published', 2, null, 2, 'Refund desk'])
    await models.archiveVersion(model.id, 2)
    expect(await read()).toEqual(['archived', 3, null, null, 'Refund office'])
    await models.createVersion(model.id, completeInput('Refund bureau'))
    expect(await read()).toEqual(['DRAFT', 4, 4, null, 'Refund bureau'])
    await models.archiveVersion(model.id, 4)
    expect(await read()).toEqual(['archived', 4, null, null, 'Refund bureau'])
  })

  test('a discarded draft leaves the model as it was, for lists too, and its number is not used again', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create(completeInput('Warehouse returns'))
    await models.publish(model.id)
    const { etag: _etag, updatedAt: _updatedAt, ...before } = (await models.read(model.id)).body
    await models.createVersion(model.id, { name: 'Typo', description: 'Not meant.' })
    await models.archiveVersion(model.id, 2)
    expect((await models.read(model.id)).body).toMatchObject(before)
    const { items } = await service.acme().twuModels.list({ name: 'house return' })
    expect(items).toMatchObject([{ id: model.id, name: 'Warehouse returns', version: 1 }])
    expect((await models.createVersion(model.id)).body.version).toBe(3)
  })

  test('a draft that was discarded is shown where there is no other version', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create(completeInput('Never used'))
    await models.archiveVersion(model.id, 1)
    expect((await models.read(model.id)).body).toMatchObject({ version: 1, name: 'Never used' })
  })

  test('beside a draft, all that the model shows is the published version', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    await models.publish(model.id)
    await models.createVersion(model.id, { name: 'Zulu', description: 'Soon.', entities: [{ name: 'parcel' }] })
    const { body } = await models.read(model.id)
    expect(body).toEqual({
      ...model,
      status: 'published',
      draftVersion: 2,
      publishedVersion: 1,
      etag: body.etag,
      updatedAt: body.updatedAt,
    })
    expect(body.updatedAt >= model.updatedAt).toBe(true)
  })

  test('the ETags of a model and of its versions change exactly when what they name changes', async () => {
    const models = twuModels(service)
    const { body: model } = await models.create()
    const { twuModels: acme } = service.keyless()
    const update = (version: number, input: TwuModelInput, ifMatch = '*') =>
      acme.versions.update(model.id, version, input, { ifMatch })
    const create = (input: TwuModelInput) => acme.versions.create(model.id, input)
    const publish = () => acme.publish(model.id)
    const archive = () => acme.versions.archive(model.id, 1)
    const steps: (() => VersionedCall<unknown>)[] = [
      () => acme.get(model.id),
      () => update(1, completeInput('Edited')),
      () => update(1, { name: '', description: '' }),
      () => update(1, completeInput('Late'), '"99"'),
      () => create(completeInput()),
      publish,
      publish,
      () => update(1, completeInput('Too late')),
      () => create({ name: 'Sketch', description: '' }),
      publish,
      archive,
      archive,
      () => update(2, completeInput('Done')),
      publish,
    ]
    const reads: (() => VersionedCall<unknown>)[] = [
      () => acme.get(model.id),
      () => acme.versions.get(model.id, 1),
      () => acme.versions.get(model.id, 2),
    ]
    const statuses: number[] = []
    const seen = reads.map(() => new Set<string>())
    for (const step of steps) {
      const came = await outcome(step().withResponse())
      statuses.push(isApiError(came) ? came.status : came.response.status)
      for (const [at, read] of reads.entries()) {
        const state = await outcome(read().withResponse())
        if (!isApiError(state)) seen[at]?.add(`${state.version} ${JSON.stringify(state.data)}`)
      }
    }
    expect(statuses).toEqual([200, 200, 400, 412, 409, 200, 409, 409, 201, 422, 200, 200, 200, 200])
    for (const states of seen) {
      const tags = new Set([...states].map((state) => state.split(' ')[0]))
      const bodies = new Set([...states].map((state) => state.slice(state.indexOf(' '))))
      expect(tags.size).toBe(states.size)
      expect(bodies.size).toBe(states.size)
    }
    expect(seen.map((states) => states.size)).toEqual([7, 4, 3])
  })
})
