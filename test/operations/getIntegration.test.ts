import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { amazonConnect, integrations, putInStatus } from '../helpers/data/integrations.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

describe('200', () => {
  test('an integration reads as it was created, without its secrets', async () => {
    const { body, etag } = await integrations(service).create(amazonConnect)
    const { data, version } = await service.acme('Viewer').integrations.get(body.id).withResponse()
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
