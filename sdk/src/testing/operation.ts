import type {
  Agent,
  ConnectionTestOutcome,
  Integration,
  IntegrationInput,
  IntegrationUpdate,
  operations,
  TwuModelVersion,
  UntypedIntegration,
  UntypedIntegrationInput,
  User,
  WorkLedgerEntry,
} from '../../../spec/openapi.gen.ts'
import type { Fault } from '../errors.ts'

/** An operation as the service has it, over what one instance holds in memory. */
export type Operation<Id extends OperationId> = (input: Input<Id>, context: Context) => Output<Id>

export type OperationId = keyof operations

/** What was checked against the contract, defaults filled in. */
export interface Input<Id extends OperationId> {
  path: operations[Id]['parameters']['path']
  query: Query<Id>
  headers: NonNullable<operations[Id]['parameters']['header']>
  body: operations[Id] extends { requestBody: { content: { 'application/json': infer Json } } }
    ? Untyped<Json>
    : undefined
}

export type Query<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>

/** A status that the contract declares, with its body or one of its problem codes. */
export type Output<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses']]: Answer<Status, operations[Id]['responses'][Status]>
}[keyof operations[Id]['responses']]

type Answer<Status, Response> = Response extends { content: { 'application/json': infer Json } }
  ? { status: Status; headers?: Headers; body: Untyped<Json> }
  : Response extends { content: { 'application/problem+json': { code: infer Code } } }
    ? { status: Status; headers?: Headers; problem: { code: Code; detail?: string; errors?: Fault[] } }
    : { status: Status; headers?: Headers }

/** Fields of an integration are checked by its type while the operation runs, so that here they have no types. */
type Untyped<Json> = Json extends IntegrationInput | IntegrationUpdate
  ? UntypedIntegrationInput
  : Json extends Integration
    ? UntypedIntegration
    : Json extends readonly (infer Item)[]
      ? Untyped<Item>[]
      : Json extends object
        ? { [Key in keyof Json]: Untyped<Json[Key]> }
        : Json

type Headers = Readonly<Record<string, string>>

/** An operation whose input was checked against the contract: declared as a method, so that it may ask for less. */
export type AnyOperation = { run(input: AnyInput, context: Context): AnyAnswer }['run']

export interface AnyInput {
  path: unknown
  query: unknown
  headers: unknown
  body: unknown
}

export interface AnyAnswer {
  status: number
  headers?: Headers
  body?: unknown
  /** Default: JSON, and that of problems. */
  mediaType?: string
  /** Without a `detail`, what the contract's example of such a problem says. */
  problem?: { code: string; detail?: string; errors?: readonly Fault[] }
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
  cursors: Map<string, Cursor>
  /** First answers by Idempotency-Key: whatever the token, there is one caller. */
  answered: Map<string, { fingerprint: string; answer: AnyAnswer }>
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

/** Where the page before ended. */
export interface Cursor {
  /** List, filters and sort that it belongs to. */
  list: string
  value: string | number
  id: string | number
  number: number
}
