import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectForeignIsMissing, integrations, slack } from '../helpers/integrations.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

function remove(id: string, headers: Record<string, string>) {
  return service.request(`/instances/acme/integrations/${id}`, { method: 'DELETE', role: 'Editor', headers })
}

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

  test.each<[string, (etag: string) => string]>([
    ['the current ETag', (etag) => etag],
    ['a list with the current ETag', (etag) => `"77", ${etag}`],
    ['*', () => '*'],
  ])('If-Match may be %s', async (_what, ifMatch) => {
    const { body, etag } = await integrations(service).create()
    expect((await remove(body.id, { 'If-Match': ifMatch(etag) })).status).toBe(204)
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

describe('412', () => {
  test('an integration that changed meanwhile stays, and its current ETag is told', async () => {
    const { body, etag } = await integrations(service).create()
    const { body: changed, etag: current } = await integrations(service).update(body.id, slack)
    const refused = await remove(body.id, { 'If-Match': etag })
    expect(refused).toMatchObject({ status: 412, json: { code: 'precondition_failed' } })
    expect(refused.headers.get('etag')).toBe(current)
    expect((await integrations(service).read(body.id)).body).toEqual(changed)
  })

  test('a weak tag matches nothing', async () => {
    const { body, etag } = await integrations(service).create()
    expect((await remove(body.id, { 'If-Match': `W/${etag}` })).status).toBe(412)
  })
})
