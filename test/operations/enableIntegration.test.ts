import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { amazonConnect, integrations, putInStatus, storedConfiguration } from '../helpers/data/integrations.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

async function createInactive() {
  const { create, disable } = integrations(service)
  return disable((await create(amazonConnect)).body.id)
}

describe('200', () => {
  test('an inactive integration becomes connecting and keeps everything else', async () => {
    const { body: before, etag: etagBefore } = await createInactive()
    const stored = await storedConfiguration(service, before.id)

    const { body, etag } = await integrations(service).enable(before.id)
    expect(body).toEqual({ ...before, status: 'connecting', etag: body.etag, updatedAt: body.updatedAt })
    expect(etag).not.toBe(etagBefore)
    expect(await integrations(service).read(before.id)).toMatchObject({ body, etag })
    expect(await storedConfiguration(service, before.id)).toEqual(stored)
  })

  test('an integration that was active before it was disabled must prove itself again', async () => {
    const { create, disable, enable } = integrations(service)
    const { body } = await create()
    await putInStatus(service, body.id, 'active')
    await disable(body.id)
    expect((await enable(body.id)).body).toMatchObject({
      status: 'connecting',
      isHealthy: true,
      lastHealthCheck: '2026-11-20T08:00:00.000Z',
    })
  })

  test.each(['connecting', 'active', 'error'] as const)(
    'an integration that is %s stays as it is, ETag included',
    async (status) => {
      const { create, read, enable } = integrations(service)
      const { body: created } = await create()
      await putInStatus(service, created.id, status)
      const { body, etag } = await read(created.id)
      expect(await enable(created.id)).toMatchObject({ body, etag })
    },
  )
})
