/**
 * The public interface of the package. The types of openapi-fetch are not part of it; `@instance-admin/sdk/raw` gives access
 * to them.
 */
export { createClient } from './client.ts'
export type { Client, ClientOptions } from './client.ts'
export type * from './calls.ts'
export { can } from './can.ts'
export { ApiError, ConnectionError, isApiError } from './errors.ts'
export type { Fault } from './errors.ts'
export { faultsByField } from './faults-by-field.ts'
export type { Hook, HookContext } from './exchange.ts'
export { logTo } from './log.ts'
export type { LogFacts, Logger } from './log.ts'
export type { TokenProvider } from './token.ts'
export type { WatchEvent, WatchOptions } from './watch.ts'
export { webhooks, WebhookVerificationError } from './webhooks.ts'
export type { WebhookEvent } from './webhooks.ts'
export { untypedIntegration } from './untyped-integration.ts'
export type {
  Actor,
  ChangeNotice,
  ConnectionTestStep,
  IntegrationTypeField,
  TwuAction,
  TwuAttribute,
  TwuAttributeType,
  TwuEntity,
  TwuEvent,
  TwuOutcome,
  TwuPolicy,
  TwuCase,
  TwuCaseComparison,
  TwuCaseResult,
  TwuDefinitionChange,
  TwuReport,
  UntypedIntegration,
  UntypedIntegrationInput,
  WorkLedgerGroup,
  WorkLedgerSums,
  WorkOperation,
} from '../../spec/gen/openapi.gen.ts'
export type * from './operations.gen.ts'
export * from './values.gen.ts'
