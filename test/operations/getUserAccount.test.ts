import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../helpers/service.ts'
import { userInput, users } from '../helpers/data/users.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

describe('200', () => {
  test('the embedded provider tells whether the password is the temporary one', async () => {
    const { body } = await users(service).create(userInput('ada'))
    const account = { state: 'open', lastSignInAt: null, hasTemporaryPassword: true, refused: null, isChanging: false }
    expect(await service.acme('Manager').users.getAccount(body.id)).toEqual(account)
    await service.db('user_credentials').where({ user_id: body.id }).update({ must_change: false })
    await users(service).update(body.id, { enabled: false })
    const closed = { ...account, state: 'closed', hasTemporaryPassword: false }
    expect(await service.acme().users.getAccount(body.id)).toEqual(closed)
    await service.db('user_credentials').where({ user_id: body.id }).delete()
    const missing = { ...account, state: 'missing', hasTemporaryPassword: null }
    expect(await service.acme().users.getAccount(body.id)).toEqual(missing)
  })
})
