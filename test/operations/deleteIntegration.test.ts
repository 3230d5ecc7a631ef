import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { integrations } from '../helpers/data/integrations.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

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
