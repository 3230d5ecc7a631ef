import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AssistantAccess } from '../../sdk/src/index.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
let access: AssistantAccess
beforeAll(async () => {
  service = await startTestService()
  access = await service.acme().mcpAccess.set({ operations: ['createAgent'] })
})
afterAll(() => service.close())

describe('200', () => {
  test('the access reads back as it was set, with the same ETag', async () => {
    const { data, version } = await service.acme().mcpAccess.get().withResponse()
    expect([data, version]).toEqual([access, access.etag])
  })

  test('until somebody sets it, assistants may change nothing', async () => {
    const unset = { etag: '"0"', operations: [], deletes: false, updatedAt: null }
    expect(await service.other().mcpAccess.get()).toEqual(unset)
  })
})
