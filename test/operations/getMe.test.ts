import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { can } from '../../sdk/src/index.ts'
import { trust } from '../../sdk/src/trust.ts'
import { table } from '../../sdk/src/table.gen.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { askOnly, everySetOfRoles } from '../helpers/data/roles.ts'
import { userInput, users } from '../helpers/data/users.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

describe('200', () => {
  test('a user reads who they are, with the roles that are stored, not those of the token', async () => {
    const { body: user } = await users(service).create(userInput('ada', { roles: ['Editor', 'Viewer'] }))
    const ada = service.client('Administrator', { sub: user.id, client_id: 'front-end' }).instance('acme')
    const me = await ada.me()
    expect(me).toMatchObject({ subject: user.id, kind: 'user', user, roles: ['Viewer', 'Editor'] })
    expect([can(me, 'agents.update'), can(me, 'users.list')]).toEqual([true, false])

    await users(service).update(user.id, { roles: ['Manager'] })
    const now = await ada.me()
    expect(now.roles).toEqual(['Manager'])
    expect([can(now, 'agents.update'), can(now, 'users.list')]).toEqual([false, true])
  })

  test('a client is no user', async () => {
    expect(await service.acme('Viewer').me()).toMatchObject({
      subject: 'tester-Viewer',
      kind: 'client',
      user: null,
      roles: ['Viewer'],
    })
  })

  test('with roles from the token alone, anybody is whom the token names', async () => {
    const elsewhere = await startTestService({ rolesFrom: 'token' })
    const { body: user } = await users(elsewhere).create(userInput('ada'))
    const as = (sub: string) =>
      elsewhere.client('Editor', { sub, client_id: 'front-end', roles: ['Editor', 'Owner'] }).instance('acme')
    expect(await as(user.id).me()).toMatchObject({ kind: 'user', user, roles: ['Editor'] })
    expect(await as('stranger').me()).toMatchObject({ kind: 'user', user: null, roles: ['Editor'] })
    await elsewhere.close()
  })

  test('for every method and every set of roles, what can says is what the service does', async () => {
    const { body: user } = await users(service).create(userInput('everybody', { roles: ['Viewer'] }))
    const claims = { sub: user.id, client_id: 'front-end' }
    const headers = { Authorization: `Bearer ${await service.token('Administrator', claims)}` }
    for (const held of everySetOfRoles.filter((set) => set.length > 0)) {
      await users(service).update(user.id, { roles: held })
      const me = await service.client('Administrator', claims).instance('acme').me()
      for (const [name, { method, path }] of Object.entries(table)) {
        const { status } = await service.request(askOnly(`/instances/{instanceId}${path}`, 'acme'), {
          method,
          headers,
        })
        expect([held, name, status !== 403]).toEqual([held, name, can(me, trust(name))])
      }
    }
  })
})
