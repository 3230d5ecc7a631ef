import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asObject } from '../../server/json.ts'
import { faultsOf } from '../helpers/faults.ts'
import { whileRunning } from '../helpers/idempotency.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { completeInput, race, twuModels } from '../helpers/twu-models.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

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
    const { id, versions } = await createPublished()
    for (let round = 2; round <= 5; round += 1) {
      const answers = await race(
        service,
        id,
        Array.from(
          { length: 8 },
          (_, at) => () =>
            service.request(versions, {
              method: 'POST',
              body: completeInput(`Caller ${at}`),
              headers: at % 2 === 0 ? {} : { 'Idempotency-Key': `race-${round}-${at}` },
            }),
        ),
      )
      const created = answers.filter(({ status }) => status === 201)
      const refused = answers.filter(({ status }) => status !== 201)
      expect(created.map(({ json }) => asObject(json)['version'])).toEqual([round])
      expect(refused.map(({ status, json }) => [status, asObject(json)['code']])).toEqual(
        Array.from({ length: 7 }, () => [409, 'draft_exists']),
      )
      const { body } = await models.readVersion(id, round)
      expect(body.name).toBe(asObject(created[0]?.json)['name'])
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
    const { id, versions } = await createPublished()
    const options = { method: 'POST', headers: { 'Idempotency-Key': 'version-once' }, body: completeInput() }
    const first = await service.request(versions, options)
    await models.publish(id)
    const again = await service.request(versions, options)
    expect(again).toMatchObject({ status: 201, json: first.json })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await models.listVersions(id)).body).toHaveLength(2)
  })
})

describe('400', () => {
  test('every fault is named with its pointer, and no version is created', async () => {
    const { id, versions } = await createPublished()
    const refused = await service.request(`${versions}?copyFrom=1`, {
      method: 'POST',
      body: { name: '', status: 'published', outcomes: [{ name: 'cost', unit: 7 }] },
    })
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'body /description required',
      'body /name minLength',
      'body /name pattern',
      'body /outcomes/0/unit type',
      'body /status additionalProperties',
      'query /copyFrom unknown',
    ])
    expect((await twuModels(service).listVersions(id)).body).toHaveLength(1)
  })
})

describe('404', () => {
  test('a model of another instance looks the same as a missing one, and gets no version', async () => {
    const { id } = await createPublished()
    const token = await service.token('Administrator', { instances: ['other'] })
    const headers = { Authorization: `Bearer ${token}` }
    const body = completeInput()
    const foreign = await service.request(`/instances/other/twu-models/${id}/versions`, {
      method: 'POST',
      headers,
      body,
    })
    const missing = await service.request('/instances/acme/twu-models/nothing/versions', {
      method: 'POST',
      body,
    })
    expect(foreign).toMatchObject({ status: 404, json: { code: 'twu_model_not_found' } })
    expect(missing).toMatchObject({ status: 404, json: { code: 'twu_model_not_found' } })
    expect((await twuModels(service).listVersions(id)).body).toHaveLength(1)
  })
})

describe('409', () => {
  test('while there is a draft there is no second one; the answer names the first', async () => {
    const { body: model } = await twuModels(service).create()
    const refused = await service.request(`/instances/acme/twu-models/${model.id}/versions`, {
      method: 'POST',
      body: completeInput(),
    })
    expect(refused).toMatchObject({
      status: 409,
      json: { code: 'draft_exists', errors: [] },
    })
    expect(asObject(refused.json)['detail']).toContain('Version 1 is a draft')
  })

  test('a key whose first request still runs is in use', async () => {
    const { versions } = await createPublished()
    const options = { method: 'POST', headers: { 'Idempotency-Key': 'running' }, body: completeInput() }
    const first = await whileRunning(
      service,
      'twu_models',
      'running',
      () => service.request(versions, options),
      async () => {
        const second = await service.request(versions, options)
        expect(second).toMatchObject({ status: 409, json: { code: 'idempotency_key_in_use' } })
      },
    )
    expect(first.status).toBe(201)
  })
})

describe('413', () => {
  test('a body just under 131,072 bytes is accepted, one just over it is not', async () => {
    const { versions } = await createPublished()
    const body = JSON.stringify(completeInput())
    const over = await service.request(versions, { method: 'POST', body: body.padEnd(131_073) })
    expect(over).toMatchObject({ status: 413, json: { code: 'payload_too_large' } })
    const under = await service.request(versions, { method: 'POST', body: body.padEnd(131_071) })
    expect(under.status).toBe(201)
  })
})

describe('422', () => {
  test('a key that was used for another model is refused', async () => {
    const [one, two] = [await createPublished(), await createPublished()]
    const options = { method: 'POST', headers: { 'Idempotency-Key': 'reused' }, body: completeInput() }
    expect((await service.request(one.versions, options)).status).toBe(201)
    const refused = await service.request(two.versions, options)
    expect(refused).toMatchObject({ status: 422, json: { code: 'idempotency_key_reused' } })
    expect((await twuModels(service).listVersions(two.id)).body).toHaveLength(1)
  })
})
