import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Fault, ProblemCode } from '../contract/types.ts'
import type { components, operations } from '../spec/openapi.gen.ts'
import type { Caller } from './access/token.ts'
import type { TestConnection } from './integrations/stored-test.ts'
import type { IntegrationType } from '../contract/integration-types.ts'
import type { SecretBox } from './integrations/secrets.ts'
import type { EnqueueCheck } from './integrations/checks/checks.ts'
import type { SingleFlight } from './integrations/single-flight.ts'

/** Everything here is derived from the generated types: the contract is retyped nowhere. */
export type OperationId = keyof operations

/** What an operation is given: the request after the contract has been checked, defaults filled in. */
export interface Input<Id extends OperationId> {
  path: operations[Id]['parameters']['path']
  query: NonNullable<operations[Id]['parameters']['query']>
  headers: NonNullable<operations[Id]['parameters']['header']>
  body: Body<Id>
}

/** What an operation may answer: one of the statuses that the contract declares, with that status's body. */
export type Output<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses']]: Answer<Status, operations[Id]['responses'][Status]>
}[keyof operations[Id]['responses']]

export type Operation<Id extends OperationId> = (input: Input<Id>, context: Context) => Promise<Output<Id>>

/** A missing, an extra or a mistyped operation does not compile. */
export type Operations = { readonly [Id in OperationId]: Operation<Id> }

/**
 * An operation as the pipeline calls it. Declared as a method, since TypeScript lets those take less than they name:
 * the one step from unknown to typed, right after the validator has checked the input against the same contract.
 */
export type AnyOperation = { run(input: CheckedInput, context: Context): Promise<AnyAnswer> }['run']

export interface CheckedInput {
  path: unknown
  query: unknown
  headers: unknown
  body: unknown
}

export interface AnyAnswer {
  status: number
  headers?: Record<string, string>
  body?: unknown
  stream?: AnswerStream
  problem?: { code: ProblemCode; detail: string; errors?: Fault[] }
}

/** A body that is sent while it is made. */
export interface AnswerStream<MediaType extends string = string> {
  mediaType: MediaType
  /** Is begun in any case and ended early when the client goes away: what it holds until its end is given back. */
  pieces: AsyncGenerator<string>
}

/** What operations work with. `db` is a transaction when the request carries an Idempotency-Key. */
export interface Context {
  db: Knex
  caller: Caller
  integrationTypes: ReadonlyMap<string, IntegrationType>
  secretBox: SecretBox
  testConnection: TestConnection
  /** Callers who test one configuration at the same time share one test. */
  shareTest: SingleFlight<Validated<Schemas['ConnectionTest']> | null>
  enqueueCheck: EnqueueCheck
  log: Logger
}

type Body<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Json } }
}
  ? Validated<Json>
  : undefined

type Answer<Status, Response> = Response extends { content: { 'application/json': infer Json } }
  ? { status: Status; body: Validated<Json> } & WithHeaders<Response>
  : Response extends { content: { 'application/problem+json': { code: infer Code } } }
    ? { status: Status; problem: { code: Code; detail: string; errors?: Fault[] } } & WithHeaders<Response>
    : Response extends { content: infer Content }
      ? { status: Status; stream: AnswerStream<keyof Content & string> } & WithHeaders<Response>
      : { status: Status } & WithHeaders<Response>

/**
 * What the validator checks. It does not look into an integration's `metadata` by `type` (`x-validated-as` in the
 * contract), so that here it is not typed by it either: integrations/metadata.ts checks what comes in.
 */
type Validated<Json> = Json extends Schemas['IntegrationInput' | 'IntegrationUpdate']
  ? Schemas['UntypedIntegrationInput']
  : Json extends Schemas['Integration']
    ? Schemas['UntypedIntegration']
    : Json extends readonly (infer Item)[]
      ? Validated<Item>[]
      : Json extends object
        ? { [Key in keyof Json]: Validated<Json[Key]> }
        : Json

type Schemas = components['schemas']

type WithHeaders<Response> = Response extends { headers: infer Headers }
  ? keyof OwnHeaders<Headers> extends never
    ? unknown
    : { headers: OwnHeaders<Headers> }
  : unknown

/** The headers that an operation decides; the others are the pipeline's. */
type OwnHeaders<Headers> = {
  [
    Name in keyof Headers as string extends Name
      ? never
      : Name extends 'X-Request-Id' | 'Idempotency-Replayed' | 'Retry-After' | 'WWW-Authenticate'
        ? never
        : Name
  ]: Headers[Name]
}
