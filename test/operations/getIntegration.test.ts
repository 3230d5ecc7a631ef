import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '../../contract/rules/roles.ts'
import {
  amazonConnect,
  expectForeignIsMissing,
  integrations,
  putInStatus,
  slack,
} from '../helpers/data/integrations.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

describe('200', () => {
  test.each(roles)('a %s reads an integration as it was created, without its secrets', async (role) => {
    const { body, etag } = await integrations(service).create(amazonConnect)
    const { data, version } = await service.acme(role).integrations.get(body.id).withResponse()
    expect([data, version]).toEqual([body, etag])
    expect(JSON.stringify(data)).not.toMatch(/secret-access-key-1|secret-session-token-1|v1\./)
  })

  test('health and status are those of the last connection test', async () => {
    const { body } = await integrations(service).create()
    await putInStatus(service, body.id, 'active')
    expect((await integrations(service).read(body.id)).body).toEqual({
      ...body,
      status: 'active',
      isHealthy: true,
      lastHealthCheck: '2026-11-20T08:00:00.000Z',
    })
  })
})

describe('304', () => {
  test('an integration that the caller holds is not sent again, until it changes', async () => {
    const { body, etag } = await integrations(service).create()
    const send = () =>
      service.request(`/instances/acme/integrations/${body.id}`, { headers: { 'If-None-Match': etag } })
    const held = await send()
    expect(held).toMatchObject({ status: 304, text: '' })
    expect(held.headers.get('etag')).toBe(etag)
    const { body: changed } = await integrations(service).update(body.id, { ...slack, name: 'Renamed' })
    expect(await send()).toMatchObject({ status: 200, json: changed })
  })
})

describe('400', () => {
  test('an identifier that cannot be one is refused', async () => {
    await expect(service.acme().integrations.get('a b')).rejects.toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [{ in: 'path', pointer: '/integrationId', code: 'pattern' }],
    })
  })
})

describe('404', () => {
  test('an integration of another instance looks the same as a missing one', async () => {
    await expectForeignIsMissing(service, '', { method: 'GET' })
  })
})
