import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { amazonConnect, integrations, putInStatus, storedConfiguration } from '../helpers/data/integrations.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

describe('200', () => {
  test.each(['connecting', 'active', 'error'] as const)(
    'an integration that is %s becomes inactive and keeps everything else',
    async (status) => {
      const { body: created } = await integrations(service).create(amazonConnect)
      await putInStatus(service, created.id, status)
      const { body: before, etag: etagBefore } = await integrations(service).read(created.id)
      const stored = await storedConfiguration(service, created.id)

      const { body, etag } = await integrations(service).disable(created.id)
      expect(body).toEqual({ ...before, status: 'inactive', etag: body.etag, updatedAt: body.updatedAt })
      expect(body.updatedAt >= before.updatedAt).toBe(true)
      expect(etag).not.toBe(etagBefore)
      expect(await integrations(service).read(created.id)).toMatchObject({ body, etag })
      expect(await storedConfiguration(service, created.id)).toEqual(stored)
    },
  )

  test('disabling again changes nothing, and is refused to whom knows another state', async () => {
    const { create, disable } = integrations(service)
    const { body: created } = await create()
    const first = await disable(created.id)
    const again = await disable(created.id)
    expect(again).toMatchObject({ body: first.body, etag: first.etag })
    const seen = service.acme('Editor').integrations.disable(created.id, { ifMatch: created.etag })
    await expect(seen).rejects.toMatchObject({ status: 412 })
  })
})
