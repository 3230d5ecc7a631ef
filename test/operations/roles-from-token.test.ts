import { afterAll, beforeAll, expect, test } from 'vitest'
import { execution } from '../helpers/data/executions.ts'
import { userInput, users } from '../helpers/data/users.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

// The roles of users, too, come from their tokens.
let service: TestService
beforeAll(async () => {
  service = await startTestService({ rolesFrom: 'token' })
})
afterAll(() => service.close())

/** The SDK for somebody who signs in. */
const person = (sub: string, roles: string[]) => service.client('Editor', { sub, client_id: 'front-end', roles })

test('getMe: anybody is whom the token names', async () => {
  const { body: user } = await users(service).create(userInput('ada'))
  const me = (sub: string) => person(sub, ['Editor', 'Owner']).instance('acme').me()
  expect(await me(user.id)).toMatchObject({ kind: 'user', user, roles: ['Editor'] })
  expect(await me('stranger')).toMatchObject({ kind: 'user', user: null, roles: ['Editor'] })
})

test('listInstances: people have the roles of the token, and a disabled user none', async () => {
  const { body: user } = await users(service).create(userInput('grace'))
  const list = async () => (await person(user.id, ['Editor']).instances.list()).items
  expect(await list()).toMatchObject([{ roles: ['Editor'] }])
  await users(service).update(user.id, { enabled: false })
  expect(await list()).toMatchObject([{ roles: [] }])
})

test('reportExecution: only the own token of a client has the role of a Recorder', async () => {
  for (const clientId of ['worker', 'application']) {
    const claims = { sub: 'worker', client_id: clientId, roles: ['Recorder'] }
    const { executions } = service.client('Viewer', claims).instance('acme')
    const refused = await refusal(executions.report('any', execution({ id: 'one' })))
    expect(refused.code).toBe(clientId === 'worker' ? 'twu_model_not_found' : 'role_missing')
  }
})
