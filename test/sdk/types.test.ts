import { expectTypeOf, test } from 'vitest'
import {
  createClient,
  isApiError,
  untypedIntegration,
  type Agent,
  type CreateAgentErrorCode,
  type DeleteAgentErrorCode,
  type Integration,
  type IntegrationByType,
  type IntegrationInput,
  type Integrations,
  type IntegrationType,
  type IntegrationUpdate,
  type ListCall,
  type Page,
  type UntypedIntegration,
  type UntypedIntegrationInput,
  type User,
  type Users,
} from '../../sdk/src/index.ts'

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
  // @ts-expect-error no such integration type
  never(() => acme.integrations.list({ type: 'SLAKC' }))
  // @ts-expect-error a key too many beside one that narrows
  never(() => acme.integrations.list({ type: 'SLACK', serch: 'a' }))
  // @ts-expect-error not a number
  never(() => acme.users.list({ size: '20' }))
  // @ts-expect-error misspelt option
  never(() => acme.users.list({}, { timeout: 1000 }))
  // @ts-expect-error a read has nothing to match
  never(() => acme.users.get('a', { ifMatch: '"1"' }))
  // @ts-expect-error misspelt client option
  never(() => createClient({ baseUrl: '', token: '', retries: 3 }))
  never(() => acme.users.list({ enabled: undefined }))
})

test('bodies are checked, with no key too many', () => {
  // @ts-expect-error no email address
  never(() => acme.users.create({ username: 'ada', name: 'Ada', temporaryPassword: 'correct-horse' }))
  // @ts-expect-error misspelt field
  never(() => acme.users.update('a', { enable: false }))
  // @ts-expect-error not the metadata of this type
  never(() => acme.integrations.create({ name: 'a', type: 'SLACK', metadata: { subdomain: 'acme' } }))
  // @ts-expect-error an id is missing
  never(() => acme.twuModels.versions.get('a'))
})

test('an AI agent has a model, and a human one has none', () => {
  // @ts-expect-error an AI agent without a model
  never(() => acme.agents.create({ name: 'a', type: 'AI', active: true }))
  // @ts-expect-error a human agent with a model
  never(() => acme.agents.create({ name: 'a', type: 'HUMAN', active: true, model: 'claude-sonnet-4-5' }))
  never(() => acme.agents.create({ name: 'a', type: 'HUMAN', active: true }))
  const model = (agent: Agent) => (agent.type === 'AI' ? agent.model : '')
  expectTypeOf<ReturnType<typeof model>>().toEqualTypeOf<string>()
})

test('what was read can be changed and sent back', () => {
  never(async () => acme.agents.update('a', { ...(await acme.agents.get('a')), active: false }))
  never(async () => acme.users.update('a', { ...(await acme.users.get('a')), enabled: false }))
  never(async () => acme.integrations.update('a', { ...(await acme.integrations.get('a')), name: 'b' }))
  never(async () => acme.twuModels.create({ ...(await acme.twuModels.get('a')), name: 'b' }))
  never(async () =>
    acme.twuModels.versions.update('a', 1, { ...(await acme.twuModels.versions.get('a', 1)), name: 'b' }),
  )
  // @ts-expect-error a misspelt field beside one that is ignored
  never(() => acme.users.update('a', { id: 'a', enable: false }))
})

test('a form that follows the catalogue of types has its way', () => {
  const metadata: Record<string, unknown> = { botToken: 'a' }
  const form: UntypedIntegrationInput = { name: 'a', type: 'SLACK', metadata }
  // @ts-expect-error the type is not known
  never(() => acme.integrations.create(form))
  never(() => acme.integrations.create(untypedIntegration(form)))
  never(() => acme.integrations.update('a', untypedIntegration(form)))
})

test('a page that follows the catalogue reads the fields of any integration by their keys', () => {
  expectTypeOf<Integration>().toExtend<UntypedIntegration>()
  const valueOf = ({ metadata }: UntypedIntegration, { key }: IntegrationType['fields'][number]) => metadata[key]
  expectTypeOf<ReturnType<typeof valueOf>>().toEqualTypeOf<string | undefined>()
  expectTypeOf<string>().not.toExtend<keyof Integration['metadata']>()
})

test('results are plain named types without secrets', () => {
  expectTypeOf<Awaited<ReturnType<Users['list']>>>().toEqualTypeOf<Page<User>>()
  expectTypeOf<Awaited<ReturnType<Users['get']>>>().toEqualTypeOf<User>()
  expectTypeOf<User>().not.toHaveProperty('temporaryPassword')
  const zendesk = (integration: Integration) => (integration.type === 'ZENDESK' ? integration : null)
  expectTypeOf<NonNullable<ReturnType<typeof zendesk>>['metadata']>().not.toHaveProperty('apiToken')
})

test('integrations are typed by their type, every one of them', () => {
  type Names = keyof IntegrationByType
  expectTypeOf<Integration['type']>().toEqualTypeOf<Names>()
  expectTypeOf<IntegrationInput['type']>().toEqualTypeOf<Names>()
  expectTypeOf<IntegrationUpdate['type']>().toEqualTypeOf<Names>()
  expectTypeOf<IntegrationByType[Names]>().toEqualTypeOf<Integration>()
  /** The types whose metadata has any key, with a value. */
  type Loose<Union extends { type: Names; metadata: object }> = {
    [Name in Names]: IsLoose<Extract<Union, { type: Name }>['metadata']> extends true ? Name : never
  }[Names]
  type IsLoose<Metadata> = string extends keyof Metadata
    ? [Metadata[keyof Metadata]] extends [never]
      ? false
      : true
    : false
  expectTypeOf<Loose<Integration>>().toBeNever()
  expectTypeOf<Loose<IntegrationInput>>().toBeNever()
  expectTypeOf<Loose<IntegrationUpdate>>().toBeNever()
})

test('a list of integrations of one type is typed as that', () => {
  const slack = () => acme.integrations.list({ type: 'SLACK', status: 'error' })
  expectTypeOf<ReturnType<typeof slack>>().toEqualTypeOf<ListCall<IntegrationByType['SLACK']>>()
  const either = (type: 'SLACK' | 'JIRA') => acme.integrations.list({ type })
  expectTypeOf<Awaited<ReturnType<typeof either>>['items'][number]['type']>().toEqualTypeOf<'SLACK' | 'JIRA'>()
  const any = (type?: Integration['type']) => acme.integrations.list({ type })
  expectTypeOf<ReturnType<typeof any>>().toEqualTypeOf<ListCall<Integration>>()
  expectTypeOf<ReturnType<Integrations['list']>>().toEqualTypeOf<ListCall<Integration>>()
})

test('an integration that is saved is typed as what was sent', () => {
  const slack = { name: 'a', type: 'SLACK', metadata: { botToken: 'xoxb-0123456789' } } as const
  const created = () => acme.integrations.create(slack)
  expectTypeOf<Awaited<ReturnType<typeof created>>>().toEqualTypeOf<IntegrationByType['SLACK']>()
  const inline = () => acme.integrations.create({ name: 'a', type: 'SLACK', metadata: { botToken: 'xoxb-0123456789' } })
  expectTypeOf<Awaited<ReturnType<typeof inline>>>().toEqualTypeOf<IntegrationByType['SLACK']>()
  const updated = () => acme.integrations.update('a', slack)
  expectTypeOf<Awaited<ReturnType<typeof updated>>>().toEqualTypeOf<IntegrationByType['SLACK']>()
  const any = (input: IntegrationInput) => acme.integrations.create(input)
  expectTypeOf<Awaited<ReturnType<typeof any>>>().toEqualTypeOf<Integration>()
  // @ts-expect-error a key too many in the metadata of this type
  never(() => acme.integrations.create({ ...slack, metadata: { botToken: 'xoxb-0123456789', subdomain: 'acme' } }))
  // @ts-expect-error a key too many
  never(() => acme.integrations.create({ name: 'a', type: 'SLACK', metadata: { botToken: 'xoxb-0' }, isNew: true }))
})

test('a switch over the codes of an operation is exhaustive', () => {
  /** Compiles without a default, so a new code in the contract is a compile error here. */
  const tell = (code: DeleteAgentErrorCode): string => {
    let text: string
    switch (code) {
      case 'agent_not_found':
      case 'instance_not_found':
        text = 'It is gone already.'
        break
      case 'precondition_failed':
        text = 'Somebody else was faster.'
        break
      case 'role_missing':
      case 'user_disabled':
      case 'instance_suspended':
        text = 'You may not.'
        break
      case 'token_expired':
      case 'token_invalid':
      case 'token_missing':
        text = 'Sign in.'
        break
      case 'rate_limited':
      case 'temporarily_unavailable':
        text = 'Later.'
        break
      case 'internal_error':
      case 'invalid_request':
      case 'not_acceptable':
      case 'unexpected_answer':
        text = 'A fault.'
        break
    }
    return text
  }
  // @ts-expect-error codes that were forgotten
  const forgetful: Record<DeleteAgentErrorCode, string> = { agent_not_found: 'It is gone already.' }
  // @ts-expect-error a code that this operation does not have
  never(() => tell('email_taken'))
  never(() => forgetful)
})

test('the codes of an operation are a closed union', () => {
  const tell = (error: unknown) => (isApiError(error, 'agents.create') ? error.code : expectTypeOf(error).toBeUnknown())
  expectTypeOf<Extract<ReturnType<typeof tell>, string>>().toEqualTypeOf<CreateAgentErrorCode>()
  expectTypeOf<'email_taken'>().not.toExtend<CreateAgentErrorCode>()
  expectTypeOf<'unexpected_answer'>().toExtend<CreateAgentErrorCode>()
})
