import type { SentExecution } from '../../../contract/rules/executions.ts'
import type { CallerRole } from '../../../contract/rules/roles.ts'
import type { AnyAnswer, CheckedInput, Input, OperationId, Output } from '../../../contract/types.ts'
import type {
  Agent,
  Change,
  ConnectionTestOutcome,
  ConnectionTestReport,
  AssistantAccess,
  ModelPrice,
  TwuModelVersion,
  UntypedIntegration,
  User,
  Webhook,
  WebhookDelivery,
  WorkLedgerEntry,
} from '../../../spec/gen/openapi.gen.ts'

/** An operation like one of the service, on the data of one instance in memory; `On` a `Service` where it is of none. */
export type Operation<Id extends OperationId, On = Context> = (input: Input<Id>, context: On) => Output<Id>

/**
 * An operation whose input was checked against the contract. The type of a method (not of a function) lets an operation
 * declare a narrower input.
 */
export type AnyOperation<On = Context> = { run(input: CheckedInput, context: On): AnyAnswer }['run']

export interface TestAnswer extends AnyAnswer {
  /** Default: `application/json`, or `application/problem+json` for a problem. */
  mediaType?: string
}

export interface Context {
  instance: Instance
  /** Creates an id. Later ids sort after earlier ones, as in the service. Every run creates the same ids. */
  newId: () => string
  /** The current time, always later than the time of the previous call. */
  now: () => string
  roles: readonly CallerRole[]
  /** The caller and the operation, as records of changes name them. */
  origin: Pick<Change, 'operation' | 'actor' | 'requestId'>
  /** Whether the caller may see changes of resources of this type. */
  readsChangesOf: (type: string) => boolean
  /** Whether a webhook may have this URL. */
  isCallable: (url: string) => boolean
}

export type Tools = Pick<Context, 'newId' | 'now'>

/** What an operation of no instance works on. */
export interface Service {
  instances: ReadonlyMap<string, Instance>
  /** The roles of the caller, in every instance. */
  roles: readonly CallerRole[]
  /** An instance with that id; undefined when there is none. */
  enter(this: void, id: string): Instance | undefined
}

/** The data of one instance. */
export interface Instance {
  id: string
  name: string
  users: Rows<User>
  agents: Rows<Agent>
  integrations: Rows<UntypedIntegration>
  models: Map<string, Model>
  modelPrices: Rows<ModelPrice>
  /** Empty until somebody sets it. */
  mcpAccess: Rows<AssistantAccess>
  ledger: Map<string, WorkLedgerEntry>
  /** What was reported, by the id of the entry. */
  executions: Map<string, SentExecution>
  testOutcome: ConnectionTestOutcome
  lastTests: Map<string, ConnectionTestReport>
  /** The first answer for each Idempotency-Key. All tokens count as one caller. */
  answered: Map<string, { payload: string; answer: AnyAnswer }>
  log: ChangeLog
  webhooks: Rows<Webhook>
  /** The secrets of each webhook, the newest first. */
  webhookSecrets: Map<string, string[]>
  /** In the order in which they were made. */
  deliveries: Map<string, Delivery>
}

/** What would be sent to a webhook. */
export interface Delivery {
  webhookId: string
  body: string
  item: WebhookDelivery
}

/** The records of changes, the first one with the number 1, and the streams that wait for the next. */
export interface ChangeLog {
  changes: Change[]
  /** Another one where the instance began anew. */
  epoch: string
  waiting: Set<() => void>
  isClosed: boolean
}

export type Rows<Item> = Map<string, Row<Item>>

export interface Row<Item> {
  item: Item
  revision: number
}

export interface Model {
  id: string
  /** The versions without gaps, from version 1 on. */
  versions: [Row<TwuModelVersion>, ...Row<TwuModelVersion>[]]
}
