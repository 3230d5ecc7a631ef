import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeConditionalChange } from '../helpers/etags.ts'
import { expectForeignIsMissing, integrations, slack } from '../helpers/data/integrations.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

function remove(id: string, headers: Record<string, string>) {
  return service.request(`/instances/acme/integrations/${id}`, { method: 'DELETE', role: 'Editor', headers })
}

describeConditionalChange({
  create: () => integrations(service).create(),
  changeElsewhere: (id) => integrations(service).update(id, { ...slack, name: 'Theirs' }),
  read: (id) => integrations(service).read(id),
  send: remove,
  success: 204,
})

describe('204', () => {
  test('an integration is gone with its secrets, and only that one', async () => {
    const { create, read } = integrations(service)
    const [{ body: gone }, { body: kept }] = [await create(), await create()]
    const { data, response } = await service.acme('Editor').integrations.delete(gone.id).withResponse()
    expect([response.status, data]).toEqual([204, undefined])
    await expect(read(gone.id)).rejects.toMatchObject({ status: 404 })
    expect(await service.db('integrations').where({ id: gone.id }).select('secrets')).toEqual([])
    expect((await read(kept.id)).body).toEqual(kept)
  })
})

describe('400', () => {
  test('an identifier that cannot be one is refused', async () => {
    await expect(service.acme('Editor').integrations.delete('a b')).rejects.toMatchObject({
      status: 400,
      errors: [{ in: 'path', pointer: '/integrationId', code: 'pattern' }],
    })
  })
})

describe('404', () => {
  test('an integration of another instance looks the same as a missing one, and stays', async () => {
    await expectForeignIsMissing(service, '', { method: 'DELETE' })
  })

  test('what was deleted cannot be deleted again', async () => {
    const { body, etag } = await integrations(service).create()
    const acme = service.acme('Editor')
    await acme.integrations.delete(body.id)
    const again = acme.integrations.delete(body.id, { ifMatch: etag })
    await expect(again).rejects.toMatchObject({ status: 404, code: 'integration_not_found' })
  })
})
