import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../helpers/service.ts'
import { userInput, users } from '../helpers/data/users.ts'

let service: TestService
let user: Awaited<ReturnType<ReturnType<typeof users>['create']>>
beforeAll(async () => {
  service = await startTestService()
  user = await users(service).create(userInput('ada', { familyName: 'Lovelace' }))
})
afterAll(() => service.close())

describe('200', () => {
  test('a user reads back as it was created, with the same ETag', async () => {
    const { data, version } = await service.acme('Manager').users.get(user.body.id).withResponse()
    expect(Object.keys(data)).not.toContain('temporaryPassword')
    expect([data, version]).toEqual([user.body, user.etag])
  })

  test('every change gives another ETag, a new temporary password too', async () => {
    const { body } = await users(service).create(userInput('changing'))
    const etags = [(await users(service).read(body.id)).etag]
    for (const change of [{ name: 'Augusta' }, { enabled: false }, { temporaryPassword: 'new-horse-battery' }]) {
      const updated = await users(service).update(body.id, change)
      const now = await users(service).read(body.id)
      expect(now).toMatchObject({ body: updated.body, etag: updated.etag })
      etags.push(now.etag)
    }
    expect(new Set(etags).size).toBe(4)
  })
})
