import type { Database } from '../db/database.ts'
import type { ChangeOrigin, RecordChange } from '../db/query/recorded.ts'
import type { Authority } from '../db/users.ts'
import type { Logger } from 'pino'
import type { AnyAnswer, CheckedInput, Fault, Input, OperationId, Output, Validated } from '../../contract/types.ts'
import type { ConnectionTest } from '../../spec/gen/openapi.gen.ts'
import type { ContractOperation } from '../../contract/document.ts'
import type { Access, RolesSource } from '../access/roles.ts'
import type { EnqueueErasure } from '../changes/erasure.ts'
import type { ChangeFeed } from '../changes/feed.ts'
import type { Evaluator } from '../twu/evaluator.ts'
import type { Caller } from '../access/token.ts'
import type { AccessRefusal } from '../access/refusals.ts'
import type { TestConnection } from '../integrations/stored-test.ts'
import type { AccountDirectory } from '../identity/directory.ts'
import type { IntegrationType } from '../../contract/integration-types.ts'
import type { SecretBox } from '../integrations/secrets.ts'
import type { EnqueueCheck } from '../integrations/checks/checks.ts'
import type { TraceQueue } from '../ledger/traces/complete.ts'
import type { OperationTool } from '../mcp/tools.ts'
import type { DeliveryQueue } from '../webhooks/enqueue.ts'
import type { OutboundRules } from '../integrations/outbound/guard.ts'
import type { SingleFlight } from '../integrations/single-flight.ts'

export type Operation<Id extends OperationId, Body = Input<Id>['body']> = (
  input: Omit<Input<Id>, 'body'> & { body: Body },
  context: Context,
) => Promise<Output<Id>>

/** These operations get their body as it was sent, and parse it themselves. */
export const rawBodyOperations = ['evaluateTwuModel', 'exportTraces'] as const

interface RawBodies {
  evaluateTwuModel: Buffer[]
  exportTraces: OtlpBody
}

/** A body of OTLP, inflated. */
export interface OtlpBody {
  bytes: Uint8Array
  encoding: 'json' | 'protobuf'
}

/** The operations by id. A missing, an extra or a mistyped operation does not compile. */
export type Operations = {
  readonly [Id in OperationId]: Id extends keyof RawBodies ? Operation<Id, RawBodies[Id]> : Operation<Id>
}

/**
 * An operation as the pipeline calls it, with input of unknown type. The type of a method (not of a function) lets a typed
 * operation be assigned: the validator has checked the input against the same contract just before the call.
 */
export type AnyOperation = { run(input: CheckedInput, context: Context): Promise<AnyAnswer> }['run']

/**
 * Runs `write` in a transaction, as `recording` does, and commits it when the answer keeps to the contract. With an
 * Idempotency-Key the answer is stored in that transaction: a server that is killed leaves both or neither.
 */
export type Commit = <Answer extends AnyAnswer>(
  write: (transaction: Database, record: RecordChange) => Promise<Answer>,
) => Promise<Answer>

/** What is given to an operation that is called within another call, before it is checked. */
export interface CallInput {
  /** The parameters of the path, but for the instance. */
  path: Readonly<Record<string, string>>
  query: Record<string, unknown>
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>
  body: unknown
  /** Found while it was read. */
  faults: Fault[]
}

/**
 * What operations work with. `db` is a transaction when the request has an Idempotency-Key, unless the operation calls out.
 */
export interface Context {
  db: Database
  commit: Commit
  caller: Caller
  access: Access
  /** Who changes what this call changes: every function that writes a resource takes it. */
  origin: ChangeOrigin
  /** What a change of a user names as a condition of its statement; null when the caller is no user of the instance. */
  authority: Authority | null
  /**
   * Asks in the transaction of a change whether the caller may still make it: for changes that take their time, and for those
   * that decide who may do what. Null when so.
   */
  reauthorize: (db: Database) => Promise<AccessRefusal | null>
  /** Runs another operation of the instance for the same caller, within this call. Failures are problems: nothing is thrown. */
  callOperation: (id: string, input: CallInput) => Promise<AnyAnswer>
  /** The operations as tools of assistants. */
  findTools: () => readonly OperationTool[]
  /** The operations of the contract. */
  operations: readonly ContractOperation[]
  rolesFrom: RolesSource
  integrationTypes: ReadonlyMap<string, IntegrationType>
  secretBox: SecretBox
  /** The accounts at the identity provider; null where the service does not keep them. */
  directory: AccountDirectory | null
  testConnection: TestConnection
  /** Shares the result of one test among callers who test the same configuration at the same time. */
  shareTest: SingleFlight<Validated<ConnectionTest> | null>
  enqueueCheck: EnqueueCheck
  enqueueErasure: EnqueueErasure
  deliveryQueue: DeliveryQueue
  traceQueue: TraceQueue
  /** What webhooks may call. */
  webhookRules: Omit<OutboundRules, 'hosts'>
  changeFeed: ChangeFeed
  evaluator: Evaluator
  /** Has threads of its own, so that reports of executions do not wait for trials of models. */
  reportEvaluator: Evaluator
  log: Logger
}

/** The members of the context that differ for each call. */
export type CallContext = 'commit' | 'caller' | 'access' | 'origin' | 'authority' | 'reauthorize' | 'callOperation'
