// Generated from the contract by tools/generate/sdk.ts: change the contract, never this file.

import type {
  WebhookReplayInput,
  WebhookInput,
  TwuModelInput,
  ExecutionReport,
  TwuEvaluationInput,
  AssistantAccessInput,
  ModelPriceInput,
  ExecutionBatch,
  WorkLedgerDecision,
  ConnectionTestInput,
  AgentInput,
  UserUpdate,
  UserBatch,
  UserCreate,
} from '../../../spec/gen/openapi.gen.ts'

import * as rules from './rules.gen.ts'
import { forForms, type FormSchema } from './standard.ts'

export type { Checked, FormSchema, Issue } from './standard.ts'

export { integrationInputOf } from './integration.ts'

export { expressionFields, expressionFunctions } from '../../../contract/expression-names.ts'

/**
 * The body of `webhooks.replay`, as a Standard Schema.
 */
export const webhookReplayInput: FormSchema<WebhookReplayInput> = /* @__PURE__ */ forForms<WebhookReplayInput>(rules.WebhookReplayInput)

/**
 * The body of `webhooks.create`, as a Standard Schema.
 */
export const webhookInput: FormSchema<WebhookInput> = /* @__PURE__ */ forForms<WebhookInput>(rules.WebhookInput)

/**
 * The body of `twuModels.create`, as a Standard Schema.
 */
export const twuModelInput: FormSchema<TwuModelInput> = /* @__PURE__ */ forForms<TwuModelInput>(rules.TwuModelInput)

/**
 * The body of `executions.report`, as a Standard Schema.
 */
export const executionReport: FormSchema<ExecutionReport> = /* @__PURE__ */ forForms<ExecutionReport>(rules.ExecutionReport)

/**
 * The body of `twuModels.evaluate`, as a Standard Schema.
 */
export const twuEvaluationInput: FormSchema<TwuEvaluationInput> = /* @__PURE__ */ forForms<TwuEvaluationInput>(rules.TwuEvaluationInput)

/**
 * The body of `mcpAccess.set`, as a Standard Schema.
 */
export const assistantAccessInput: FormSchema<AssistantAccessInput> = /* @__PURE__ */ forForms<AssistantAccessInput>(rules.AssistantAccessInput)

/**
 * The body of `modelPrices.set`, as a Standard Schema.
 */
export const modelPriceInput: FormSchema<ModelPriceInput> = /* @__PURE__ */ forForms<ModelPriceInput>(rules.ModelPriceInput)

/**
 * The body of `executions.reportMany`, as a Standard Schema.
 */
export const executionBatch: FormSchema<ExecutionBatch> = /* @__PURE__ */ forForms<ExecutionBatch>(rules.ExecutionBatch)

/**
 * The body of `workLedger.review`, as a Standard Schema.
 */
export const workLedgerDecision: FormSchema<WorkLedgerDecision> = /* @__PURE__ */ forForms<WorkLedgerDecision>(rules.WorkLedgerDecision)

/**
 * The body of `integrations.testUnsaved`, as a Standard Schema.
 */
export const connectionTestInput: FormSchema<ConnectionTestInput> = /* @__PURE__ */ forForms<ConnectionTestInput>(rules.ConnectionTestInput)

/**
 * The body of `agents.create`, as a Standard Schema.
 */
export const agentInput: FormSchema<AgentInput> = /* @__PURE__ */ forForms<AgentInput>(rules.AgentInput)

/**
 * The body of `users.update`, as a Standard Schema.
 */
export const userUpdate: FormSchema<UserUpdate> = /* @__PURE__ */ forForms<UserUpdate>(rules.UserUpdate)

/**
 * The body of `users.createMany`, as a Standard Schema.
 */
export const userBatch: FormSchema<UserBatch> = /* @__PURE__ */ forForms<UserBatch>(rules.UserBatch)

/**
 * The body of `users.create`, as a Standard Schema.
 */
export const userCreate: FormSchema<UserCreate> = /* @__PURE__ */ forForms<UserCreate>(rules.UserCreate)

/**
 * The limits of the fields of WebhookReplayInput.
 */
export const webhookReplayInputLimits = {
  from: { minimum: 1, maximum: 9007199254740991 },
  to: { minimum: 1, maximum: 9007199254740991 },
} as const

/**
 * The limits of the fields of WebhookInput.
 */
export const webhookInputLimits = {
  url: {
    minLength: 1,
    maxLength: 2048,
    pattern: '^(https://[^\\s/?#@\\\\]+|http://(localhost|127\\.0\\.0\\.1)(:\\d{1,5})?)([/?][^\\s#]*)?$',
  },
  events: { minItems: 1, maxItems: 100 },
  description: { maxLength: 256 },
} as const

/**
 * The limits of the fields of TwuModelInput.
 */
export const twuModelInputLimits = {
  name: { minLength: 1, maxLength: 256, pattern: '\\S' },
  description: { maxLength: 4000 },
  entities: { maxItems: 100 },
  actions: { maxItems: 200 },
  events: { maxItems: 200 },
  outcomes: { maxItems: 100 },
  policies: { maxItems: 100 },
  cases: { maxItems: 50 },
} as const

/**
 * The limits of the fields of ExecutionReport.
 */
export const executionReportLimits = {
  id: { minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]{1,64}$' },
  version: { minimum: 1, maximum: 2147483647 },
  title: { minLength: 1, maxLength: 512 },
  description: { maxLength: 4000 },
  entityId: { minLength: 1, maxLength: 128 },
  relatedEntity: { minLength: 1, maxLength: 512 },
  startedAt: {
    maxLength: 64,
    pattern: '^(?!0000|0001-01-01.*\\+|9999-12-31.*(-|:60))\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])[Tt]([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?([Zz]|[+-]([01]\\d|2[0-3]):[0-5]\\d)$',
  },
  operations: { minItems: 1, maxItems: 1000 },
} as const

/**
 * The limits of the fields of TwuEvaluationInput.
 */
export const twuEvaluationInputLimits = {
  modelId: { minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]{1,64}$' },
  version: { minimum: 1, maximum: 2147483647 },
  operations: { maxItems: 1000 },
} as const

/**
 * The limits of the fields of AssistantAccessInput.
 */
export const assistantAccessInputLimits = { operations: { maxItems: 200 } } as const

/**
 * What a AssistantAccessInput without these fields has.
 */
export const assistantAccessInputDefaults = { deletes: false } as const

/**
 * The limits of the fields of ModelPriceInput.
 */
export const modelPriceInputLimits = {
  model: { minLength: 1, maxLength: 256, pattern: '\\S' },
  validFrom: { minLength: 10, maxLength: 10, pattern: '^(?!0000)\\d{4}-\\d{2}-\\d{2}$' },
  input: { minimum: 0, maximum: 1000000 },
  cachedInput: { minimum: 0, maximum: 1000000 },
  cacheWrite: { minimum: 0, maximum: 1000000 },
  output: { minimum: 0, maximum: 1000000 },
} as const

/**
 * The limits of the fields of WorkLedgerDecision.
 */
export const workLedgerDecisionLimits = { reason: { minLength: 1, maxLength: 2000, pattern: '\\S' } } as const

/**
 * The limits of the fields of ConnectionTestInput.
 */
export const connectionTestInputLimits = {
  type: { minLength: 1, maxLength: 64, pattern: '^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$' },
  metadata: { maxProperties: 64 },
  integrationId: { minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]{1,64}$' },
} as const

/**
 * The limits of the fields of AgentInput.
 */
export const agentInputLimits = {
  name: { minLength: 1, maxLength: 256, pattern: '\\S' },
  capabilities: { maxItems: 64 },
  model: { minLength: 1, maxLength: 256, pattern: '\\S' },
  metadata: { maxProperties: 100 },
} as const

/**
 * The limits of the fields of UserUpdate.
 */
export const userUpdateLimits = {
  username: { minLength: 1, maxLength: 128, pattern: '^\\S+$' },
  email: {
    pattern: '^[A-Za-z0-9.!#$%&\'*+/=?^_\\x60{|}~\\-]+@[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?)*$',
    minLength: 3,
    maxLength: 254,
  },
  name: { minLength: 1, maxLength: 128, pattern: '\\S' },
  middleName: { maxLength: 128, pattern: '^$|\\S' },
  familyName: { maxLength: 128, pattern: '^$|\\S' },
  roles: { maxItems: 4 },
  temporaryPassword: { pattern: '^(?:[\\s\\S]{12,})?$', maxLength: 128 },
} as const

/**
 * The limits of the fields of UserBatch.
 */
export const userBatchLimits = { users: { minItems: 1, maxItems: 200 } } as const

/**
 * The limits of the fields of UserCreate.
 */
export const userCreateLimits = {
  username: { minLength: 1, maxLength: 128, pattern: '^\\S+$' },
  email: {
    pattern: '^[A-Za-z0-9.!#$%&\'*+/=?^_\\x60{|}~\\-]+@[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?)*$',
    minLength: 3,
    maxLength: 254,
  },
  name: { minLength: 1, maxLength: 128, pattern: '\\S' },
  middleName: { maxLength: 128, pattern: '^$|\\S' },
  familyName: { maxLength: 128, pattern: '^$|\\S' },
  roles: { maxItems: 4 },
  temporaryPassword: { pattern: '^(?:[\\s\\S]{12,})?$', maxLength: 128 },
} as const

/**
 * What a UserCreate without these fields has.
 */
export const userCreateDefaults = { enabled: true, roles: [] } as const

/**
 * What `instances.list` asks for without these parameters.
 */
export const listInstancesDefaults = { sort: 'name,asc', size: 20 } as const

/**
 * What `users.list` asks for without these parameters.
 */
export const listUsersDefaults = { sort: 'updatedAt,desc', size: 20 } as const

/**
 * What `agents.list` asks for without these parameters.
 */
export const listAgentsDefaults = { sort: 'name,asc', size: 20 } as const

/**
 * What `integrations.list` asks for without these parameters.
 */
export const listIntegrationsDefaults = { sort: 'name,asc', size: 20 } as const

/**
 * What `integrationTypes.list` asks for without these parameters.
 */
export const listIntegrationTypesDefaults = { sort: 'name,asc', size: 20 } as const

/**
 * What `workLedger.list` asks for without these parameters.
 */
export const listWorkLedgerEntriesDefaults = { sort: 'createdAt,desc', size: 20 } as const

/**
 * What `workLedger.operations.list` asks for without these parameters.
 */
export const listWorkLedgerOperationsDefaults = { sort: 'position,asc', size: 20 } as const

/**
 * What `modelPrices.list` asks for without these parameters.
 */
export const listModelPricesDefaults = { sort: 'model,asc', size: 20 } as const

/**
 * What `twuModels.list` asks for without these parameters.
 */
export const listTwuModelsDefaults = { sort: 'updatedAt,desc', size: 20 } as const

/**
 * What `twuModels.versions.list` asks for without these parameters.
 */
export const listTwuModelVersionsDefaults = { sort: 'version,desc', size: 100 } as const

/**
 * What `changes.list` asks for without these parameters.
 */
export const listChangesDefaults = { sort: 'sequence,desc', size: 20 } as const

/**
 * What `webhooks.list` asks for without these parameters.
 */
export const listWebhooksDefaults = { sort: 'createdAt,desc', size: 20 } as const

/**
 * What `webhooks.deliveries.list` asks for without these parameters.
 */
export const listWebhookDeliveriesDefaults = { sort: 'createdAt,desc', size: 20 } as const
