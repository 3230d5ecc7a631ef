// Generated from the contract by tools/generate/sdk.ts: change the contract, never this file.

import type {
  CallOptions,
  ChangeOptions,
  CursorInfo,
  PostOptions,
  TransitionOptions,
} from '../calls.ts'
import type {
  Agent,
  AgentInput,
  AgentWork,
  ArchiveTwuModelVersionErrorCode,
  AssistantAccess,
  AssistantAccessInput,
  BacktestTwuModelVersionErrorCode,
  BacktestTwuModelVersionQuery,
  Change,
  ChangeSequence,
  CompareTwuModelVersionsErrorCode,
  ConnectionTest,
  ConnectionTestInput,
  ConnectionTestReport,
  CreateAgentErrorCode,
  CreateIntegrationErrorCode,
  CreateTwuModelErrorCode,
  CreateTwuModelVersionErrorCode,
  CreateUserErrorCode,
  CreateUsersErrorCode,
  CreateWebhookErrorCode,
  DeleteAgentErrorCode,
  DeleteIntegrationErrorCode,
  DeleteModelPriceErrorCode,
  DeleteUserErrorCode,
  DeleteWebhookErrorCode,
  DisableIntegrationErrorCode,
  EnableIntegrationErrorCode,
  EvaluateTwuModelErrorCode,
  ExecutionBatch,
  ExecutionBatchResult,
  ExecutionReport,
  GetAgentErrorCode,
  GetAgentWorkErrorCode,
  GetAgentWorkQuery,
  GetChangeErrorCode,
  GetIntegrationErrorCode,
  GetIntegrationTypeErrorCode,
  GetLastTestErrorCode,
  GetMcpAccessErrorCode,
  GetMeErrorCode,
  GetTwuModelErrorCode,
  GetTwuModelVersionErrorCode,
  GetUserAccountErrorCode,
  GetUserErrorCode,
  GetWebhookErrorCode,
  GetWorkLedgerEntryErrorCode,
  Id,
  Instance,
  Integration,
  IntegrationInput,
  IntegrationType,
  IntegrationTypeName,
  IntegrationUpdate,
  ListAgentsErrorCode,
  ListAgentsQuery,
  ListChangesErrorCode,
  ListChangesQuery,
  ListInstancesErrorCode,
  ListInstancesQuery,
  ListIntegrationTypesErrorCode,
  ListIntegrationTypesQuery,
  ListIntegrationsErrorCode,
  ListIntegrationsQuery,
  ListModelPricesErrorCode,
  ListModelPricesQuery,
  ListTwuModelVersionsErrorCode,
  ListTwuModelVersionsQuery,
  ListTwuModelsErrorCode,
  ListTwuModelsQuery,
  ListUsersErrorCode,
  ListUsersQuery,
  ListWebhookDeliveriesErrorCode,
  ListWebhookDeliveriesQuery,
  ListWebhooksErrorCode,
  ListWebhooksQuery,
  ListWorkLedgerEntriesErrorCode,
  ListWorkLedgerEntriesQuery,
  ListWorkLedgerOperationsErrorCode,
  ListWorkLedgerOperationsQuery,
  Me,
  ModelPrice,
  ModelPriceInput,
  NamedAgentId,
  PublishTwuModelErrorCode,
  RedeliverWebhookErrorCode,
  ReplayWebhookErrorCode,
  ReportExecutionErrorCode,
  ReportExecutionsErrorCode,
  ReviewWorkLedgerEntryErrorCode,
  RotateWebhookSecretErrorCode,
  SetMcpAccessErrorCode,
  SetModelPriceErrorCode,
  SummariseWorkLedgerErrorCode,
  SummariseWorkLedgerQuery,
  TestIntegrationErrorCode,
  TestUnsavedIntegrationErrorCode,
  TestWebhookErrorCode,
  TwuBacktest,
  TwuComparison,
  TwuEvaluation,
  TwuEvaluationInput,
  TwuModel,
  TwuModelInput,
  TwuModelSummary,
  TwuModelVersion,
  UpdateAgentErrorCode,
  UpdateIntegrationErrorCode,
  UpdateTwuModelVersionErrorCode,
  UpdateUserErrorCode,
  UpdateWebhookErrorCode,
  User,
  UserAccount,
  UserBatch,
  UserBatchResult,
  UserCreate,
  UserUpdate,
  VersionNumber,
  Webhook,
  WebhookDelivery,
  WebhookInput,
  WebhookReplay,
  WebhookReplayInput,
  WebhookWithSecret,
  WorkLedgerDecision,
  WorkLedgerEntry,
  WorkLedgerOperation,
  WorkLedgerSummary,
} from '../operations.gen.ts'
import type {
  FromStart,
  InfiniteReadOptions,
  PageData,
  ReadOptions,
  Versioned,
  WriteOptions,
} from './options.ts'

/** What `mutate` of `users.create` takes. */
export interface CreateUserVariables extends PostOptions {
  body: UserCreate
}

/** What `mutate` of `users.createMany` takes. */
export interface CreateUsersVariables extends PostOptions {
  body: UserBatch
}

/** What `mutate` of `users.update` takes. */
export interface UpdateUserVariables extends ChangeOptions {
  userId: Id
  body: UserUpdate
}

/** What `mutate` of `users.delete` takes. */
export interface DeleteUserVariables extends ChangeOptions {
  userId: Id
}

/** What `mutate` of `agents.create` takes. */
export interface CreateAgentVariables extends PostOptions {
  body: AgentInput
}

/** What `mutate` of `agents.update` takes. */
export interface UpdateAgentVariables extends ChangeOptions {
  agentId: Id
  body: AgentInput
}

/** What `mutate` of `agents.delete` takes. */
export interface DeleteAgentVariables extends ChangeOptions {
  agentId: Id
}

/** What `mutate` of `integrations.create` takes. */
export interface CreateIntegrationVariables extends PostOptions {
  body: IntegrationInput
}

/** What `mutate` of `integrations.testUnsaved` takes. */
export interface TestUnsavedIntegrationVariables extends CallOptions {
  body: ConnectionTestInput
}

/** What `mutate` of `integrations.update` takes. */
export interface UpdateIntegrationVariables extends ChangeOptions {
  integrationId: Id
  body: IntegrationUpdate
}

/** What `mutate` of `integrations.delete` takes. */
export interface DeleteIntegrationVariables extends ChangeOptions {
  integrationId: Id
}

/** What `mutate` of `integrations.test` takes. */
export interface TestIntegrationVariables extends TransitionOptions {
  integrationId: Id
}

/** What `mutate` of `integrations.enable` takes. */
export interface EnableIntegrationVariables extends TransitionOptions {
  integrationId: Id
}

/** What `mutate` of `integrations.disable` takes. */
export interface DisableIntegrationVariables extends TransitionOptions {
  integrationId: Id
}

/** What `mutate` of `workLedger.review` takes. */
export interface ReviewWorkLedgerEntryVariables extends TransitionOptions {
  entryId: Id
  body: WorkLedgerDecision
}

/** What `mutate` of `executions.reportMany` takes. */
export interface ReportExecutionsVariables extends CallOptions {
  body: ExecutionBatch
}

/** What `mutate` of `modelPrices.set` takes. */
export interface SetModelPriceVariables extends ChangeOptions {
  body: ModelPriceInput
}

/** What `mutate` of `modelPrices.delete` takes. */
export interface DeleteModelPriceVariables extends ChangeOptions {
  priceId: Id
}

/** What `mutate` of `mcpAccess.set` takes. */
export interface SetMcpAccessVariables extends ChangeOptions {
  body: AssistantAccessInput
}

/** What `mutate` of `twuModels.create` takes. */
export interface CreateTwuModelVariables extends PostOptions {
  body: TwuModelInput
}

/** What `mutate` of `twuModels.evaluate` takes. */
export interface EvaluateTwuModelVariables extends CallOptions {
  body: TwuEvaluationInput
}

/** What `mutate` of `twuModels.publish` takes. */
export interface PublishTwuModelVariables extends TransitionOptions {
  modelId: Id
}

/** What `mutate` of `executions.report` takes. */
export interface ReportExecutionVariables extends CallOptions {
  modelId: Id
  body: ExecutionReport
}

/** What `mutate` of `twuModels.versions.create` takes. */
export interface CreateTwuModelVersionVariables extends PostOptions {
  modelId: Id
  body: TwuModelInput
}

/** What `mutate` of `twuModels.versions.update` takes. */
export interface UpdateTwuModelVersionVariables extends ChangeOptions {
  modelId: Id
  version: VersionNumber
  body: TwuModelInput
}

/** What `mutate` of `twuModels.versions.archive` takes. */
export interface ArchiveTwuModelVersionVariables extends TransitionOptions {
  modelId: Id
  version: VersionNumber
}

/** What `mutate` of `twuModels.versions.backtest` takes. */
export interface BacktestTwuModelVersionVariables extends CallOptions {
  modelId: Id
  version: VersionNumber
  query?: BacktestTwuModelVersionQuery
}

/** What `mutate` of `webhooks.create` takes. */
export interface CreateWebhookVariables extends PostOptions {
  body: WebhookInput
}

/** What `mutate` of `webhooks.update` takes. */
export interface UpdateWebhookVariables extends ChangeOptions {
  webhookId: Id
  body: WebhookInput
}

/** What `mutate` of `webhooks.delete` takes. */
export interface DeleteWebhookVariables extends ChangeOptions {
  webhookId: Id
}

/** What `mutate` of `webhooks.rotateSecret` takes. */
export interface RotateWebhookSecretVariables extends TransitionOptions {
  webhookId: Id
}

/** What `mutate` of `webhooks.test` takes. */
export interface TestWebhookVariables extends CallOptions {
  webhookId: Id
}

/** What `mutate` of `webhooks.replay` takes. */
export interface ReplayWebhookVariables extends CallOptions {
  webhookId: Id
  body: WebhookReplayInput
}

/** What `mutate` of `webhooks.deliveries.redeliver` takes. */
export interface RedeliverWebhookVariables extends CallOptions {
  webhookId: Id
  deliveryId: Id
}

/** Options of TanStack Query for what the service has outside of its instances. */
export interface ServiceQueries {
  /**
   * What all keys of this group begin with: the filter that invalidates or cancels all of it.
   */
  readonly key: readonly unknown[]
  readonly instances: InstancesQueries
}

/** Options of TanStack Query for `instances`. */
export interface InstancesQueries {
  /**
   * What all keys of this group begin with: the filter that invalidates or cancels all of it.
   */
  readonly key: readonly unknown[]
  /**
   * List instances. The instances that the caller's token opens, with the caller's roles in each: none for a disabled user. A user interface offers them to choose from. Open without a role, too.
   * @example
   * const { data, error } = useQuery(serviceQueries.instances.list({ sort: 'name,asc' }))
   */
  list(query?: ListInstancesQuery): ReadOptions<PageData<Instance>, ListInstancesErrorCode>
  /**
   * List instances, page after page.
   * @example
   * const { data, fetchNextPage } = useInfiniteQuery(serviceQueries.instances.listInfinite({ sort: 'name,asc' }))
   */
  listInfinite(query?: FromStart<ListInstancesQuery>): InfiniteReadOptions<PageData<Instance>, ListInstancesErrorCode>
}

/** Options of TanStack Query for what an instance has. */
export interface Queries {
  /**
   * What all keys of this group begin with: the filter that invalidates or cancels all of it.
   */
  readonly key: readonly unknown[]
  /**
   * Read the caller. Who the caller is in this instance, with which roles, and the operations that these open. A user interface shows nothing else. Open without a role, too: then there are no roles and no operations.
   * @example
   * const { data, error } = useQuery(queries.me())
   */
  me(): ReadOptions<Me, GetMeErrorCode>
  readonly users: UsersQueries
  readonly agents: AgentsQueries
  readonly integrations: IntegrationsQueries
  readonly integrationTypes: IntegrationTypesQueries
  readonly workLedger: WorkLedgerQueries
  readonly executions: ExecutionsQueries
  readonly modelPrices: ModelPricesQueries
  readonly mcpAccess: McpAccessQueries
  readonly twuModels: TwuModelsQueries
  readonly changes: ChangesQueries
  readonly webhooks: WebhooksQueries
}

/** Options of TanStack Query for `users`. */
export interface UsersQueries {
  /**
   * What all keys of this group begin with: the filter that invalidates or cancels all of it.
   */
  readonly key: readonly unknown[]
  /**
   * List users. The users of the instance, by default the most recently changed first.
   * @example
   * const { data, error } = useQuery(queries.users.list({ username: 'ada' }))
   */
  list(query?: ListUsersQuery): ReadOptions<PageData<User>, ListUsersErrorCode>
  /**
   * List users, page after page.
   * @example
   * const { data, fetchNextPage } = useInfiniteQuery(queries.users.listInfinite({ username: 'ada' }))
   */
  listInfinite(query?: FromStart<ListUsersQuery>): InfiniteReadOptions<PageData<User>, ListUsersErrorCode>
  /**
   * Create a user. Creates an enabled user, and an account at the identity provider: both or neither. Username and email address are unique in the instance, whatever the case. The user must replace the temporary password at the first login.
   * @example
   * const { mutate } = useMutation(queries.users.create())
   * mutate({
   *   body: {
   *     username: 'ada',
   *     email: 'ada@example.com',
   *     name: 'Ada',
   *     familyName: 'Lovelace',
   *     roles: ['Manager'],
   *     temporaryPassword: 'correct-horse-battery',
   *   },
   * })
   */
  create(): WriteOptions<CreateUserVariables, User, CreateUserErrorCode>
  /**
   * Create a user, and get the version that the next change sends as `ifMatch`: to undo, or to go on.
   * @example
   * const { mutate, data } = useMutation(queries.users.createWithVersion())
   * mutate({
   *   body: {
   *     username: 'ada',
   *     email: 'ada@example.com',
   *     name: 'Ada',
   *     familyName: 'Lovelace',
   *     roles: ['Manager'],
   *     temporaryPassword: 'correct-horse-battery',
   *   },
   * })
   */
  createWithVersion(): WriteOptions<CreateUserVariables, Versioned<User>, CreateUserErrorCode>
  /**
   * Create many users. Creates up to 200 users as `createUser` does, each whole or not at all: a user that cannot be created hinders no other. The answer has a result for each user, in the order of the request. A body that breaks the contract is 400 as a whole, and creates nobody. Each user counts as a request for the rate limit. Where the identity provider is so slow that there is no time left, the users that are left get 503 in their result: send those again.
   * @example
   * const { mutate } = useMutation(queries.users.createMany())
   * mutate({
   *   body: {
   *     users: [
   *       {
   *         username: 'grace',
   *         email: 'grace@example.com',
   *         name: 'Grace',
   *         familyName: 'Hopper',
   *         roles: ['Editor'],
   *         temporaryPassword: 'correct-horse-battery',
   *       },
   *       {
   *         username: 'charles',
   *         email: 'charles@example.com',
   *         name: 'Charles',
   *         temporaryPassword: 'correct-horse-battery',
   *       },
   *     ],
   *   },
   * })
   */
  createMany(): WriteOptions<CreateUsersVariables, UserBatchResult, CreateUsersErrorCode>
  /**
   * Read a user. One user of the instance.
   * @example
   * const { data, error } = useQuery(queries.users.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11'))
   */
  get(userId: Id): ReadOptions<User, GetUserErrorCode>
  /**
   * Read a user, with the version that a change sends as `ifMatch`: for forms.
   * @example
   * const { data, error } = useQuery(queries.users.getWithVersion('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11'))
   */
  getWithVersion(userId: Id): ReadOptions<Versioned<User>, GetUserErrorCode>
  /**
   * Update a user. Changes what is sent and keeps the rest; null clears an optional name. `enabled: false` and other `roles` take effect at the next request with a token of that user. A `temporaryPassword` must be changed at the next login, and gives an account to a user who has none. The account at the identity provider changes together with the user; where the provider cannot be reached, nothing is changed, except that a user is disabled here at once and there later (unless names, email address or password are to change, too). Users cannot disable themselves or take the Administrator role from themselves, and the last enabled administrator of an instance stays; a client with a token of its own may do both. Where the operator keeps the account of a user (`account_shared`), names, email address and password cannot be changed here; roles and `enabled` can, and concern this instance alone.
   * @example
   * const { mutate } = useMutation(queries.users.update())
   * mutate({ userId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11', body: { enabled: false } })
   */
  update(): WriteOptions<UpdateUserVariables, User, UpdateUserErrorCode>
  /**
   * Update a user, and get the version that the next change sends as `ifMatch`: to undo, or to go on.
   * @example
   * const { mutate, data } = useMutation(queries.users.updateWithVersion())
   * mutate({ userId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11', body: { enabled: false } })
   */
  updateWithVersion(): WriteOptions<UpdateUserVariables, Versioned<User>, UpdateUserErrorCode>
  /**
   * Delete a user. Deletes the user for good, with all that is known of the person: also in the answers that are kept for an `Idempotency-Key`. What the work ledger says stays. The user counts no more from the next request on. The account at the identity provider is removed if it was created here, and closed if it was there before: now, or when the provider can be reached again. Users cannot delete themselves, and the last enabled administrator of an instance stays; a client with a token of its own may delete any user.
   * @example
   * const { mutate } = useMutation(queries.users.delete())
   * mutate({ userId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11' })
   */
  delete(): WriteOptions<DeleteUserVariables, undefined, DeleteUserErrorCode>
  /**
   * Read the account of a user. What the identity provider says of the account with which the user signs in, asked now: 503 when it cannot be reached. What it does not tell is null. No list has this.
   * @example
   * const { data, error } = useQuery(queries.users.getAccount('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11'))
   */
  getAccount(userId: Id): ReadOptions<UserAccount, GetUserAccountErrorCode>
}

/** Options of TanStack Query for `agents`. */
export interface AgentsQueries {
  /**
   * What all keys of this group begin with: the filter that invalidates or cancels all of it.
   */
  readonly key: readonly unknown[]
  /**
   * List agents. The agents of the instance, by default by name.
   * @example
   * const { data, error } = useQuery(queries.agents.list({ type: 'AI' }))
   */
  list(query?: ListAgentsQuery): ReadOptions<PageData<Agent>, ListAgentsErrorCode>
  /**
   * List agents, page after page.
   * @example
   * const { data, fetchNextPage } = useInfiniteQuery(queries.agents.listInfinite({ type: 'AI' }))
   */
  listInfinite(query?: FromStart<ListAgentsQuery>): InfiniteReadOptions<PageData<Agent>, ListAgentsErrorCode>
  /**
   * Create an agent. Creates an AI agent, which needs a `model`, or a human one, which has none.
   * @example
   * const { mutate } = useMutation(queries.agents.create())
   * mutate({
   *   body: {
   *     name: 'Grace Hopper',
   *     type: 'HUMAN',
   *     active: true,
   *     capabilities: ['customer support', 'leadership'],
   *     priority: 'medium',
   *   },
   * })
   */
  create(): WriteOptions<CreateAgentVariables, Agent, CreateAgentErrorCode>
  /**
   * Create an agent, and get the version that the next change sends as `ifMatch`: to undo, or to go on.
   * @example
   * const { mutate, data } = useMutation(queries.agents.createWithVersion())
   * mutate({
   *   body: {
   *     name: 'Grace Hopper',
   *     type: 'HUMAN',
   *     active: true,
   *     capabilities: ['customer support', 'leadership'],
   *     priority: 'medium',
   *   },
   * })
   */
  createWithVersion(): WriteOptions<CreateAgentVariables, Versioned<Agent>, CreateAgentErrorCode>
  /**
   * Read an agent. One agent of the instance.
   * @example
   * const { data, error } = useQuery(queries.agents.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21'))
   */
  get(agentId: Id): ReadOptions<Agent, GetAgentErrorCode>
  /**
   * Read an agent, with the version that a change sends as `ifMatch`: for forms.
   * @example
   * const { data, error } = useQuery(queries.agents.getWithVersion('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21'))
   */
  getWithVersion(agentId: Id): ReadOptions<Versioned<Agent>, GetAgentErrorCode>
  /**
   * Replace an agent. Replaces the agent; an optional field that is left out becomes empty. `active` activates and deactivates.
   * @example
   * const { mutate } = useMutation(queries.agents.update())
   * mutate({
   *   agentId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21',
   *   body: {
   *     name: 'Grace Hopper',
   *     type: 'HUMAN',
   *     active: true,
   *     capabilities: ['customer support', 'leadership'],
   *     priority: 'medium',
   *   },
   * })
   */
  update(): WriteOptions<UpdateAgentVariables, Agent, UpdateAgentErrorCode>
  /**
   * Replace an agent, and get the version that the next change sends as `ifMatch`: to undo, or to go on.
   * @example
   * const { mutate, data } = useMutation(queries.agents.updateWithVersion())
   * mutate({
   *   agentId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21',
   *   body: {
   *     name: 'Grace Hopper',
   *     type: 'HUMAN',
   *     active: true,
   *     capabilities: ['customer support', 'leadership'],
   *     priority: 'medium',
   *   },
   * })
   */
  updateWithVersion(): WriteOptions<UpdateAgentVariables, Versioned<Agent>, UpdateAgentErrorCode>
  /**
   * Delete an agent. Deletes the agent for good.
   * @example
   * const { mutate } = useMutation(queries.agents.delete())
   * mutate({ agentId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f21' })
   */
  delete(): WriteOptions<DeleteAgentVariables, undefined, DeleteAgentErrorCode>
  readonly work: AgentsWorkQueries
}

/** Options of TanStack Query for `work`. */
export interface AgentsWorkQueries {
  /**
   * What all keys of this group begin with: the filter that invalidates or cancels all of it.
   */
  readonly key: readonly unknown[]
  /**
   * Read what an agent did. The agent's own share of the work ledger in a range of days, in total, by day and by AI model, beside the range of as many days before. An agent that was deleted, or that only reports name, has its work, too.
   * @example
   * const { data, error } = useQuery(queries.agents.work.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f11', { from: '2026-11-01' }))
   */
  get(agentId: NamedAgentId, query?: GetAgentWorkQuery): ReadOptions<AgentWork, GetAgentWorkErrorCode>
}

/** Options of TanStack Query for `integrations`. */
export interface IntegrationsQueries {
  /**
   * What all keys of this group begin with: the filter that invalidates or cancels all of it.
   */
  readonly key: readonly unknown[]
  /**
   * List integrations. The integrations of the instance, by default by name.
   * @example
   * const { data, error } = useQuery(queries.integrations.list({ type: 'SALESFORCE' }))
   */
  list(query?: ListIntegrationsQuery): ReadOptions<PageData<Integration>, ListIntegrationsErrorCode>
  /**
   * List integrations, page after page.
   * @example
   * const { data, fetchNextPage } = useInfiniteQuery(queries.integrations.listInfinite({ type: 'SALESFORCE' }))
   */
  listInfinite(query?: FromStart<ListIntegrationsQuery>): InfiniteReadOptions<PageData<Integration>, ListIntegrationsErrorCode>
  /**
   * Create an integration. Creates an integration with status `connecting`. A first connection check follows in the background, usually within seconds: success makes it `active`, failure `error`. `metadata` takes the fields of the type, secrets included; `GET .../integration-types/{type}` says which. Secrets are stored encrypted and never come back.
   * @example
   * const { mutate } = useMutation(queries.integrations.create())
   * mutate({
   *   body: {
   *     name: 'Support workspace',
   *     description: 'Posts hand-overs to the support channel.',
   *     type: 'SLACK',
   *     metadata: { botToken: 'your-bot-token' },
   *   },
   * })
   */
  create(): WriteOptions<CreateIntegrationVariables, Integration, CreateIntegrationErrorCode>
  /**
   * Create an integration, and get the version that the next change sends as `ifMatch`: to undo, or to go on.
   * @example
   * const { mutate, data } = useMutation(queries.integrations.createWithVersion())
   * mutate({
   *   body: {
   *     name: 'Support workspace',
   *     description: 'Posts hand-overs to the support channel.',
   *     type: 'SLACK',
   *     metadata: { botToken: 'your-bot-token' },
   *   },
   * })
   */
  createWithVersion(): WriteOptions<CreateIntegrationVariables, Versioned<Integration>, CreateIntegrationErrorCode>
  /**
   * Test an integration before it is saved. Calls the external system with the configuration of the request, as a test of a stored integration does, and stores nothing. With `integrationId`, the stored secrets of that integration stand in for those that `metadata` leaves out, unless a host or URL differs from the stored one. What could not be saved is refused (422). Callers have a rate limit of its own for it.
   * @example
   * const { mutate } = useMutation(queries.integrations.testUnsaved())
   * mutate({
   *   body: {
   *     type: 'SLACK',
   *     metadata: {},
   *     integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31',
   *   },
   * })
   */
  testUnsaved(): WriteOptions<TestUnsavedIntegrationVariables, ConnectionTestReport, TestUnsavedIntegrationErrorCode>
  /**
   * Read an integration. One integration of the instance, without its secrets; `configuredSecrets` names those that are set.
   * @example
   * const { data, error } = useQuery(queries.integrations.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31'))
   */
  get(integrationId: Id): ReadOptions<Integration, GetIntegrationErrorCode>
  /**
   * Read an integration, with the version that a change sends as `ifMatch`: for forms.
   * @example
   * const { data, error } = useQuery(queries.integrations.getWithVersion('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31'))
   */
  getWithVersion(integrationId: Id): ReadOptions<Versioned<Integration>, GetIntegrationErrorCode>
  /**
   * Replace an integration. Replaces the integration, except that secrets which `metadata` leaves out are kept. A changed host or URL asks for the secrets again. `type` cannot change. A changed `metadata` sets the status back to `connecting` until a background check has tried it, unless the integration is disabled.
   * @example
   * const { mutate } = useMutation(queries.integrations.update())
   * mutate({
   *   integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31',
   *   body: {
   *     name: 'Support workspace',
   *     description: 'Posts hand-overs to the support channel.',
   *     type: 'SLACK',
   *     metadata: { botToken: 'your-bot-token' },
   *   },
   * })
   */
  update(): WriteOptions<UpdateIntegrationVariables, Integration, UpdateIntegrationErrorCode>
  /**
   * Replace an integration, and get the version that the next change sends as `ifMatch`: to undo, or to go on.
   * @example
   * const { mutate, data } = useMutation(queries.integrations.updateWithVersion())
   * mutate({
   *   integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31',
   *   body: {
   *     name: 'Support workspace',
   *     description: 'Posts hand-overs to the support channel.',
   *     type: 'SLACK',
   *     metadata: { botToken: 'your-bot-token' },
   *   },
   * })
   */
  updateWithVersion(): WriteOptions<UpdateIntegrationVariables, Versioned<Integration>, UpdateIntegrationErrorCode>
  /**
   * Delete an integration. Deletes the integration and its secrets for good.
   * @example
   * const { mutate } = useMutation(queries.integrations.delete())
   * mutate({ integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31' })
   */
  delete(): WriteOptions<DeleteIntegrationVariables, undefined, DeleteIntegrationErrorCode>
  /**
   * Test an integration. Calls the external system with the stored configuration and says how that went. Every completed test is 200, whatever its outcome. Sets `isHealthy`, `lastHealthCheck`, `lastTest` and, unless the integration is disabled, the status. Takes at most 10 seconds.
   * @example
   * const { mutate } = useMutation(queries.integrations.test())
   * mutate({ integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31' })
   */
  test(): WriteOptions<TestIntegrationVariables, ConnectionTest, TestIntegrationErrorCode>
  readonly lastTest: IntegrationsLastTestQueries
  /**
   * Enable an integration. An `inactive` integration becomes `connecting` and is checked in the background; any other stays as it is.
   * @example
   * const { mutate } = useMutation(queries.integrations.enable())
   * mutate({ integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31' })
   */
  enable(): WriteOptions<EnableIntegrationVariables, Integration, EnableIntegrationErrorCode>
  /**
   * Enable an integration, and get the version that the next change sends as `ifMatch`: to undo, or to go on.
   * @example
   * const { mutate, data } = useMutation(queries.integrations.enableWithVersion())
   * mutate({ integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31' })
   */
  enableWithVersion(): WriteOptions<EnableIntegrationVariables, Versioned<Integration>, EnableIntegrationErrorCode>
  /**
   * Disable an integration. Whatever its status was, the integration becomes `inactive` and keeps its configuration.
   * @example
   * const { mutate } = useMutation(queries.integrations.disable())
   * mutate({ integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31' })
   */
  disable(): WriteOptions<DisableIntegrationVariables, Integration, DisableIntegrationErrorCode>
  /**
   * Disable an integration, and get the version that the next change sends as `ifMatch`: to undo, or to go on.
   * @example
   * const { mutate, data } = useMutation(queries.integrations.disableWithVersion())
   * mutate({ integrationId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31' })
   */
  disableWithVersion(): WriteOptions<DisableIntegrationVariables, Versioned<Integration>, DisableIntegrationErrorCode>
}

/** Options of TanStack Query for `lastTest`. */
export interface IntegrationsLastTestQueries {
  /**
   * What all keys of this group begin with: the filter that invalidates or cancels all of it.
   */
  readonly key: readonly unknown[]
  /**
   * Read the last test of an integration. How far the last connection test came, step by step, whether a caller asked for it or the background check made it. The integration itself has the outcome and the message as `lastTest`.
   * @example
   * const { data, error } = useQuery(queries.integrations.lastTest.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31'))
   */
  get(integrationId: Id): ReadOptions<ConnectionTestReport, GetLastTestErrorCode>
}

/** Options of TanStack Query for `integrationTypes`. */
export interface IntegrationTypesQueries {
  /**
   * What all keys of this group begin with: the filter that invalidates or cancels all of it.
   */
  readonly key: readonly unknown[]
  /**
   * List integration types. The types that an integration can have, with the fields of their configuration forms.
   * @example
   * const { data, error } = useQuery(queries.integrationTypes.list({ group: 'crm_sales' }))
   */
  list(query?: ListIntegrationTypesQuery): ReadOptions<PageData<IntegrationType>, ListIntegrationTypesErrorCode>
  /**
   * List integration types, page after page.
   * @example
   * const { data, fetchNextPage } = useInfiniteQuery(queries.integrationTypes.listInfinite({ group: 'crm_sales' }))
   */
  listInfinite(query?: FromStart<ListIntegrationTypesQuery>): InfiniteReadOptions<PageData<IntegrationType>, ListIntegrationTypesErrorCode>
  /**
   * Read an integration type. One integration type, with the fields of its configuration form.
   * @example
   * const { data, error } = useQuery(queries.integrationTypes.get('SLACK'))
   */
  get(type: IntegrationTypeName): ReadOptions<IntegrationType, GetIntegrationTypeErrorCode>
}

/** Options of TanStack Query for `workLedger`. */
export interface WorkLedgerQueries {
  /**
   * What all keys of this group begin with: the filter that invalidates or cancels all of it.
   */
  readonly key: readonly unknown[]
  /**
   * List work ledger entries. Records of executed work, by default the newest first. Filters narrow each other.
   * @example
   * const { data, error } = useQuery(queries.workLedger.list({ search: 'refund' }))
   */
  list(query?: ListWorkLedgerEntriesQuery): ReadOptions<PageData<WorkLedgerEntry>, ListWorkLedgerEntriesErrorCode>
  /**
   * List work ledger entries, page after page.
   * @example
   * const { data, fetchNextPage } = useInfiniteQuery(queries.workLedger.listInfinite({ search: 'refund' }))
   */
  listInfinite(query?: FromStart<ListWorkLedgerEntriesQuery>): InfiniteReadOptions<PageData<WorkLedgerEntry>, ListWorkLedgerEntriesErrorCode>
  /**
   * Summarise the work ledger. How many entries there are, what they cost and how long they took: in total, and by one of their properties. The filters are those of the list. Sums are of decimals: exact, and rounded once, half up, to 12 decimals. A search that finds more than 100,000 entries is refused with 422. By agent or AI model, each has its own share of an entry and not the whole of it, and `rest` is what no group has.
   * @example
   * const { data, error } = useQuery(queries.workLedger.summarise({ search: 'refund' }))
   */
  summarise(query?: SummariseWorkLedgerQuery): ReadOptions<WorkLedgerSummary, SummariseWorkLedgerErrorCode>
  /**
   * Read a work ledger entry. One record of executed work.
   * @example
   * const { data, error } = useQuery(queries.workLedger.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f41'))
   */
  get(entryId: Id): ReadOptions<WorkLedgerEntry, GetWorkLedgerEntryErrorCode>
  readonly operations: WorkLedgerOperationsQueries
  /**
   * Review an entry. Decides about an entry that is finished (`completed` or `failed`) and whose policy status is `review_required`. The entry then has the decided policy status, and keeps the computed one in `review`. Each entry is reviewed once.
   * @example
   * const { mutate } = useMutation(queries.workLedger.review())
   * mutate({
   *   entryId: 'refund-48-1177',
   *   body: { policyStatus: 'compliant', reason: 'The policy was checked by phone.' },
   * })
   */
  review(): WriteOptions<ReviewWorkLedgerEntryVariables, WorkLedgerEntry, ReviewWorkLedgerEntryErrorCode>
}

/** Options of TanStack Query for `operations`. */
export interface WorkLedgerOperationsQueries {
  /**
   * What all keys of this group begin with: the filter that invalidates or cancels all of it.
   */
  readonly key: readonly unknown[]
  /**
   * List the operations of an entry. What was done in an execution, as it was reported. Imported entries have none.
   * @example
   * const { data, error } = useQuery(queries.workLedger.operations.list('refund-48-1177', { sort: 'position,asc' }))
   */
  list(entryId: Id, query?: ListWorkLedgerOperationsQuery): ReadOptions<PageData<WorkLedgerOperation>, ListWorkLedgerOperationsErrorCode>
  /**
   * List the operations of an entry, page after page.
   * @example
   * const { data, fetchNextPage } = useInfiniteQuery(queries.workLedger.operations.listInfinite('refund-48-1177', { sort: 'position,asc' }))
   */
  listInfinite(entryId: Id, query?: FromStart<ListWorkLedgerOperationsQuery>): InfiniteReadOptions<PageData<WorkLedgerOperation>, ListWorkLedgerOperationsErrorCode>
}

/** Options of TanStack Query for `executions`. */
export interface ExecutionsQueries {
  /**
   * What all keys of this group begin with: the filter that invalidates or cancels all of it.
   */
  readonly key: readonly unknown[]
  /**
   * Report many executions. Takes up to 1,000 reports as `reportExecution` does, in their order; a report that is refused hinders no other. The answer has a result for each. A body that breaks the contract is 400 as a whole, and nothing of it is taken. The service computes for two seconds at most: the reports that are left get `not_taken` in their result. Send those again. A batch counts as one request for the rate limit.
   * @example
   * const { mutate } = useMutation(queries.executions.reportMany())
   * mutate({
   *   body: [
   *     {
   *       modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31',
   *       id: 'refund-48-1177',
   *       title: 'Refund order 48-1177',
   *       description: 'Checked the order against the refund policy and paid the amount back.',
   *       status: 'completed',
   *       entityId: 'order-48-1177',
   *       relatedEntity: 'Order 48-1177',
   *       startedAt: '2026-11-20T08:14:03.120Z',
   *       operations: [
   *         {
   *           action: 'checkPolicy',
   *           actor: 'AI',
   *           activeTime: 1.2,
   *           cost: 0.02,
   *           startedAt: '2026-11-20T08:14:03.120Z',
   *         },
   *         {
   *           action: 'payRefund',
   *           actor: 'HUMAN',
   *           activeTime: 156.7,
   *           cost: 0.4,
   *           startedAt: '2026-11-20T08:14:20.000Z',
   *         },
   *       ],
   *     },
   *     {
   *       modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f31',
   *       id: 'refund-48-1178',
   *       title: 'Refund order 48-1177',
   *       description: 'Checked the order against the refund policy and paid the amount back.',
   *       status: 'completed',
   *       entityId: 'order-48-1178',
   *       relatedEntity: 'Order 48-1177',
   *       startedAt: '2026-11-20T08:14:03.120Z',
   *       operations: [
   *         {
   *           action: 'checkPolicy',
   *           actor: 'AI',
   *           activeTime: 1.2,
   *           cost: 0.02,
   *           startedAt: '2026-11-20T08:14:03.120Z',
   *         },
   *         {
   *           action: 'payRefund',
   *           actor: 'HUMAN',
   *           activeTime: 156.7,
   *           cost: 0.4,
   *           startedAt: '2026-11-20T08:14:20.000Z',
   *         },
   *       ],
   *     },
   *   ],
   * })
   */
  reportMany(): WriteOptions<ReportExecutionsVariables, ExecutionBatchResult, ReportExecutionsErrorCode>
  /**
   * Report an execution. Says what was done by a published version of a model. The service computes the outcomes, the policy status, the actors, the active time and the cost, and writes the work ledger entry. Until an execution is finished (`completed` or `failed`), a report with the same `id` replaces the one before. The same report again changes nothing, so that a report without an answer may be repeated. The first report decides about the version and about `createdAt`. A cost that is left out is computed by the price of the AI model before anything else.
   * @example
   * const { mutate } = useMutation(queries.executions.report())
   * mutate({
   *   modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51',
   *   body: {
   *     id: 'refund-48-1177',
   *     title: 'Refund order 48-1177',
   *     description: 'Checked the order against the refund policy and paid the amount back.',
   *     status: 'completed',
   *     entityId: 'order-48-1177',
   *     relatedEntity: 'Order 48-1177',
   *     startedAt: '2026-11-20T08:14:03.120Z',
   *     operations: [
   *       {
   *         action: 'checkPolicy',
   *         actor: 'AI',
   *         activeTime: 1.2,
   *         cost: 0.02,
   *         startedAt: '2026-11-20T08:14:03.120Z',
   *       },
   *       {
   *         action: 'payRefund',
   *         actor: 'HUMAN',
   *         activeTime: 156.7,
   *         cost: 0.4,
   *         startedAt: '2026-11-20T08:14:20.000Z',
   *       },
   *     ],
   *   },
   * })
   */
  report(): WriteOptions<ReportExecutionVariables, WorkLedgerEntry, ReportExecutionErrorCode>
}

/** Options of TanStack Query for `modelPrices`. */
export interface ModelPricesQueries {
  /**
   * What all keys of this group begin with: the filter that invalidates or cancels all of it.
   */
  readonly key: readonly unknown[]
  /**
   * List prices of AI models. The prices by which the service computes costs that a report leaves out, by default by model.
   * @example
   * const { data, error } = useQuery(queries.modelPrices.list({ model: 'claude-sonnet-4-5' }))
   */
  list(query?: ListModelPricesQuery): ReadOptions<PageData<ModelPrice>, ListModelPricesErrorCode>
  /**
   * List prices of AI models, page after page.
   * @example
   * const { data, fetchNextPage } = useInfiniteQuery(queries.modelPrices.listInfinite({ model: 'claude-sonnet-4-5' }))
   */
  listInfinite(query?: FromStart<ListModelPricesQuery>): InfiniteReadOptions<PageData<ModelPrice>, ListModelPricesErrorCode>
  /**
   * Set a price of an AI model. Sets the price that a model has from a day on, until the day of its next price. A price for the same model and day is replaced. Only reports that come from then on are computed by it, also those of work from before: what is stored stays as it is.
   * @example
   * const { mutate } = useMutation(queries.modelPrices.set())
   * mutate({
   *   body: {
   *     model: 'claude-sonnet-4-5',
   *     validFrom: '2026-11-01',
   *     input: 3,
   *     cachedInput: 0.3,
   *     cacheWrite: 3.75,
   *     output: 15,
   *   },
   * })
   */
  set(): WriteOptions<SetModelPriceVariables, ModelPrice, SetModelPriceErrorCode>
  /**
   * Delete a price of an AI model. Takes back a price that was set for a wrong model or day. The price before it then holds on. Costs that were computed by it stay as they are.
   * @example
   * const { mutate } = useMutation(queries.modelPrices.delete())
   * mutate({ priceId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f71' })
   */
  delete(): WriteOptions<DeleteModelPriceVariables, undefined, DeleteModelPriceErrorCode>
}

/** Options of TanStack Query for `mcpAccess`. */
export interface McpAccessQueries {
  /**
   * What all keys of this group begin with: the filter that invalidates or cancels all of it.
   */
  readonly key: readonly unknown[]
  /**
   * Read what assistants may change. The operations that change something and that assistants may call in this instance. Until somebody sets them, there are none.
   * @example
   * const { data, error } = useQuery(queries.mcpAccess.get())
   */
  get(): ReadOptions<AssistantAccess, GetMcpAccessErrorCode>
  /**
   * Read what assistants may change, with the version that a change sends as `ifMatch`: for forms.
   * @example
   * const { data, error } = useQuery(queries.mcpAccess.getWithVersion())
   */
  getWithVersion(): ReadOptions<Versioned<AssistantAccess>, GetMcpAccessErrorCode>
  /**
   * Set what assistants may change. Sets the operations that change something and that assistants may call in this instance, whoever they work for; the roles of that person still count. What is left out is closed to assistants. An operation that deletes needs `deletes` as well. No assistant can be given this operation.
   * @example
   * const { mutate } = useMutation(queries.mcpAccess.set())
   * mutate({
   *   body: { operations: ['publishTwuModel', 'reviewWorkLedgerEntry'], deletes: false },
   * })
   */
  set(): WriteOptions<SetMcpAccessVariables, AssistantAccess, SetMcpAccessErrorCode>
  /**
   * Set what assistants may change, and get the version that the next change sends as `ifMatch`: to undo, or to go on.
   * @example
   * const { mutate, data } = useMutation(queries.mcpAccess.setWithVersion())
   * mutate({
   *   body: { operations: ['publishTwuModel', 'reviewWorkLedgerEntry'], deletes: false },
   * })
   */
  setWithVersion(): WriteOptions<SetMcpAccessVariables, Versioned<AssistantAccess>, SetMcpAccessErrorCode>
}

/** Options of TanStack Query for `twuModels`. */
export interface TwuModelsQueries {
  /**
   * What all keys of this group begin with: the filter that invalidates or cancels all of it.
   */
  readonly key: readonly unknown[]
  /**
   * List TWU models. The TWU models of the instance without their definitions, by default the most recently changed first.
   * @example
   * const { data, error } = useQuery(queries.twuModels.list({ name: 'refund' }))
   */
  list(query?: ListTwuModelsQuery): ReadOptions<PageData<TwuModelSummary>, ListTwuModelsErrorCode>
  /**
   * List TWU models, page after page.
   * @example
   * const { data, fetchNextPage } = useInfiniteQuery(queries.twuModels.listInfinite({ name: 'refund' }))
   */
  listInfinite(query?: FromStart<ListTwuModelsQuery>): InfiniteReadOptions<PageData<TwuModelSummary>, ListTwuModelsErrorCode>
  /**
   * Save a TWU model as a draft. Creates a model whose version 1 is a draft. A draft may have gaps; they are checked when it is published.
   * @example
   * const { mutate } = useMutation(queries.twuModels.create())
   * mutate({
   *   body: {
   *     name: 'Ticket triage',
   *     description: 'Sends tickets to the right queue.',
   *     entities: [{ name: 'ticket' }],
   *   },
   * })
   */
  create(): WriteOptions<CreateTwuModelVariables, TwuModel, CreateTwuModelErrorCode>
  /**
   * Try a TWU model. Computes what a model says of work operations: its outcomes, its policies, the sums of the work, and its cases. The model is a `definition` of the request or a stored version: `modelId` with `version`, or the version that the model shows. Nothing is stored, and nothing about the model is refused: what cannot be computed is a fault in the answer. A model that would take too long for these operations has this fault at each outcome. When many models are tried at once, or one takes longer than two seconds, the answer is 503.
   * @example
   * const { mutate } = useMutation(queries.twuModels.evaluate())
   * mutate({
   *   body: {
   *     modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51',
   *     version: 1,
   *     operations: [
   *       {
   *         action: 'checkPolicy',
   *         actor: 'AI',
   *         startedAt: '2026-11-21T09:30:00.000Z',
   *         activeTime: 12,
   *         cost: 0.04,
   *       },
   *       {
   *         action: 'payRefund',
   *         actor: 'AI',
   *         startedAt: '2026-11-21T09:31:00.000Z',
   *         activeTime: 3,
   *         cost: 0.01,
   *       },
   *     ],
   *   },
   * })
   */
  evaluate(): WriteOptions<EvaluateTwuModelVariables, TwuEvaluation, EvaluateTwuModelErrorCode>
  /**
   * Read a TWU model. One TWU model with the definitions of the version that it shows: its newest published version; without one its draft; without either its newest version. `draftVersion` tells of a draft that is not shown.
   * @example
   * const { data, error } = useQuery(queries.twuModels.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51'))
   */
  get(modelId: Id): ReadOptions<TwuModel, GetTwuModelErrorCode>
  /**
   * Publish the draft. Publishes the draft of the model, so that the version is available for use; it never changes again. The draft needs entities, actions, events and outcomes, references that resolve, expressions that compile and cases that are met; otherwise 422 points at every fault. Older published versions stay published. `If-Match` takes the `ETag` of the draft's version, or of the model, which changes with each of its versions.
   * @example
   * const { mutate } = useMutation(queries.twuModels.publish())
   * mutate({ modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51' })
   */
  publish(): WriteOptions<PublishTwuModelVariables, TwuModelVersion, PublishTwuModelErrorCode>
  /**
   * Publish the draft, and get the version that the next change sends as `ifMatch`: to undo, or to go on.
   * @example
   * const { mutate, data } = useMutation(queries.twuModels.publishWithVersion())
   * mutate({ modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51' })
   */
  publishWithVersion(): WriteOptions<PublishTwuModelVariables, Versioned<TwuModelVersion>, PublishTwuModelErrorCode>
  readonly versions: TwuModelsVersionsQueries
}

/** Options of TanStack Query for `versions`. */
export interface TwuModelsVersionsQueries {
  /**
   * What all keys of this group begin with: the filter that invalidates or cancels all of it.
   */
  readonly key: readonly unknown[]
  /**
   * List the versions of a TWU model. The versions with their full definitions, by default the newest first, as an array. When there are more than `size`, the `Link` header has the next page.
   * @example
   * const { data, error } = useQuery(queries.twuModels.versions.list('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', { sort: 'version,desc' }))
   */
  list(modelId: Id, query?: ListTwuModelVersionsQuery): ReadOptions<PageData<TwuModelVersion, CursorInfo>, ListTwuModelVersionsErrorCode>
  /**
   * List the versions of a TWU model, page after page.
   * @example
   * const { data, fetchNextPage } = useInfiniteQuery(queries.twuModels.versions.listInfinite('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', { sort: 'version,desc' }))
   */
  listInfinite(modelId: Id, query?: FromStart<ListTwuModelVersionsQuery>): InfiniteReadOptions<PageData<TwuModelVersion, CursorInfo>, ListTwuModelVersionsErrorCode>
  /**
   * Create a new version. Creates the next version of the model as a draft. A model has one draft at a time. Older versions stay as they are.
   * @example
   * const { mutate } = useMutation(queries.twuModels.versions.create())
   * mutate({
   *   modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51',
   *   body: {
   *     name: 'Ticket triage',
   *     description: 'Sends tickets to the right queue.',
   *     entities: [{ name: 'ticket' }],
   *   },
   * })
   */
  create(): WriteOptions<CreateTwuModelVersionVariables, TwuModelVersion, CreateTwuModelVersionErrorCode>
  /**
   * Create a new version, and get the version that the next change sends as `ifMatch`: to undo, or to go on.
   * @example
   * const { mutate, data } = useMutation(queries.twuModels.versions.createWithVersion())
   * mutate({
   *   modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51',
   *   body: {
   *     name: 'Ticket triage',
   *     description: 'Sends tickets to the right queue.',
   *     entities: [{ name: 'ticket' }],
   *   },
   * })
   */
  createWithVersion(): WriteOptions<CreateTwuModelVersionVariables, Versioned<TwuModelVersion>, CreateTwuModelVersionErrorCode>
  /**
   * Read a version. One version of the model with its full definitions.
   * @example
   * const { data, error } = useQuery(queries.twuModels.versions.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1))
   */
  get(modelId: Id, version: VersionNumber): ReadOptions<TwuModelVersion, GetTwuModelVersionErrorCode>
  /**
   * Read a version, with the version that a change sends as `ifMatch`: for forms.
   * @example
   * const { data, error } = useQuery(queries.twuModels.versions.getWithVersion('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1))
   */
  getWithVersion(modelId: Id, version: VersionNumber): ReadOptions<Versioned<TwuModelVersion>, GetTwuModelVersionErrorCode>
  /**
   * Edit a draft. Replaces name, description and definitions of a draft. A published or archived version never changes. `If-Match` takes the `ETag` of the version, or of the model, which changes with each of its versions.
   * @example
   * const { mutate } = useMutation(queries.twuModels.versions.update())
   * mutate({
   *   modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51',
   *   version: 1,
   *   body: {
   *     name: 'Ticket triage',
   *     description: 'Sends tickets to the right queue.',
   *     entities: [{ name: 'ticket' }],
   *   },
   * })
   */
  update(): WriteOptions<UpdateTwuModelVersionVariables, TwuModelVersion, UpdateTwuModelVersionErrorCode>
  /**
   * Edit a draft, and get the version that the next change sends as `ifMatch`: to undo, or to go on.
   * @example
   * const { mutate, data } = useMutation(queries.twuModels.versions.updateWithVersion())
   * mutate({
   *   modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51',
   *   version: 1,
   *   body: {
   *     name: 'Ticket triage',
   *     description: 'Sends tickets to the right queue.',
   *     entities: [{ name: 'ticket' }],
   *   },
   * })
   */
  updateWithVersion(): WriteOptions<UpdateTwuModelVersionVariables, Versioned<TwuModelVersion>, UpdateTwuModelVersionErrorCode>
  /**
   * Archive a version. Archives a version: it stays readable and is no longer for use. Archiving a draft discards it, so that another version can be created. An archived version stays archived. `If-Match` takes the `ETag` of the version, or of the model, which changes with each of its versions.
   * @example
   * const { mutate } = useMutation(queries.twuModels.versions.archive())
   * mutate({ modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', version: 1 })
   */
  archive(): WriteOptions<ArchiveTwuModelVersionVariables, TwuModelVersion, ArchiveTwuModelVersionErrorCode>
  /**
   * Archive a version, and get the version that the next change sends as `ifMatch`: to undo, or to go on.
   * @example
   * const { mutate, data } = useMutation(queries.twuModels.versions.archiveWithVersion())
   * mutate({ modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', version: 1 })
   */
  archiveWithVersion(): WriteOptions<ArchiveTwuModelVersionVariables, Versioned<TwuModelVersion>, ArchiveTwuModelVersionErrorCode>
  /**
   * Compare two versions. What differs between two versions of the model, from the older to the newer one, whichever is named first: the definitions that were added, removed or changed, and what both versions say of the cases of the newer one. Definitions are matched by name: a renamed one was removed and added. When many models are evaluated at once, or the comparison takes longer than two seconds, the answer is 503.
   * @example
   * const { data, error } = useQuery(queries.twuModels.versions.compare('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', 1, 2))
   */
  compare(modelId: Id, version: VersionNumber, other: VersionNumber): ReadOptions<TwuComparison, CompareTwuModelVersionsErrorCode>
  /**
   * Try a version on stored executions. What a draft or another version would have said of executions of this model: the newest ones that were reported, or the newest that the filters leave. Nothing is stored. The service computes for two seconds at most, the newest executions first, and says how many it came to. When many models are evaluated at once, the answer is 503.
   * @example
   * const { mutate } = useMutation(queries.twuModels.versions.backtest())
   * mutate({ modelId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f51', version: 1 })
   */
  backtest(): WriteOptions<BacktestTwuModelVersionVariables, TwuBacktest, BacktestTwuModelVersionErrorCode>
}

/** Options of TanStack Query for `changes`. */
export interface ChangesQueries {
  /**
   * What all keys of this group begin with: the filter that invalidates or cancels all of it.
   */
  readonly key: readonly unknown[]
  /**
   * List changes. What was changed in the instance, by whom and when, the newest first. Filters narrow each other. Only changes of what the caller may read are listed.
   * @example
   * const { data, error } = useQuery(queries.changes.list({ resourceType: 'agent' }))
   */
  list(query?: ListChangesQuery): ReadOptions<PageData<Change>, ListChangesErrorCode>
  /**
   * List changes, page after page.
   * @example
   * const { data, fetchNextPage } = useInfiniteQuery(queries.changes.listInfinite({ resourceType: 'agent' }))
   */
  listInfinite(query?: FromStart<ListChangesQuery>): InfiniteReadOptions<PageData<Change>, ListChangesErrorCode>
  /**
   * Read a change. One change of the instance. It is never changed itself, unless values are erased from it.
   * @example
   * const { data, error } = useQuery(queries.changes.get(4711))
   */
  get(sequence: ChangeSequence): ReadOptions<Change, GetChangeErrorCode>
}

/** Options of TanStack Query for `webhooks`. */
export interface WebhooksQueries {
  /**
   * What all keys of this group begin with: the filter that invalidates or cancels all of it.
   */
  readonly key: readonly unknown[]
  /**
   * List webhooks. The webhooks of the instance, by default the newest first. An instance has at most 20.
   * @example
   * const { data, error } = useQuery(queries.webhooks.list({ sort: 'createdAt,desc' }))
   */
  list(query?: ListWebhooksQuery): ReadOptions<PageData<Webhook>, ListWebhooksErrorCode>
  /**
   * List webhooks, page after page.
   * @example
   * const { data, fetchNextPage } = useInfiniteQuery(queries.webhooks.listInfinite({ sort: 'createdAt,desc' }))
   */
  listInfinite(query?: FromStart<ListWebhooksQuery>): InfiniteReadOptions<PageData<Webhook>, ListWebhooksErrorCode>
  /**
   * Create a webhook. Creates a webhook: from now on the service sends a POST to `url` for each change that is one of `events`. The answer shows the secret that signs them, this once.
   * @example
   * const { mutate } = useMutation(queries.webhooks.create())
   * mutate({
   *   body: {
   *     url: 'https://hooks.example.com/instance-admin',
   *     events: ['integration.broken', 'integration.recovered'],
   *     description: 'Tells the people on call',
   *     enabled: true,
   *   },
   * })
   */
  create(): WriteOptions<CreateWebhookVariables, WebhookWithSecret, CreateWebhookErrorCode>
  /**
   * Read a webhook. One webhook of the instance, without its secret.
   * @example
   * const { data, error } = useQuery(queries.webhooks.get('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61'))
   */
  get(webhookId: Id): ReadOptions<Webhook, GetWebhookErrorCode>
  /**
   * Read a webhook, with the version that a change sends as `ifMatch`: for forms.
   * @example
   * const { data, error } = useQuery(queries.webhooks.getWithVersion('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61'))
   */
  getWithVersion(webhookId: Id): ReadOptions<Versioned<Webhook>, GetWebhookErrorCode>
  /**
   * Replace a webhook. Replaces the webhook; its secret stays. A webhook that is enabled again goes on with the changes from then on: those made meanwhile are sent by a replay only. What waits for a webhook that is disabled is not sent.
   * @example
   * const { mutate } = useMutation(queries.webhooks.update())
   * mutate({
   *   webhookId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61',
   *   body: {
   *     url: 'https://hooks.example.com/instance-admin',
   *     events: ['integration.broken', 'integration.recovered'],
   *     description: 'Tells the people on call',
   *     enabled: true,
   *   },
   * })
   */
  update(): WriteOptions<UpdateWebhookVariables, Webhook, UpdateWebhookErrorCode>
  /**
   * Replace a webhook, and get the version that the next change sends as `ifMatch`: to undo, or to go on.
   * @example
   * const { mutate, data } = useMutation(queries.webhooks.updateWithVersion())
   * mutate({
   *   webhookId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61',
   *   body: {
   *     url: 'https://hooks.example.com/instance-admin',
   *     events: ['integration.broken', 'integration.recovered'],
   *     description: 'Tells the people on call',
   *     enabled: true,
   *   },
   * })
   */
  updateWithVersion(): WriteOptions<UpdateWebhookVariables, Versioned<Webhook>, UpdateWebhookErrorCode>
  /**
   * Delete a webhook. Deletes the webhook with its secret and its deliveries for good.
   * @example
   * const { mutate } = useMutation(queries.webhooks.delete())
   * mutate({ webhookId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61' })
   */
  delete(): WriteOptions<DeleteWebhookVariables, undefined, DeleteWebhookErrorCode>
  /**
   * Give a webhook a new secret. Gives the webhook a new secret, which the answer shows this once. For 24 hours each request has two signatures, by the new secret and by the one before.
   * @example
   * const { mutate } = useMutation(queries.webhooks.rotateSecret())
   * mutate({ webhookId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61' })
   */
  rotateSecret(): WriteOptions<RotateWebhookSecretVariables, WebhookWithSecret, RotateWebhookSecretErrorCode>
  /**
   * Test a webhook. Sends an event `webhook.test`, like any other delivery. The delivery says how that goes. Callers have a rate limit of its own for it.
   * @example
   * const { mutate } = useMutation(queries.webhooks.test())
   * mutate({ webhookId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61' })
   */
  test(): WriteOptions<TestWebhookVariables, WebhookDelivery, TestWebhookErrorCode>
  /**
   * Replay changes to a webhook. Sends the changes of a range of numbers that are among the webhook's events, whether or not they were sent before; what is about to be sent anyway is sent once. At most 1,000 changes are looked through at once: `next` says where to go on. Callers have a rate limit of its own for it.
   * @example
   * const { mutate } = useMutation(queries.webhooks.replay())
   * mutate({
   *   webhookId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61',
   *   body: { from: 4700, to: 4720 },
   * })
   */
  replay(): WriteOptions<ReplayWebhookVariables, WebhookReplay, ReplayWebhookErrorCode>
  readonly deliveries: WebhooksDeliveriesQueries
}

/** Options of TanStack Query for `deliveries`. */
export interface WebhooksDeliveriesQueries {
  /**
   * What all keys of this group begin with: the filter that invalidates or cancels all of it.
   */
  readonly key: readonly unknown[]
  /**
   * List deliveries of a webhook. What was sent to the webhook in the last 30 days, at most the last 10,000 deliveries, by default the newest first. What the receiver answered is not kept, but for its status.
   * @example
   * const { data, error } = useQuery(queries.webhooks.deliveries.list('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61', { status: 'failed' }))
   */
  list(webhookId: Id, query?: ListWebhookDeliveriesQuery): ReadOptions<PageData<WebhookDelivery>, ListWebhookDeliveriesErrorCode>
  /**
   * List deliveries of a webhook, page after page.
   * @example
   * const { data, fetchNextPage } = useInfiniteQuery(queries.webhooks.deliveries.listInfinite('0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61', { status: 'failed' }))
   */
  listInfinite(webhookId: Id, query?: FromStart<ListWebhookDeliveriesQuery>): InfiniteReadOptions<PageData<WebhookDelivery>, ListWebhookDeliveriesErrorCode>
  /**
   * Send a delivery again. Sends the delivery again, with the same `webhook-id`, whatever became of it. One that waits for a later attempt is sent now; one that is about to be sent anyway stays as it is. Callers have a rate limit of its own for it.
   * @example
   * const { mutate } = useMutation(queries.webhooks.deliveries.redeliver())
   * mutate({
   *   webhookId: '0193a7c2-8f00-7c3e-9d55-6f2f8e0b9f61',
   *   deliveryId: '0193a7c2-9a10-7b6e-8a54-3f6cf04a7d61',
   * })
   */
  redeliver(): WriteOptions<RedeliverWebhookVariables, WebhookDelivery, RedeliverWebhookErrorCode>
}
