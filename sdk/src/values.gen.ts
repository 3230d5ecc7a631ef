// Generated from the contract by tools/generate/sdk.ts: change the contract, never this file.

import type {
  Actor,
  AgentPriority,
  AgentPriorityFilter,
  AgentSort,
  AgentType,
  ChangeSort,
  ChangeTypeFilter,
  ConnectionTestOutcome,
  CostFrom,
  DecidedPolicyStatus,
  InstanceSort,
  InstanceStatus,
  IntegrationSort,
  IntegrationStatus,
  IntegrationTypeGroup,
  IntegrationTypeSort,
  ModelPriceSort,
  PolicyStatus,
  Role,
  TwuAttributeType,
  TwuModelSort,
  TwuModelStatus,
  TwuModelVersionSort,
  UserSort,
  WebhookDeliveryStatus,
  WebhookSort,
  WorkLedgerActors,
  WorkLedgerExportFormat,
  WorkLedgerGrouping,
  WorkLedgerOperationSort,
  WorkLedgerReviewState,
  WorkLedgerSort,
  WorkLedgerStatus,
} from '../../spec/gen/openapi.gen.ts'
export type {
  Actor,
  AgentPriority,
  AgentPriorityFilter,
  AgentSort,
  AgentType,
  ChangeSort,
  ChangeTypeFilter,
  ConnectionTestOutcome,
  CostFrom,
  DecidedPolicyStatus,
  InstanceSort,
  InstanceStatus,
  IntegrationSort,
  IntegrationStatus,
  IntegrationTypeGroup,
  IntegrationTypeSort,
  ModelPriceSort,
  PolicyStatus,
  Role,
  TwuAttributeType,
  TwuModelSort,
  TwuModelStatus,
  TwuModelVersionSort,
  UserSort,
  WebhookDeliveryStatus,
  WebhookSort,
  WorkLedgerActors,
  WorkLedgerExportFormat,
  WorkLedgerGrouping,
  WorkLedgerOperationSort,
  WorkLedgerReviewState,
  WorkLedgerSort,
  WorkLedgerStatus,
}

/**
 * Every Actor, for the options of a select and for text that may be one.
 * @example
 * const known = actorValues.find((value) => value === text) // undefined when text is none
 */
export const actorValues = ['AI', 'HUMAN'] as const satisfies readonly Actor[]

/**
 * Every AgentPriority, for the options of a select and for text that may be one.
 * @example
 * const known = agentPriorityValues.find((value) => value === text) // undefined when text is none
 */
export const agentPriorityValues = ['high', 'medium', 'low'] as const satisfies readonly AgentPriority[]

/**
 * Every AgentPriorityFilter, for the options of a select and for text that may be one.
 * @example
 * const known = agentPriorityFilterValues.find((value) => value === text) // undefined when text is none
 */
export const agentPriorityFilterValues = ['high', 'medium', 'low'] as const satisfies readonly AgentPriorityFilter[]

/**
 * Every AgentSort, for the options of a select and for text that may be one.
 * @example
 * const known = agentSortValues.find((value) => value === text) // undefined when text is none
 */
export const agentSortValues = [
  'name,asc',
  'name,desc',
  'createdAt,asc',
  'createdAt,desc',
  'updatedAt,asc',
  'updatedAt,desc',
] as const satisfies readonly AgentSort[]

/**
 * Every AgentType, for the options of a select and for text that may be one.
 * @example
 * const known = agentTypeValues.find((value) => value === text) // undefined when text is none
 */
export const agentTypeValues = ['AI', 'HUMAN'] as const satisfies readonly AgentType[]

/**
 * Every ChangeSort, for the options of a select and for text that may be one.
 * @example
 * const known = changeSortValues.find((value) => value === text) // undefined when text is none
 */
export const changeSortValues = ['sequence,asc', 'sequence,desc'] as const satisfies readonly ChangeSort[]

/**
 * Every ChangeTypeFilter, for the options of a select and for text that may be one.
 * @example
 * const known = changeTypeFilterValues.find((value) => value === text) // undefined when text is none
 */
export const changeTypeFilterValues = [
  'user',
  'agent',
  'integration',
  'twu_model',
  'model_price',
  'mcp_access',
  'webhook',
  'work_ledger',
  'instance',
] as const satisfies readonly ChangeTypeFilter[]

/**
 * Every ConnectionTestOutcome, for the options of a select and for text that may be one.
 * @example
 * const known = connectionTestOutcomeValues.find((value) => value === text) // undefined when text is none
 */
export const connectionTestOutcomeValues = [
  'ok',
  'bad_credentials',
  'missing_permission',
  'not_found',
  'invalid_configuration',
  'clock_skew',
  'rate_limited',
  'vendor_unavailable',
  'timeout',
  'network_error',
  'blocked_host',
  'unexpected_response',
] as const satisfies readonly ConnectionTestOutcome[]

/**
 * Every CostFrom, for the options of a select and for text that may be one.
 * @example
 * const known = costFromValues.find((value) => value === text) // undefined when text is none
 */
export const costFromValues = ['reported', 'price'] as const satisfies readonly CostFrom[]

/**
 * Every DecidedPolicyStatus, for the options of a select and for text that may be one.
 * @example
 * const known = decidedPolicyStatusValues.find((value) => value === text) // undefined when text is none
 */
export const decidedPolicyStatusValues = ['compliant', 'non_compliant'] as const satisfies readonly DecidedPolicyStatus[]

/**
 * Every InstanceSort, for the options of a select and for text that may be one.
 * @example
 * const known = instanceSortValues.find((value) => value === text) // undefined when text is none
 */
export const instanceSortValues = ['name,asc', 'name,desc'] as const satisfies readonly InstanceSort[]

/**
 * Every InstanceStatus, for the options of a select and for text that may be one.
 * @example
 * const known = instanceStatusValues.find((value) => value === text) // undefined when text is none
 */
export const instanceStatusValues = ['active', 'suspended'] as const satisfies readonly InstanceStatus[]

/**
 * Every IntegrationSort, for the options of a select and for text that may be one.
 * @example
 * const known = integrationSortValues.find((value) => value === text) // undefined when text is none
 */
export const integrationSortValues = [
  'name,asc',
  'name,desc',
  'createdAt,asc',
  'createdAt,desc',
  'updatedAt,asc',
  'updatedAt,desc',
] as const satisfies readonly IntegrationSort[]

/**
 * Every IntegrationStatus, for the options of a select and for text that may be one.
 * @example
 * const known = integrationStatusValues.find((value) => value === text) // undefined when text is none
 */
export const integrationStatusValues = ['active', 'inactive', 'connecting', 'error'] as const satisfies readonly IntegrationStatus[]

/**
 * Every IntegrationTypeGroup, for the options of a select and for text that may be one.
 * @example
 * const known = integrationTypeGroupValues.find((value) => value === text) // undefined when text is none
 */
export const integrationTypeGroupValues = ['contact_center', 'crm_sales', 'ai_agents', 'data_documents', 'other'] as const satisfies readonly IntegrationTypeGroup[]

/**
 * Every IntegrationTypeSort, for the options of a select and for text that may be one.
 * @example
 * const known = integrationTypeSortValues.find((value) => value === text) // undefined when text is none
 */
export const integrationTypeSortValues = ['name,asc', 'name,desc'] as const satisfies readonly IntegrationTypeSort[]

/**
 * Every ModelPriceSort, for the options of a select and for text that may be one.
 * @example
 * const known = modelPriceSortValues.find((value) => value === text) // undefined when text is none
 */
export const modelPriceSortValues = ['model,asc', 'model,desc', 'validFrom,asc', 'validFrom,desc'] as const satisfies readonly ModelPriceSort[]

/**
 * Every PolicyStatus, for the options of a select and for text that may be one.
 * @example
 * const known = policyStatusValues.find((value) => value === text) // undefined when text is none
 */
export const policyStatusValues = ['compliant', 'non_compliant', 'review_required'] as const satisfies readonly PolicyStatus[]

/**
 * Every Role, for the options of a select and for text that may be one.
 * @example
 * const known = roleValues.find((value) => value === text) // undefined when text is none
 */
export const roleValues = ['Viewer', 'Manager', 'Administrator', 'Editor'] as const satisfies readonly Role[]

/**
 * Every TwuAttributeType, for the options of a select and for text that may be one.
 * @example
 * const known = twuAttributeTypeValues.find((value) => value === text) // undefined when text is none
 */
export const twuAttributeTypeValues = ['string', 'number', 'integer', 'boolean', 'timestamp'] as const satisfies readonly TwuAttributeType[]

/**
 * Every TwuModelSort, for the options of a select and for text that may be one.
 * @example
 * const known = twuModelSortValues.find((value) => value === text) // undefined when text is none
 */
export const twuModelSortValues = [
  'name,asc',
  'name,desc',
  'createdAt,asc',
  'createdAt,desc',
  'updatedAt,asc',
  'updatedAt,desc',
] as const satisfies readonly TwuModelSort[]

/**
 * Every TwuModelStatus, for the options of a select and for text that may be one.
 * @example
 * const known = twuModelStatusValues.find((value) => value === text) // undefined when text is none
 */
export const twuModelStatusValues = ['DRAFT', 'published', 'archived'] as const satisfies readonly TwuModelStatus[]

/**
 * Every TwuModelVersionSort, for the options of a select and for text that may be one.
 * @example
 * const known = twuModelVersionSortValues.find((value) => value === text) // undefined when text is none
 */
export const twuModelVersionSortValues = ['version,asc', 'version,desc'] as const satisfies readonly TwuModelVersionSort[]

/**
 * Every UserSort, for the options of a select and for text that may be one.
 * @example
 * const known = userSortValues.find((value) => value === text) // undefined when text is none
 */
export const userSortValues = [
  'updatedAt,asc',
  'updatedAt,desc',
  'createdAt,asc',
  'createdAt,desc',
  'username,asc',
  'username,desc',
] as const satisfies readonly UserSort[]

/**
 * Every WebhookDeliveryStatus, for the options of a select and for text that may be one.
 * @example
 * const known = webhookDeliveryStatusValues.find((value) => value === text) // undefined when text is none
 */
export const webhookDeliveryStatusValues = ['pending', 'delivered', 'failed'] as const satisfies readonly WebhookDeliveryStatus[]

/**
 * Every WebhookSort, for the options of a select and for text that may be one.
 * @example
 * const known = webhookSortValues.find((value) => value === text) // undefined when text is none
 */
export const webhookSortValues = ['createdAt,asc', 'createdAt,desc'] as const satisfies readonly WebhookSort[]

/**
 * Every WorkLedgerActors, for the options of a select and for text that may be one.
 * @example
 * const known = workLedgerActorsValues.find((value) => value === text) // undefined when text is none
 */
export const workLedgerActorsValues = ['AI', 'HUMAN', 'HYBRID'] as const satisfies readonly WorkLedgerActors[]

/**
 * Every WorkLedgerExportFormat, for the options of a select and for text that may be one.
 * @example
 * const known = workLedgerExportFormatValues.find((value) => value === text) // undefined when text is none
 */
export const workLedgerExportFormatValues = ['ndjson', 'csv'] as const satisfies readonly WorkLedgerExportFormat[]

/**
 * Every WorkLedgerGrouping, for the options of a select and for text that may be one.
 * @example
 * const known = workLedgerGroupingValues.find((value) => value === text) // undefined when text is none
 */
export const workLedgerGroupingValues = ['status', 'policyStatus', 'actors', 'modelName', 'day', 'agent', 'aiModel'] as const satisfies readonly WorkLedgerGrouping[]

/**
 * Every WorkLedgerOperationSort, for the options of a select and for text that may be one.
 * @example
 * const known = workLedgerOperationSortValues.find((value) => value === text) // undefined when text is none
 */
export const workLedgerOperationSortValues = ['position,asc', 'position,desc'] as const satisfies readonly WorkLedgerOperationSort[]

/**
 * Every WorkLedgerReviewState, for the options of a select and for text that may be one.
 * @example
 * const known = workLedgerReviewStateValues.find((value) => value === text) // undefined when text is none
 */
export const workLedgerReviewStateValues = ['open', 'done'] as const satisfies readonly WorkLedgerReviewState[]

/**
 * Every WorkLedgerSort, for the options of a select and for text that may be one.
 * @example
 * const known = workLedgerSortValues.find((value) => value === text) // undefined when text is none
 */
export const workLedgerSortValues = [
  'createdAt,asc',
  'createdAt,desc',
  'updatedAt,asc',
  'updatedAt,desc',
  'cost,asc',
  'cost,desc',
  'activeTime,asc',
  'activeTime,desc',
] as const satisfies readonly WorkLedgerSort[]

/**
 * Every WorkLedgerStatus, for the options of a select and for text that may be one.
 * @example
 * const known = workLedgerStatusValues.find((value) => value === text) // undefined when text is none
 */
export const workLedgerStatusValues = ['completed', 'in_progress', 'pending', 'failed'] as const satisfies readonly WorkLedgerStatus[]
