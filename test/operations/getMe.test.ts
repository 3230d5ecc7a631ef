import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { can } from '../../sdk/src/index.ts'
import { trust } from '../../sdk/src/trust.ts'
import { table } from '../../sdk/src/table.gen.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { askOnly, everySetOfRoles } from '../helpers/data/roles.ts'
import { userInput, users } from '../helpers/data/users.ts'
import { isExhaustive } from '../helpers/rounds.ts'
import { refusal } from '../helpers/outcomes.ts'

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

  test('somebody without a role is told who they are, and that nothing is open', async () => {
    const { body: user } = await users(service).create(userInput('newcomer', { roles: [] }))
    const as = (sub: string) => service.client('Administrator', { sub, client_id: 'front-end' }).instance('acme')
    const nothing = { roles: [], operations: [] }
    expect(await as(user.id).me()).toEqual({ subject: user.id, kind: 'user', user, ...nothing })
    expect(await as('stranger').me()).toEqual({ subject: 'stranger', kind: 'user', user: null, ...nothing })
    expect(await service.client('Viewer', { roles: [] }).instance('acme').me()).toMatchObject(nothing)
  })

  test('for every method, what can says is what the service does', async () => {
    const { body: user } = await users(service).create(userInput('everybody', { roles: ['Viewer'] }))
    const claims = { sub: user.id, client_id: 'front-end' }
    const headers = { Authorization: `Bearer ${await service.token('Administrator', claims)}` }
    // What one opens, the other does not; the roles of every operation are proved in test/pipeline.
    for (const held of isExhaustive() ? everySetOfRoles : [['Editor' as const], ['Manager' as const]]) {
      await users(service).update(user.id, { roles: held })
      const me = await service.client('Administrator', claims).instance('acme').me()
      for (const [name, { method, path, isGlobal }] of Object.entries(table)) {
        const whole = isGlobal ? path : `/instances/{instanceId}${path}`
        const { status } = await service.request(askOnly(whole, 'acme'), { method, headers })
        const isOpen = ['me', 'instances.list'].includes(name) || can(me, trust(name))
        expect([held, name, status !== 403]).toEqual([held, name, isOpen])
      }
    }
  })
})

describe('403 and 404', () => {
  test('a disabled user is refused, with and without a role, and another instance is not there', async () => {
    for (const roles of [['Viewer'], []] as const) {
      const { body: user } = await users(service).create(userInput(`left-${roles.length}`, { roles: [...roles] }))
      await users(service).update(user.id, { enabled: false })
      const left = service.client('Administrator', { sub: user.id, client_id: 'front-end' })
      expect(await refusal(left.instance('acme').me())).toMatchObject({ status: 403, code: 'user_disabled' })
      expect(await refusal(left.instance('other').me())).toMatchObject({ status: 404, code: 'instance_not_found' })
    }
  })
})
