import type { components, operations } from '../spec/gen/openapi.gen.ts'

type Schemas = components['schemas']

export type Fault = Schemas['Fault']
export type Problem = Schemas['Problem']
export type ProblemCode = Schemas['ProblemCode']

/**
 * All types below are derived from the generated types. No type of the contract is written by hand. What the service itself
 * sends (`webhooks` of the contract) is an event, and no operation.
 */
export type OperationId = Exclude<keyof operations, `${string}Event`>

/** The input of an operation: the parts of the request, checked against the contract, with defaults filled in. */
export interface Input<Id extends OperationId> {
  path: operations[Id]['parameters']['path']
  query: Query<Id>
  headers: NonNullable<operations[Id]['parameters']['header']>
  body: Body<Id>
}

/** The input of an operation that is not known at compile time. */
export interface CheckedInput {
  path: unknown
  query: unknown
  headers: unknown
  body: unknown
}

export type Query<Id extends OperationId> = Read<NonNullable<operations[Id]['parameters']['query']>>

/** A caller may send one value of a list; it is read as a list. */
type Read<Sent> = { [Name in keyof Sent]: ReadValue<Sent[Name]> }

type ReadValue<Sent> = Extract<Sent, readonly unknown[]> extends never ? Sent : Extract<Sent, readonly unknown[]>

/** The answers that an operation may give: the statuses of the contract, each with the body of that status. */
export type Output<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses']]: Answer<Status, operations[Id]['responses'][Status]>
}[keyof operations[Id]['responses']]

/** An answer of an operation that is not known at compile time. */
export interface AnyAnswer {
  status: number
  headers?: Readonly<Record<string, string>>
  body?: unknown
  stream?: AnswerStream
  problem?: { code: ProblemCode; detail: string; errors?: readonly Fault[] }
}

/** A body that is sent while the operation produces it. */
export interface AnswerStream<MediaType extends string = string> {
  mediaType: MediaType
  /** Not started for a HEAD, and ended early when the client disconnects. */
  pieces: AsyncGenerator<string>
  /** Releases what the operation holds for the body. Called once, when the answer has ended, also while a piece is awaited. */
  close(): void
}

/**
 * The type of a body after the validator. The validator does not check an integration's `metadata` by `type`
 * (`x-validated-as` in the contract), so the type does not either: rules/metadata.ts checks metadata.
 */
export type Validated<Json> = Json extends Schemas['IntegrationInput' | 'IntegrationUpdate']
  ? Schemas['UntypedIntegrationInput']
  : Json extends Schemas['Integration']
    ? Schemas['UntypedIntegration']
    : Json extends readonly (infer Item)[]
      ? Validated<Item>[]
      : Json extends object
        ? { [Key in keyof Json]: Validated<Json[Key]> }
        : Json

type Body<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Json } }
}
  ? Validated<Json>
  : undefined

type Answer<Status, Response> = Response extends {
  content: { 'application/x-protobuf': unknown; 'application/json': Schemas['OtlpStatus'] }
}
  ? { status: Status; problem: NonNullable<AnyAnswer['problem']> } & WithHeaders<Response>
  : Response extends {
        content: { 'application/json': infer Json; 'application/problem+json': { code: infer Code } }
      }
    ? { status: Status } & ({ body: Validated<Json> } | { problem: ProblemOf<Code> }) & WithHeaders<Response>
    : Response extends { content: { 'application/json': infer Json } }
      ? { status: Status; body: Validated<Json> } & WithHeaders<Response>
      : Response extends { content: { 'application/problem+json': { code: infer Code } } }
        ? { status: Status; problem: ProblemOf<Code> } & WithHeaders<Response>
        : Response extends { content: infer Content }
          ? { status: Status; stream: AnswerStream<keyof Content & string> } & WithHeaders<Response>
          : { status: Status } & WithHeaders<Response>

interface ProblemOf<Code> {
  code: Code
  detail: string
  errors?: Fault[]
}

type WithHeaders<Response> = Response extends { headers: infer Headers }
  ? keyof OwnHeaders<Headers> extends never
    ? unknown
    : { headers: OwnHeaders<Headers> }
  : unknown

/** The headers that the operation sets. The pipeline sets all others. */
type OwnHeaders<Headers> = {
  [
    Name in keyof Headers as string extends Name
      ? never
      : Name extends 'X-Request-Id' | 'Idempotency-Replayed' | 'Retry-After' | 'WWW-Authenticate'
        ? never
        : Name
  ]: Headers[Name]
}
