import { expectTypeOf, test } from 'vitest'
import {
  createClient,
  isApiError,
  type CreateAgentErrorCode,
  type Integration,
  type Page,
  type User,
  type Users,
} from '../sdk/src/index.ts'

/** What the SDK's types refuse: a line without its error would not compile. Nothing here is sent. */
const acme = createClient({ baseUrl: 'http://127.0.0.1:1', token: 'token' }).instance('acme')
const never = (_uncalled: () => unknown) => {}

test('filters, sorts and options are checked', () => {
  // @ts-expect-error no such sort field
  never(() => acme.users.list({ sort: 'password,asc' }))
  // @ts-expect-error misspelt filter
  never(() => acme.users.list({ usrname: 'ada' }))
  // @ts-expect-error no such status
  never(() => acme.workLedger.list({ status: 'done' }))
  // @ts-expect-error misspelt option
  never(() => acme.users.list({}, { timeout: 1000 }))
  // @ts-expect-error a read has nothing to match
  never(() => acme.users.get('a', { ifMatch: '"1"' }))
  // @ts-expect-error misspelt client option
  never(() => createClient({ baseUrl: '', token: '', retries: 3 }))
  never(() => acme.users.list({ enabled: undefined }))
})

test('bodies are checked, with no key too many', () => {
  // @ts-expect-error no password
  never(() => acme.users.create({ username: 'ada', email: 'a@example.com', name: 'Ada' }))
  // @ts-expect-error misspelt field
  never(() => acme.users.update('a', { enable: false }))
  // @ts-expect-error not the metadata of this type
  never(() => acme.integrations.create({ name: 'a', type: 'SLACK', metadata: { subdomain: 'acme' } }))
  // @ts-expect-error an id is missing
  never(() => acme.twuModels.versions.get('a'))
})

test('results are plain named types without secrets', () => {
  expectTypeOf<Awaited<ReturnType<Users['list']>>>().toEqualTypeOf<Page<User>>()
  expectTypeOf<Awaited<ReturnType<Users['get']>>>().toEqualTypeOf<User>()
  expectTypeOf<User>().not.toHaveProperty('temporaryPassword')
  const zendesk = (integration: Integration) => (integration.type === 'ZENDESK' ? integration : null)
  expectTypeOf<NonNullable<ReturnType<typeof zendesk>>['metadata']>().not.toHaveProperty('apiToken')
})

test('the codes of an operation are a closed union', () => {
  const tell = (error: unknown) =>
    isApiError(error, 'agents.create') ? error.code : expectTypeOf(error).toBeUnknown()
  expectTypeOf<Extract<ReturnType<typeof tell>, string>>().toEqualTypeOf<CreateAgentErrorCode>()
  expectTypeOf<'email_taken'>().not.toExtend<CreateAgentErrorCode>()
  expectTypeOf<'unexpected_answer'>().toExtend<CreateAgentErrorCode>()
})
