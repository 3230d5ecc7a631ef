import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TwuModelInput } from '../../sdk/src/index.ts'
import { faultsOf } from '../helpers/faults.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { completeInput, race, twuModels } from '../helpers/data/twu-models.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

async function createDraft() {
  const { body } = await twuModels(service).create()
  const { etag } = await twuModels(service).readVersion(body.id, 1)
  return { id: body.id, etag, path: `/instances/acme/twu-models/${body.id}/versions/1` }
}

function update(modelId: string, version: number, input: TwuModelInput, ifMatch?: string) {
  return service.acme().twuModels.versions.update(modelId, version, input, { ifMatch }).withResponse()
}

/** What the SDK would not send, or does not tell of a refusal. */
function put(path: string, body: unknown, ifMatch?: string) {
  const headers: Record<string, string> = ifMatch === undefined ? {} : { 'If-Match': ifMatch }
  return service.request(path, { method: 'PUT', headers, body })
}

describe('200', () => {
  test('a draft is replaced: what is left out is empty, and the model shows it', async () => {
    const models = twuModels(service)
    const { id, etag } = await createDraft()
    const before = await models.readVersion(id, 1)
    const input = { name: 'Refunds', description: 'Shorter.', events: [{ name: 'paid' }] }
    const updated = await models.updateVersion(id, 1, input)
    expect(updated.body).toEqual({
      ...before.body,
      entities: [],
      actions: [],
      outcomes: [],
      ...input,
      etag: updated.body.etag,
      updatedAt: updated.body.updatedAt,
    })
    expect(updated.etag).not.toBe(etag)
    const read = await models.readVersion(id, 1)
    expect(read.body).toEqual(updated.body)
    expect(read.etag).toBe(updated.etag)
    expect((await models.read(id)).body).toMatchObject({ ...input, entities: [], status: 'DRAFT' })
  })

  test('a draft that is sent as it was read stays as it was, and leaves no record', async () => {
    const { id } = await service.acme().twuModels.create({ name: 'Sketch', description: '' })
    const before = await twuModels(service).readVersion(id, 1)
    const records = () => service.db('changes').where({ instance_id: 'acme', resource_id: id })
    const known = await records()
    expect((await update(id, 1, before.body)).version).toBe(before.etag)
    expect(await records()).toEqual(known)
    // As servers of the release before left it.
    await service.db('twu_model_versions').where({ model_id: id }).update({ rule_bytes: 0 })
    expect((await update(id, 1, { name: 'Sketch', description: '' })).version).toBe(before.etag)
  })

  test('a draft beside a published version changes alone', async () => {
    const models = twuModels(service)
    const { id } = await createDraft()
    const published = await models.publish(id)
    await models.createVersion(id)
    await models.updateVersion(id, 2, completeInput('Next'))
    const read = await models.readVersion(id, 1)
    expect(read.body).toEqual(published.body)
    expect(read.etag).toBe(published.etag)
  })
})

describe('400', () => {
  test('every fault is named with its pointer, and the draft stays as it was', async () => {
    const { id, path, etag } = await createDraft()
    const before = await twuModels(service).readVersion(id, 1)
    const refused = await put(
      path,
      { name: 'x'.repeat(257), versoin: 2, actions: [{ name: 'pay', actors: 'AI' }] },
      etag,
    )
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'body /actions/0/actors type',
      'body /description required',
      'body /name maxLength',
      'body /versoin additionalProperties',
    ])
    const after = await twuModels(service).readVersion(id, 1)
    expect(after.body).toEqual(before.body)
    expect(after.etag).toBe(etag)
  })
})

describe('409', () => {
  test.each(['published', 'archived'] as const)('a version that is %s never changes', async (status) => {
    const models = twuModels(service)
    const { id } = await createDraft()
    const before = status === 'published' ? await models.publish(id) : await models.archiveVersion(id, 1)
    for (const ifMatch of [undefined, '*', before.etag]) {
      const refused = await refusal(update(id, 1, completeInput('Changed'), ifMatch))
      expect(refused).toMatchObject({ status: 409, code: 'version_not_draft' })
      expect(refused.message).toContain(`Version 1 is ${status}`)
    }
    const after = await models.readVersion(id, 1)
    expect(after.body).toEqual(before.body)
    expect(after.etag).toBe(before.etag)
  })
})

describe('412', () => {
  test.each(['"0"', 'W/"77"', '"1-gzip"', '"99999999999"', '"nonsense"'])(
    'an ETag that is not the current one changes nothing, and the answer has the current one: %s',
    async (ifMatch) => {
      const { id, path, etag } = await createDraft()
      const refused = await put(path, completeInput('Changed'), ifMatch)
      expect(refused).toMatchObject({ status: 412, json: { code: 'precondition_failed' } })
      expect(refused.headers.get('etag')).toBe(etag)
      const after = await twuModels(service).readVersion(id, 1)
      expect(after.body.name).toBe('Refund handling')
      expect(after.etag).toBe(etag)
    },
  )

  test('of editors who race from the same state, exactly one wins', async () => {
    const { id, etag } = await createDraft()
    const edits = Array.from({ length: 6 }, (_, at) => () => update(id, 1, completeInput(`Editor ${at}`), etag))
    const { answers, refusals } = await race(service, id, edits)
    expect(refusals.map(({ status }) => status)).toEqual(Array<number>(5).fill(412))
    expect(answers.map(({ data: { report: _report, ...version } }) => version)).toEqual([
      (await twuModels(service).readVersion(id, 1)).body,
    ])
  })
})
