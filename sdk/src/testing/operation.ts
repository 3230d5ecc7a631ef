import type { CheckedInput, Fault, Input, OperationId, Output } from '../../../contract/types.ts'
import type {
  Agent,
  ConnectionTestOutcome,
  TwuModelVersion,
  UntypedIntegration,
  User,
  WorkLedgerEntry,
} from '../../../spec/openapi.gen.ts'

/** An operation as the service has it, over what one instance holds in memory. */
export type Operation<Id extends OperationId> = (input: Input<Id>, context: Context) => Output<Id>

/** An operation whose input was checked against the contract: declared as a method, so that it may ask for less. */
export type AnyOperation = { run(input: CheckedInput, context: Context): AnyAnswer }['run']

export interface AnyAnswer {
  status: number
  headers?: Readonly<Record<string, string>>
  body?: unknown
  /** Default: JSON, and that of problems. */
  mediaType?: string
  problem?: { code: string; detail: string; errors?: readonly Fault[] }
}

export interface Context {
  instance: Instance
  /** Like the ids of the service, later ones sort after earlier ones. The same ones in every run. */
  newId: () => string
  /** Later than any time that it has told. */
  now: () => string
}

/** What one instance holds. */
export interface Instance {
  users: Rows<User>
  agents: Rows<Agent>
  integrations: Rows<UntypedIntegration>
  models: Map<string, Model>
  ledger: Map<string, WorkLedgerEntry>
  testOutcome: ConnectionTestOutcome
  /** First answers by Idempotency-Key: whatever the token, there is one caller. */
  answered: Map<string, { payload: string; answer: AnyAnswer }>
}

export type Rows<Item> = Map<string, Row<Item>>

export interface Row<Item> {
  item: Item
  revision: number
}

export interface Model {
  id: string
  createdAt: string
  updatedAt: string
  revision: number
  /** From version 1 on, without gaps. */
  versions: Row<TwuModelVersion>[]
}
